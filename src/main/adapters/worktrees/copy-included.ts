import { constants, copyFile, lstat, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openFile } from '../files/open-file.ts'
import { heldPathOf } from '../files/held-folder.ts'

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
 * Copies files from one folder to another if they do not exist there. Skips links. Returns the files that were not copied.
 */
export async function copyIncluded(
  names: readonly string[],
  from: string,
  to: string,
): Promise<readonly string[]> {
  let left = MAX_BYTES
  let failedCopies = names.length > MAX_FILES ? names.length - MAX_FILES : 0
  for (const name of names.slice(0, MAX_FILES)) {
    const bytes = await copyOne(join(from, name), join(to, name), left)
    if (bytes === null) failedCopies += 1
    else left -= bytes
  }
  if (failedCopies === 0) return []
  const files = failedCopies === 1 ? '1 file' : `${failedCopies} files`
  return [`${files} of ${INCLUDE_FILE} could not be copied into the worktree.`]
}

/** Null if it was not copied. */
async function copyOne(from: string, to: string, remaining: number): Promise<number | null> {
  const file = await openFile({ real: from, shown: from })
  if (!file.ok) return null
  const { handle, stats } = file.value
  try {
    if (stats.size > remaining) return null
    await mkdir(dirname(to), { recursive: true })
    await copyFile(
      heldPathOf(handle, from),
      to,
      constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE,
    )
    return (await lstat(to)).size
  } catch {
    return null
  } finally {
    await handle.close()
  }
}
