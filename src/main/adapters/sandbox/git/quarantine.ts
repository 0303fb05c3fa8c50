import { chmodSync, closeSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { holdAtOnce } from '../../files/held-folder.ts'
import { faultCode, fileFault } from '../../system/file-fault.ts'

const MOST = 20

/**
 * Renames or removes something in its folder, reached through no link. What has been renamed too often is removed, because
 * something keeps creating it. Returns its new name, or what happened to it; the error ends a sentence.
 */
export function quarantine(
  path: string,
  how: 'rename' | 'remove' = 'rename',
): Result<string, string> {
  try {
    const { fd, heldPath } = holdAtOnce(dirname(path))
    try {
      return ok(writably(heldPath, () => putAside(heldPath, basename(path), how)))
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    return failed(fileFault(error))
  }
}

function putAside(folder: string, name: string, how: 'rename' | 'remove'): string {
  const names = Array.from({ length: MOST }, (_, index) => quarantineName(name, index))
  const free = how === 'remove' ? undefined : names.find((each) => !exists(`${folder}/${each}`))
  if (free === undefined) rmSync(`${folder}/${name}`, { recursive: true, force: true })
  else renameSync(`${folder}/${name}`, `${folder}/${free}`)
  return free === undefined ? 'removed' : `renamed to ${free}`
}

/** A command can make its folder read-only, in which git still obeys what is there. */
function writably<Value>(folder: string, change: () => Value): Value {
  try {
    return change()
  } catch (error) {
    if (faultCode(error) !== 'EACCES') throw error
  }
  const { mode } = statSync(`${folder}/.`)
  chmodSync(folder, (mode & 0o7777) | 0o700)
  try {
    return change()
  } finally {
    chmodSync(folder, mode & 0o7777)
  }
}

function quarantineName(name: string, index: number): string {
  return `${name}.set-aside-by-phoenix${index === 0 ? '' : `-${index + 1}`}`
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
