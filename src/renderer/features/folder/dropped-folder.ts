import type { LocalFile } from '../../../client/files/upload.ts'
import { pathOfFile } from '../../connection/ipc.ts'

/** The items dropped on the window. `path`: null if the page cannot know it. */
export type Dropped =
  | { readonly type: 'files'; readonly files: readonly LocalFile[] }
  | { readonly type: 'folder'; readonly path: string | null }

/**
 * If only folders were dropped, the first becomes the working folder. Next to files, folders report why they cannot be
 * attached.
 */
export function droppedAs(
  files: readonly LocalFile[],
  pathOf: (file: LocalFile) => string | null = pathOfFile,
): Dropped {
  const [first] = files
  return first !== undefined && files.every(({ isFolder }) => isFolder === true)
    ? { type: 'folder', path: pathOf(first) }
    : { type: 'files', files }
}

/** The reason why a folder dropped in a browser must be chosen. */
export const NO_PATH = 'Browsers don’t reveal where a dropped folder is. Choose it here.'
