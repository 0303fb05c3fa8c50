import { readdir, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isAbsence } from '../system/file-fault.ts'
import { isInside } from '../system/folders.ts'
import { NEVER, within } from '../system/within.ts'
import type { AbsentPlaces } from './absent-places.ts'

/** Subfolders become part of the name: `front/test.md` is `front:test`. */
const MAX_DEPTH = 3
const MAX_FOLDERS = 500
/** How long to wait for a network folder that does not answer (ms). */
const PATIENCE_MS = 2_000
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,79}$/u

export interface FoundFile {
  /** Its own name without `.md`, after those of its folders. */
  readonly names: readonly string[]
  /** Relative to the root, as people write it. */
  readonly path: string
  readonly real: string
}

interface Place {
  /** Links are followed while they stay inside it. */
  readonly root: string
  /** Relative to the root. */
  readonly place: string
  /** Phoenix's own: nothing in it is read. */
  readonly dataFolder: string
  readonly most: number
  /** Paths missing a moment ago, which are not checked again. Default: all are checked. */
  readonly absent?: AbsentPlaces
  /** Selects files by their name without `.md`. Default: all. */
  readonly wants?: (name: string) => boolean
}

/**
 * Finds the Markdown files below a place, by their names; none if the place is missing or leads out of the root. Never
 * rejects.
 */
export async function markdownFiles(place: Place): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = []
  await within(find(place, found), PATIENCE_MS, NEVER)
  return [...found]
}

async function find(
  { absent, dataFolder, most, place, root, wants = () => true }: Place,
  found: FoundFile[],
): Promise<void> {
  let folders = 1
  const start = join(root, place)
  if (absent?.has(start) === true) return
  try {
    // Most places are missing: then nothing else is checked.
    const first = await realpath(start)
    const real = { root: await realpath(root), own: await realpath(dataFolder) }
    const isOpen = (path: string): boolean => isInside(path, real.root) && !isInside(path, real.own)
    const visit = async (here: string, names: readonly string[]): Promise<void> => {
      if (!isOpen(here) || folders > MAX_FOLDERS) return
      const entries = await readdir(here)
      for (const entry of entries.toSorted()) {
        if (found.length >= most) return
        const name = basename(entry, '.md')
        if (!NAME.test(name)) continue
        const whole = [...names, name]
        if (name !== entry) await addFile(join(here, entry), whole)
        else if (names.length < MAX_DEPTH) await visitFolder(join(here, entry), whole)
      }
    }
    const visitFolder = async (path: string, names: readonly string[]): Promise<void> => {
      folders += 1
      try {
        await visit(await realpath(path), names)
      } catch {
        // Not a folder, or not readable.
      }
    }
    const addFile = async (path: string, names: readonly string[]): Promise<void> => {
      if (!wants(names.at(-1) ?? '')) return
      try {
        const file = await realpath(path)
        const shown = `${place}/${names.join('/')}.md`
        if (isOpen(file)) found.push({ names, path: shown, real: file })
      } catch {
        // A dangling link.
      }
    }
    await visit(first, [])
  } catch (error) {
    if (isAbsence(error)) absent?.add(start)
  }
}
