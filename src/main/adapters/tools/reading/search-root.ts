import type { Stats } from 'node:fs'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { type HeldFolder, holdFolder, statsAt } from '../../files/held-folder.ts'
import { type OpenFile, openFile } from '../../files/open-file.ts'
import type { Place, Places } from '../../files/places.ts'
import { outOfReach } from '../../ripgrep/out-of-reach.ts'
import { fileFault } from '../../system/file-fault.ts'
import { type SeenPlace, stillAt } from './one-place.ts'
import { failedWith, type ToolResult } from '../definition/tool.ts'

/** Larger files are not searched: ripgrep holds a whole line in memory, and a file may be a single line. */
export const MAX_FILE_MB = 100

/** The file or folder that is searched. It is held open; `close` releases it. */
export type SearchRoot = { close(): Promise<void> } & (
  | {
      readonly type: 'folder'
      readonly folder: HeldFolder
      /** Globs of what ripgrep must skip there. */
      readonly exclusions: readonly string[]
    }
  | { readonly type: 'file'; readonly file: OpenFile }
)

export type FolderRoot = Extract<SearchRoot, { type: 'folder' }>

/** The place where a call searches: the folder of the conversation, the given path, and what was seen there. */
interface Searched {
  readonly folder: string
  readonly path: string | undefined
  readonly seen: SeenPlace
  readonly secrets: 'seen' | 'hidden'
}

/** Opens the judged place, if it is still that place, and closes it after the search. */
export async function withRoot(
  places: Places,
  { folder, path = '.', secrets, seen }: Searched,
  search: (place: Place, root: SearchRoot) => Promise<ToolResult>,
): Promise<ToolResult> {
  const place = await stillAt(places, folder, path, seen)
  if (!place.ok) return failedWith(place.error)
  const root = await searchRoot(places, place.value, secrets)
  if (!root.ok) return failedWith(root.error)
  try {
    return await search(place.value, root.value)
  } finally {
    await root.value.close()
  }
}

/** Does the same for a tool that accepts only a folder. It names files but shows no contents, so secrets are named too. */
export function withFolder(
  places: Places,
  where: Omit<Searched, 'secrets'>,
  search: (place: Place, root: FolderRoot) => Promise<ToolResult>,
): Promise<ToolResult> {
  return withRoot(places, { ...where, secrets: 'seen' }, (place, root) =>
    root.type === 'folder'
      ? search(place, root)
      : Promise.resolve(failedWith(`${place.shown} is a file. Use read_file to read it.`)),
  )
}

/** The error is a sentence for the model. */
async function searchRoot(
  places: Places,
  place: Place,
  secrets: 'seen' | 'hidden',
): Promise<Result<SearchRoot, string>> {
  const stats = await statsAt(place)
  if (!stats.ok) return stats
  if (stats.value === null) return failed(`There is no file or folder ${place.shown}.`)
  return stats.value.isDirectory() ? folderRoot(places, place, secrets) : fileRoot(place)
}

async function folderRoot(
  places: Places,
  { real, shown }: Place,
  secrets: 'seen' | 'hidden',
): Promise<Result<SearchRoot, string>> {
  const exclusions = outOfReach(await places.forbiddenIn(real), secrets)
  try {
    const folder = await holdFolder(real)
    return ok({ type: 'folder', folder, exclusions, close: () => folder.handle.close() })
  } catch (error) {
    return failed(`${shown} cannot be opened: ${fileFault(error)}.`)
  }
}

async function fileRoot(place: Place): Promise<Result<SearchRoot, string>> {
  const opened = await openFile(place)
  if (!opened.ok) return opened
  const { handle, stats } = opened.value
  if (isSearchable(stats)) {
    return ok({ type: 'file', file: opened.value, close: () => handle.close() })
  }
  await handle.close()
  return failed(
    `${place.shown} is larger than ${MAX_FILE_MB} MB and is not searched by this tool. Search it with bash, for example with grep -n -m 20.`,
  )
}

export function isSearchable({ size }: Stats): boolean {
  return size <= MAX_FILE_MB * 1024 * 1024
}

/**
 * The displayed path of a name in a folder: relative to the conversation's folder if it is inside. Control characters
 * make it a JSON string, so a name cannot add lines to a result.
 */
export function shownIn({ shown }: Place, name: string): string {
  const path = shown === '.' ? name : `${shown.replace(/\/$/, '')}/${name}`
  return /\p{Cc}/u.test(path) ? JSON.stringify(path) : path
}
