import { stat } from 'node:fs/promises'
import { setImmediate as pause } from 'node:timers/promises'
import { MAX_FOUND_FILES, type NamedKind } from '../../../shared/protocol/file-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { FolderFile, FolderFilesPort } from '../../runtime/ports/folder-files-port.ts'
import { holdFolder } from '../files/held-folder.ts'
import { openFile } from '../files/open-file.ts'
import { createPlaces, type Places, type PlacesOptions } from '../files/places.ts'
import { within } from '../system/within.ts'
import { outOfReach } from '../ripgrep/out-of-reach.ts'
import { nameSlices } from '../ripgrep/names.ts'
import { runRipgrep } from '../ripgrep/run-ripgrep.ts'
import { entriesUnder } from './entries-under.ts'
import { lookAtFile } from './look-at-file.ts'
import { matchPaths } from './match-paths.ts'

const LIMIT_MS = 10_000
/** About 200,000 files with typical names. */
const MAX_NAMES_BYTES = 16 * 1024 * 1024
/** How long a list is reused, while the user keeps typing. */
const FRESH_MS = 5_000

interface Listing {
  readonly folder: string
  readonly listed: Promise<readonly string[] | null>
  /** Infinity while it is being made. */
  freshUntil: number
}

/** The files of folders, listed by ripgrep, without ignored files and links. Only the newest list is kept. */
export function createFolderFiles(
  options: Omit<PlacesOptions, 'holdsOutput'> & Pick<FolderFilesPort, 'commands'>,
  now: () => number = () => performance.now(),
): FolderFilesPort {
  const places = createPlaces({ ...options, holdsOutput: () => false })
  let newest: Listing | null = null

  function listingOf(folder: string): Listing {
    if (newest?.folder === folder && now() < newest.freshUntil) return newest
    const make = async (): Promise<readonly string[] | null> => {
      const listed = await list(places, folder)
      listing.freshUntil = now() + FRESH_MS
      return listed
    }
    const listing: Listing = { folder, listed: make(), freshUntil: Infinity }
    newest = listing
    return listing
  }

  return {
    find: async (folder, text, signal) => {
      const listed = await within(listingOf(folder).listed, LIMIT_MS, signal)
      if (listed.type === 'aborted') return failed('stopped')
      if (listed.type === 'late' || listed.value === null) return failed('failed')
      const options = { most: MAX_FOUND_FILES, signal, pause }
      const found = await matchPaths(text, listed.value, options)
      return found === null ? failed('stopped') : ok(found)
    },
    list: async (folder, under) => {
      const listed = await within(listingOf(folder).listed, LIMIT_MS, new AbortController().signal)
      if (listed.type !== 'done' || listed.value === null) return failed('failed')
      return ok(await entriesUnder(listed.value, under))
    },
    look: (folder, path, from) => lookAtFile(places, { folder, path, from }),
    commands: options.commands,
    kindOf: (folder, path) => kindOf(places, folder, path),
    read: (folder, path, maxBytes) => read(places, { folder, path, maxBytes }),
  }
}

/** Null if the folder cannot be listed. */
async function list(places: Places, folder: string): Promise<readonly string[] | null> {
  try {
    const held = await holdFolder(folder)
    try {
      const walk = await runRipgrep({
        args: ['--files', ...outOfReach(await places.forbiddenIn(folder), 'seen')],
        folder: held.heldPath,
        maxBytes: MAX_NAMES_BYTES,
        limitMs: LIMIT_MS,
        signal: new AbortController().signal,
      })
      if (walk.type !== 'done' || walk.complaint !== '') return null
      return await pathsIn(walk.output)
    } finally {
      await held.handle.close()
    }
  } catch {
    return null
  }
}

/** The files, each preceded by the folders that it is the first to name. */
async function pathsIn(output: Buffer): Promise<readonly string[]> {
  const paths: string[] = []
  const folders = new Set<string>()
  for await (const { names } of nameSlices(output)) {
    for (const name of names) {
      for (const folder of newFoldersOf(name, folders)) paths.push(folder)
      paths.push(name)
    }
  }
  return paths
}

function newFoldersOf(name: string, known: Set<string>): readonly string[] {
  const fresh: string[] = []
  for (let end = name.lastIndexOf('/'); end >= 0; end = name.lastIndexOf('/', end - 1)) {
    const folder = name.slice(0, end + 1)
    if (known.has(folder)) break
    known.add(folder)
    fresh.unshift(folder)
    if (end === 0) break
  }
  return fresh
}

async function read(
  places: Places,
  { folder, path, maxBytes }: { folder: string; path: string; maxBytes: number },
): Promise<FolderFile | null> {
  const place = await places.locate(folder, path)
  if (!place.ok || place.value.reach !== 'inside') return null
  const { real, shown } = place.value
  const bytes = await bytesOf({ real, shown }, maxBytes)
  return bytes.ok ? { path: real, name: shown, bytes: bytes.value } : null
}

async function kindOf(places: Places, folder: string, path: string): Promise<NamedKind> {
  const place = await places.locate(folder, path)
  if (!place.ok) return 'missing'
  if (place.value.reach !== 'inside') return 'outside'
  try {
    const stats = await stat(place.value.real)
    return stats.isDirectory() ? 'folder' : 'file'
  } catch {
    return 'missing'
  }
}

async function bytesOf(
  place: { readonly real: string; readonly shown: string },
  maxBytes: number,
): Promise<Result<Uint8Array, string>> {
  const file = await openFile(place)
  if (!file.ok) return file
  const { handle, stats } = file.value
  try {
    if (stats.size === 0 || stats.size > maxBytes) return failed('It is empty or too large.')
    const bytes = Buffer.alloc(stats.size)
    const { bytesRead } = await handle.read(bytes, 0, stats.size, 0)
    return ok(bytes.subarray(0, bytesRead))
  } catch (error) {
    return failed(String(error))
  } finally {
    await handle.close()
  }
}
