import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from '../../../shared/schema.ts'
import { FileChange } from '../../../shared/messages/file-change.ts'
import type { CallId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import {
  clearNeighboursIn,
  removeQuietly,
  writeAtomicallyAsync,
} from '../data-folder/atomic-file.ts'
import { makeFolders } from '../data-folder/make-folder.ts'
import { fileFault, isAbsence } from '../system/file-fault.ts'
import { readRecord } from '../data-folder/regular-file.ts'

/** Intents are kept for this many calls; calls with a result no longer need them. */
const MAX_INTENTS = 200

/**
 * The file changes that a call is about to make, stored on disk before it makes them. A call that is stopped while it
 * writes, or dies with Phoenix, has no result that could report them.
 */
export interface EditIntents {
  /** On disk when it resolves. The error ends a sentence. */
  note(callId: CallId, files: readonly FileChange[]): Promise<Result<null, string>>
  /** Empty if none are known. Fails if they cannot be read now; the error ends a sentence. */
  of(callId: CallId): Result<readonly FileChange[], string>
  remove(callId: CallId): void
  /** The changes of all calls. Fails in the same way. */
  all(): Result<readonly FileChange[], string>
}

const Intent = z.array(FileChange)

export function openEditIntents(dataFolder: string): EditIntents {
  const folder = join(dataFolder, 'undo', 'calls')
  let names: Set<string> | null = null

  function read(name: string): ReturnType<EditIntents['of']> {
    const found = readRecord(join(folder, name), Intent)
    return found.ok ? ok(found.value ?? []) : found
  }

  return {
    async note(callId, files) {
      try {
        makeFolders(dataFolder, folder)
        if (names === null) clearNeighboursIn(folder)
        names ??= new Set(oldestFirst(folder))
      } catch (error) {
        return failed(fileFault(error))
      }
      const name = nameOf(callId)
      const written = await writeAtomicallyAsync(join(folder, name), JSON.stringify(files), 0o600)
      if (!written.ok) return written
      names.delete(name)
      names.add(name)
      for (const oldest of [...names].slice(0, -MAX_INTENTS)) {
        removeQuietly(join(folder, oldest))
        names.delete(oldest)
      }
      return written
    },
    of: (callId) => read(nameOf(callId)),
    remove(callId) {
      removeQuietly(join(folder, nameOf(callId)))
      names?.delete(nameOf(callId))
    },
    all() {
      const changes: FileChange[] = []
      try {
        for (const name of readdirSync(folder)) {
          const found = read(name)
          if (!found.ok) return found
          changes.push(...found.value)
        }
      } catch (error) {
        if (!isAbsence(error)) return failed(fileFault(error))
      }
      return ok(changes)
    },
  }
}

function nameOf(callId: CallId): string {
  return `${createHash('sha256').update(callId).digest('hex')}.json`
}

function oldestFirst(folder: string): readonly string[] {
  return readdirSync(folder)
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ name }) => name)
}
