import { closeSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { holdAtOnce } from '../../files/held-folder.ts'
import { fileFault } from '../../system/file-fault.ts'

const MOST = 20

/**
 * Renames something in its folder, reached through no link. If that has been done too often it is removed, because something
 * keeps creating it. Returns its new name, or what happened to it; the error ends a sentence.
 */
export function quarantine(path: string): Result<string, string> {
  try {
    const { fd, heldPath } = holdAtOnce(dirname(path))
    try {
      const name = basename(path)
      const names = Array.from({ length: MOST }, (_, index) => quarantineName(name, index))
      const free = names.find((each) => !exists(`${heldPath}/${each}`))
      if (free === undefined) rmSync(`${heldPath}/${name}`, { recursive: true, force: true })
      else renameSync(`${heldPath}/${name}`, `${heldPath}/${free}`)
      return ok(free === undefined ? 'removed' : `renamed to ${free}`)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    return failed(fileFault(error))
  }
}

function quarantineName(name: string, index: number): string {
  return `${name}.set-aside-by-phoenix${index === 0 ? '' : `-${index + 1}`}`
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
