import { join } from 'node:path'
import { type HeldFolder, heldPathOf } from '../../files/held-folder.ts'
import { type OpenFile, openFile } from '../../files/open-file.ts'
import { isSearchable } from './search-root.ts'

/** How many files are held open at a time. */
export const MAX_OPEN = 256
/** How many are opened in parallel. */
const AT_ONCE = 16

/** Files that ripgrep has named, held open. */
export interface FoundFiles {
  /** Maps the path of each file to its name in the folder, in order. */
  readonly nameByPath: ReadonlyMap<string, string>
  close(): Promise<void>
}

export const NOTHING_TO_CLOSE = (): Promise<void> => Promise.resolve()

/** Opens at most MAX_OPEN files of a folder, following no link: what ripgrep reads of them is really in the folder. */
export async function openFound(names: readonly string[], folder: HeldFolder): Promise<FoundFiles> {
  const heldPaths: (string | null)[] = names.map(() => null)
  const handles: OpenFile['handle'][] = []
  const openOne = async (name: string, index: number): Promise<void> => {
    const real = join(folder.real, name)
    const opened = await openFile({ real, shown: name }, folder)
    if (!opened.ok) return
    const { handle, stats } = opened.value
    handles.push(handle)
    if (isSearchable(stats)) heldPaths[index] = heldPathOf(handle, real)
  }
  for (let at = 0; at < names.length; at += AT_ONCE) {
    await Promise.all(names.slice(at, at + AT_ONCE).map((name, index) => openOne(name, at + index)))
  }
  const found = names.flatMap((name, index) => {
    const heldPath = heldPaths[index] ?? null
    return heldPath === null ? [] : [[heldPath, name] as const]
  })
  return {
    nameByPath: new Map(found),
    async close() {
      await Promise.all(handles.map((handle) => handle.close()))
    },
  }
}
