import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolders } from './make-folder.ts'

/** Names of this process begin with it. What begins otherwise was left by a kill. */
const THIS_PROCESS = randomUUID()

let count = 0

/** A name that no other unfinished file has. */
function unfinishedName(): string {
  count += 1
  return `${THIS_PROCESS}.${count}`
}

const folderIn = (root: string): string => join(root, 'unfinished')

/** Where a file for this folder is written before it is renamed into place. Throws the disk's errors. */
export function unfinishedIn(root: string): string {
  makeFolders(dirname(root), folderIn(root))
  return join(folderIn(root), unfinishedName())
}

/** The unfinished files that a kill left. Empty if they cannot be listed. Only for the owner of the data folder. */
export async function leftIn(root: string): Promise<readonly string[]> {
  const names = await readdir(folderIn(root)).catch(() => [])
  return names
    .filter((name) => !name.startsWith(THIS_PROCESS))
    .map((name) => join(folderIn(root), name))
}

/** Removes them. Never rejects. */
export async function clearUnfinished(root: string): Promise<void> {
  for (const path of await leftIn(root)) await rm(path, { force: true }).catch(() => undefined)
}
