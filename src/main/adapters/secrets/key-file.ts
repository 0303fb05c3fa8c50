import { chmodSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { writeAtomically } from '../data-folder/atomic-file.ts'
import { faultCode, fileFault } from '../system/file-fault.ts'
import { readRegular } from '../data-folder/regular-file.ts'

export type ReadKey =
  /** `notice`: a sentence for people if others can read it too. */
  | { readonly type: 'read'; readonly key: string | null; readonly notice: string | null }
  /** It cannot be read now. `why` ends a sentence. */
  | { readonly type: 'unread'; readonly why: string }

const NO_KEY: ReadKey = { type: 'read', key: null, notice: null }

/** The file with the secret of an endpoint. */
export function keyFile(folder: string, endpoint: string): string {
  return join(folder, `${endpoint}.key`)
}

/** Reads a key. Never throws. A file that others may read is first closed to them. */
export function readKey(folder: string, endpoint: string): ReadKey {
  const path = keyFile(folder, endpoint)
  try {
    const isPrivate = makePrivate(path)
    const key = readRegular(path).toString().trim()
    if (key === '') return NO_KEY
    return { type: 'read', key, notice: isPrivate ? null : openToOthers(path) }
  } catch (error) {
    if (faultCode(error) === 'ENOENT') return NO_KEY
    return { type: 'unread', why: fileFault(error) }
  }
}

/** Writes a key; null removes it. The error is a sentence for people; then the previous key is still there. */
export function writeKey(
  folder: string,
  endpoint: string,
  key: string | null,
): Result<null, string> {
  const path = keyFile(folder, endpoint)
  try {
    if (key === null) {
      rmSync(path, { force: true })
      return ok(null)
    }
    const written = writeAtomically(path, `${key}\n`, 0o600)
    if (!written.ok) return failed(notSaved(written.error))
    if (makePrivate(path)) return ok(null)
    rmSync(path, { force: true })
    return failed(`The API key was not saved: on this disk, other accounts could read ${path}.`)
  } catch (error) {
    return failed(notSaved(fileFault(error)))
  }
}

/** Closes the file to other accounts if necessary; false if that failed. */
function makePrivate(path: string): boolean {
  if (process.platform === 'win32') return true
  if (isPrivate(path)) return true
  chmodSync(path, 0o600)
  return isPrivate(path)
}

function isPrivate(path: string): boolean {
  return (statSync(path).mode & 0o077) === 0
}

function notSaved(why: string): string {
  return `The API key was not saved: ${why}.`
}

function openToOthers(path: string): string {
  return `Other accounts on this machine can read the API key in ${path}: this disk stores no permissions.`
}
