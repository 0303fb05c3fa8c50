import { createHash } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import { VERSION } from '../../../shared/version.ts'
import { removeQuietly } from '../data-folder/atomic-file.ts'
import { identityOf } from '../data-folder/process-identity.ts'
import { readRegular } from '../data-folder/regular-file.ts'

const NAME = 'sandbox-tested'

/** Whether commands could be confined when this was last tried, on this machine as it is now. */
export interface TestedBefore {
  readonly worked: boolean
  /** They can. */
  readonly keep: () => void
  /** The next start tests it again. */
  readonly forget: () => void
}

/**
 * `program`: the one that confines. What it was, the system since its last start and Phoenix itself must be the same: any of them may
 * change the answer. A wrong answer confines no less: then no command gets through its gate. Never throws.
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

/** Null: nothing can be said about this program. */
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

/** A new file: what else might be at the path could hold up a write. A failure only costs the next start a test. */
function writeQuietly(file: string, mark: string): void {
  try {
    writeFileSync(file, mark, { mode: 0o600, flag: 'wx' })
  } catch {
    // The disk is full, or read-only.
  }
}
