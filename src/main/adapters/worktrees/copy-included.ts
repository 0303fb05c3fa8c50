import { constants, copyFile, lstat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { openFile } from '../files/open-file.ts'
import {
  type HeldFolder,
  heldPathOf,
  holdFolder,
  holdOrMake,
  isInPlace,
} from '../files/held-folder.ts'

export const INCLUDE_FILE = '.worktreeinclude'
/** The limit for the number of copied files. */
const MAX_FILES = 5_000
const MAX_BYTES = 1024 ** 3

/**
 * Prints the ignored files that the list names, each ended by a NUL. Patterns are those of `.gitignore`. Other ignored files
 * are skipped without being listed, however many there are.
 */
export const LIST_INCLUDED = `if [ -f ${INCLUDE_FILE} ]; then
  safe_git ls-files -z --others --ignored --exclude-from=${INCLUDE_FILE} | safe_git check-ignore -z --stdin | head -c 1000000
fi`

/**
 * Copies files from one folder to another, a new checkout, if they do not exist there. Skips links on both sides: the checked-out
 * commit may have one where the other folder has a real folder. Returns the files that were not copied.
 */
export async function copyIncluded(
  names: readonly string[],
  from: string,
  to: string,
): Promise<readonly string[]> {
  if (names.length === 0) return []
  const held = await holdFolder(to).catch(() => null)
  if (held === null) return notCopied(names.length)
  let left = MAX_BYTES
  let failedCopies = names.length > MAX_FILES ? names.length - MAX_FILES : 0
  try {
    for (const name of names.slice(0, MAX_FILES)) {
      const bytes = await copyOne(name, from, held, left)
      if (bytes === null) failedCopies += 1
      else left -= bytes
    }
  } finally {
    await held.handle.close()
  }
  return notCopied(failedCopies)
}

function notCopied(count: number): readonly string[] {
  if (count === 0) return []
  const files = count === 1 ? '1 file' : `${count} files`
  return [`${files} of ${INCLUDE_FILE} could not be copied into the worktree.`]
}

/** Null if it was not copied. */
async function copyOne(
  name: string,
  from: string,
  to: HeldFolder,
  remaining: number,
): Promise<number | null> {
  const source = join(from, name)
  const file = await openFile({ real: source, shown: source })
  if (!file.ok) return null
  const { handle, stats } = file.value
  try {
    if (stats.size > remaining) return null
    return await copyInto(heldPathOf(handle, source), join(to.real, name), to)
  } catch {
    return null
  } finally {
    await handle.close()
  }
}

/** Null if it was not copied. */
async function copyInto(source: string, real: string, to: HeldFolder): Promise<number | null> {
  const folder = await holdOrMake(to, dirname(real))
  try {
    if (!(await isInPlace(folder))) return null
    const target = join(folder.heldPath, basename(real))
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    return (await lstat(target)).size
  } finally {
    await folder.handle.close()
  }
}
