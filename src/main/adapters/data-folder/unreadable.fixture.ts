import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/** A file that cannot be read until the end of the block. */
export function unreadable(path: string): Disposable {
  const aside = `${dirname(path)} ${basename(path)} aside`
  renameSync(path, aside)
  // A link to itself cannot be opened by anybody (ELOOP), not even by an administrator.
  symlinkSync(basename(path), path)
  return {
    [Symbol.dispose]() {
      rmSync(path)
      renameSync(aside, path)
    },
  }
}
