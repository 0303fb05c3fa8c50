import { join } from 'node:path'
import { type HeldFolder, wayOf } from '../files/held-folder.ts'
import { type OpenFile, openFile } from '../files/open-file.ts'
import type { Place } from '../files/places.ts'
import { isSearchable, shownIn } from './search-root.ts'

/** Each is held open while it is read. */
const MAX_FILES = 500
/** Opened side by side. */
const AT_ONCE = 16

/** Why there is no more; null: it is all. */
export type Cut = 'size' | 'time' | 'files' | null

/** Files that ripgrep has named, held open. */
export interface FoundFiles {
  /** From the way to each to its name as it is shown. */
  readonly files: ReadonlyMap<string, string>
  readonly cut: Cut
  close(): Promise<void>
}

export const NOTHING_TO_CLOSE = (): Promise<void> => Promise.resolve()

/** Those of a folder that can be opened without following a link: what ripgrep reads of them is what stands in the folder. */
export async function openFound(
  names: readonly string[],
  place: Place,
  folder: HeldFolder,
): Promise<FoundFiles> {
  const files = new Map<string, string>()
  const handles: OpenFile['handle'][] = []
  const openOne = async (name: string): Promise<void> => {
    const real = join(folder.real, name)
    const opened = await openFile({ real, shown: name }, folder)
    if (!opened.ok) return
    const { handle, stats } = opened.value
    handles.push(handle)
    if (isSearchable(stats)) files.set(wayOf(handle, real), shownIn(place, name))
  }
  for (let at = 0; at < names.length && handles.length < MAX_FILES; at += AT_ONCE) {
    await Promise.all(names.slice(at, at + AT_ONCE).map(openOne))
  }
  return {
    files,
    cut: handles.length < names.length && handles.length >= MAX_FILES ? 'files' : null,
    async close() {
      await Promise.all(handles.map((handle) => handle.close()))
    },
  }
}
