import { stat } from 'node:fs/promises'
import { setImmediate as pause } from 'node:timers/promises'
import { MAX_FOUND_FILES, type NamedKind } from '../../../shared/protocol/file-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type {
  FolderFile,
  FolderFilesPort,
  FoundPaths,
} from '../../runtime/ports/folder-files-port.ts'
import { holdFolder } from '../files/held-folder.ts'
import { openFile } from '../files/open-file.ts'
import { createPlaces, type Places, type PlacesOptions } from '../files/places.ts'
import { fileFault } from '../system/file-fault.ts'
import { NEVER, within } from '../system/within.ts'
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

/** The error is a sentence for people. */
type Listed = Result<FoundPaths, string>

interface Listing {
  readonly folder: string
  readonly listed: Promise<Listed>
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
    const make = async (): Promise<Listed> => {
      const listed = await list(places, folder)
      listing.freshUntil = listed.ok ? now() + FRESH_MS : 0
      return listed
    }
    const listing: Listing = { folder, listed: make(), freshUntil: Infinity }
    newest = listing
    return listing
  }

  /** Null if the signal stopped it. */
  async function listedIn(folder: string, signal: AbortSignal): Promise<Listed | null> {
    const listed = await within(listingOf(folder).listed, LIMIT_MS, signal)
    if (listed.type === 'aborted') return null
    return listed.type === 'late' ? failed('Its disk does not answer.') : listed.value
  }

  return {
    find: async (folder, text, signal) => {
      const listed = await listedIn(folder, signal)
      if (listed === null) return ok(null)
      if (!listed.ok) return listed
      const options = { most: MAX_FOUND_FILES, signal, pause }
      const paths = await matchPaths(text, listed.value.paths, options)
      return ok(paths === null ? null : { paths, isCut: listed.value.isCut })
    },
    list: async (folder, under) => {
      const listed = (await listedIn(folder, NEVER)) ?? failed('The search was stopped.')
      if (!listed.ok) return listed
      const { isCut, paths } = listed.value
      return ok({ entries: await entriesUnder(paths, under), isCut })
    },
    look: (folder, path, from) => lookAtFile(places, { folder, path, from }),
    commands: options.commands,
    kindOf: (folder, path) => kindOf(places, folder, path),
    read: (folder, path, maxBytes) => read(places, { folder, path, maxBytes }),
  }
}

async function list(places: Places, folder: string): Promise<Listed> {
  const root = await places.locate(folder, '.')
  if (!root.ok) return root
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
      if (walk.type === 'aborted') return failed('The search was stopped.')
      if (walk.type === 'failed') return failed(walk.reason)
      if (walk.complaint !== '') return failed(`Not searched: ${walk.complaint}`)
      const isCut = walk.cut !== null || walk.hasUnreadable
      return ok({ paths: await pathsIn(walk.output), isCut })
    } finally {
      await held.handle.close()
    }
  } catch (error) {
    return failed(`The folder cannot be opened: ${fileFault(error)}.`)
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
