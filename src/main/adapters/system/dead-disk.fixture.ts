import { execFileSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** No file can be opened or listed until it is disposed of: all file threads wait, as for a network folder that is gone. */
export function deadDisk(folder: string): AsyncDisposable {
  const pipe = join(folder, 'dead-disk')
  execFileSync('mkfifo', [pipe])
  const hanging = Array.from({ length: 8 }, () => open(pipe, 'r'))
  return {
    async [Symbol.asyncDispose]() {
      const writer = openSync(pipe, 'w')
      for (const each of await Promise.all(hanging)) await each.close()
      closeSync(writer)
    },
  }
}
