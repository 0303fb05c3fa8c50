import { createHash } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import { VERSION } from '../../../shared/version.ts'
import { removeQuietly } from '../data-folder/atomic-file.ts'
import { identityOf } from '../data-folder/process-identity.ts'
import { readRegular } from '../data-folder/regular-file.ts'

const NAME = 'sandbox-tested'

/** Remembers whether commands could be sandboxed when this was last tried, on the machine in its current state. */
export interface TestedBefore {
  readonly worked: boolean
  /** Records that they can be. */
  readonly keep: () => void
  /** Makes the next start test it again. */
  readonly forget: () => void
}

/**
 * `program` is the sandbox program. It, the system since its last boot, and Phoenix itself must be unchanged: each may
 * change the answer. A wrong answer never weakens the sandbox: commands just would not get through their gate. Never
 * throws.
 */
export function testedBefore(dataFolder: string, program: string, places: unknown): TestedBefore {
  const file = join(dataFolder, NAME)
  const mark = markOf(program, places)
  const forget = (): void => removeQuietly(file)
  return {
    worked: mark !== null && mark === readQuietly(file),
    keep: () => {
      forget()
      if (mark !== null) writeQuietly(file, mark)
    },
    forget,
  }
}

/** Null if nothing can be said about this program. */
function markOf(program: string, places: unknown): string | null {
  try {
    const { dev, ino, mtimeMs, size, mode } = statSync(program)
    const { bootId } = identityOf(process.pid)
    const facts = [
      VERSION,
      release(),
      bootId,
      process.getuid?.(),
      program,
      dev,
      ino,
      mtimeMs,
      size,
      mode,
      places,
    ]
    return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  } catch {
    return null
  }
}

function readQuietly(file: string): string | null {
  try {
    return readRegular(file).toString('utf8')
  } catch {
    return null
  }
}

/** Creates a new file: something else at the path could block a write. A failure only costs the next start a test. */
function writeQuietly(file: string, mark: string): void {
  try {
    writeFileSync(file, mark, { mode: 0o600, flag: 'wx' })
  } catch {
    // The disk is full or read-only.
  }
}
