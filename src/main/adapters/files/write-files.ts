import { randomBytes } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, link, lstat, mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { faultCode, fileFault, ifThere } from '../system/file-fault.ts'
import { type HeldFolder, holdFolder, holdWithin, isInPlace, NO_FOLLOWING } from './held-folder.ts'
import { isSame } from './open-file.ts'
import type { Place } from './places.ts'

/**
 * The write of one file. `before`: its stats as it was read, null if there was none. `bytes`: null deletes it. `mode`: its
 * permission bits; null: those of the file that it replaces, or the usual ones for a new file.
 */
export interface FileWrite {
  readonly place: Place
  readonly before: Stats | null
  readonly bytes: Uint8Array | null
  readonly mode: number | null
}

/** The writes that were done, in order, and the reason why no more were: sentences for the model. Null if all were. */
export interface Written {
  readonly files: readonly { readonly write: FileWrite; readonly mode: number | null }[]
  readonly fault: string | null
}

/** A write, and the name that new content has until it is in place. */
interface Planned {
  readonly write: FileWrite
  readonly name: string
}

interface Staged {
  readonly write: FileWrite
  readonly folder: HeldFolder
  /** Null for a deletion. */
  readonly temporary: { readonly name: string; readonly mode: number } | null
}

/** Notes paths of temporary files, so that they can be removed after a kill. */
export interface Temporaries {
  /** Resolves before they are made. The result is called when they are gone. Neither rejects. */
  note(paths: readonly string[]): Promise<() => Promise<void>>
}

/** How much of a name its temporary file shows: three bytes each still fit on any disk. */
const NAMED = 40

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOWING

/**
 * Writes all files or none, as far as a disk can do that: each is completely on disk under a temporary name before the
 * first is renamed into place.
 */
export async function writeFiles(
  writes: readonly FileWrite[],
  temporaries: Temporaries,
): Promise<Written> {
  const conflict = writes.find(({ place }) => beingWritten.has(place.real))
  if (conflict !== undefined) return nothing(`${conflict.place.shown} is being written right now.`)
  for (const { place } of writes) beingWritten.add(place.real)
  try {
    return await writeClaimed(writes, temporaries)
  } finally {
    for (const { place } of writes) beingWritten.delete(place.real)
  }
}

/** Paths that a tool or an undo of this process is writing: of two that have read the same file, only one writes it. */
const beingWritten = new Set<string>()

async function writeClaimed(
  writes: readonly FileWrite[],
  temporaries: Temporaries,
): Promise<Written> {
  const planned = writes.map((write): Planned => ({ write, name: temporaryName(write) }))
  const made = planned.filter(({ write }) => write.bytes !== null)
  const forget = await temporaries.note(
    made.map(({ name, write }) => join(dirname(write.place.real), name)),
  )
  const stage = new Stage()
  try {
    const staged: Staged[] = []
    for (const each of planned) {
      const one = await stage.put(each)
      if (!one.ok) return nothing(one.error)
      staged.push(one.value)
    }
    for (const one of staged) {
      const moved = await whyMoved(one)
      if (moved !== null) return nothing(moved)
    }
    return await takePlaces(staged)
  } finally {
    await stage.clear()
    await forget()
  }
}

function temporaryName({ place: { real } }: FileWrite): string {
  return `.${basename(real).slice(0, NAMED)}.${randomBytes(6).toString('hex')}.tmp`
}

/** True of the names that `writeFiles` gives. */
export function isTemporary(name: string): boolean {
  return /^\..*\.[0-9a-f]{12}\.tmp$/s.test(name)
}

function nothing(why: string): Written {
  return { files: [], fault: `Nothing was changed: ${why}` }
}

async function takePlaces(staged: readonly Staged[]): Promise<Written> {
  const files: Written['files'][number][] = []
  for (const one of staged) {
    const why = await whyNotPlaced(one)
    if (why !== null) {
      const done = files.map(({ write }) => write.place.shown)
      const others = done.length === 0 ? 'Nothing was changed' : `Changed: ${done.join(', ')}`
      const remaining = staged.slice(done.length).map(({ write }) => write.place.shown)
      return { files, fault: `${others}. Not changed: ${remaining.join(', ')}; ${why}` }
    }
    files.push({ write: one.write, mode: one.temporary?.mode ?? null })
  }
  return { files, fault: null }
}

/** Checks again right before the rename, because earlier files have taken time. Null if the file is in place. */
async function whyNotPlaced(one: Staged): Promise<string | null> {
  try {
    const moved = await whyMoved(one)
    if (moved === null) await takePlace(one)
    return moved
  } catch (error) {
    return `of ${one.write.place.shown} ${fileFault(error)}.`
  }
}

async function takePlace({ folder, temporary, write }: Staged): Promise<void> {
  const target = nameIn(folder, write.place)
  if (temporary === null) await rm(target)
  else if (write.before === null) await moveToFree(temporary.name, target)
  else await rename(temporary.name, target)
  await syncFolder(folder).catch(NOTHING)
}

function nameIn({ heldPath }: HeldFolder, { real }: Place): string {
  return join(heldPath, basename(real))
}

/** On Linux the held folder's descriptor cannot be synced, because O_PATH does not really open it. */
async function syncFolder({ heldPath }: HeldFolder): Promise<void> {
  const folder = await open(`${heldPath}/.`, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Never overwrites a name that has been taken meanwhile. */
async function moveToFree(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target)
  } catch (error) {
    // The disk has no hard links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(faultCode(error))) throw error
    const there = await ifThere(lstat(target))
    if (!there.ok || there.value !== null) throw error
    await rename(temporary, target)
  }
}

/** The reason why a file is no longer the one that was read; null if it is. */
async function whyMoved({ folder, write: { before, place } }: Staged): Promise<string | null> {
  const stats = await ifThere(lstat(nameIn(folder, place)))
  if (!stats.ok) return `${place.shown} cannot be written: ${stats.error}.`
  const now = stats.value
  if (before === null) return now === null ? null : `${place.shown} exists now.`
  const isUntouched =
    now !== null &&
    isSame(now, before) &&
    now.size === before.size &&
    now.mtimeMs === before.mtimeMs &&
    now.nlink === 1
  return isUntouched ? null : `${place.shown} was changed by something else in the meantime.`
}

/** Temporary files and new folders to be cleaned up. */
class Stage {
  readonly #folders = new Map<string, HeldFolder>()
  readonly #temporaries: string[] = []
  readonly #made: string[] = []

  async put({ name, write }: Planned): Promise<Result<Staged, string>> {
    const { bytes, place } = write
    const { shown } = place
    try {
      const folder = await this.#hold(dirname(place.real))
      if (folder === null) return failed(`the folder of ${shown} now leads somewhere else.`)
      const temporary = bytes === null ? null : await this.#fill(folder, write, { bytes, name })
      return ok({ write, folder, temporary })
    } catch (error) {
      return failed(`${shown} cannot be written: ${fileFault(error)}.`)
    }
  }

  async clear(): Promise<void> {
    for (const temporary of this.#temporaries) await rm(temporary, { force: true }).catch(NOTHING)
    // A folder with a file in place is not empty, and stays.
    for (const folder of this.#made.toReversed()) await rmdir(folder).catch(NOTHING)
    for (const { handle } of this.#folders.values()) await handle.close().catch(NOTHING)
  }

  async #hold(real: string): Promise<HeldFolder | null> {
    const held = this.#folders.get(real)
    if (held !== undefined) return held
    const folder = await this.#find(real)
    if (folder === null) return null
    this.#folders.set(real, folder)
    return (await isInPlace(folder)) ? folder : null
  }

  /** Creates missing folders, each inside the held folder above it. */
  async #find(real: string): Promise<HeldFolder | null> {
    try {
      return await holdFolder(real)
    } catch (error) {
      if (faultCode(error) !== 'ENOENT') throw error
    }
    const above = await this.#hold(dirname(real))
    if (above === null) return null
    const made = `${above.heldPath}/${basename(real)}`
    await mkdir(made)
    this.#made.push(made)
    return holdWithin(above, real)
  }

  async #fill(
    folder: HeldFolder,
    { before, mode }: FileWrite,
    { bytes, name }: { readonly bytes: Uint8Array; readonly name: string },
  ): Promise<NonNullable<Staged['temporary']>> {
    const temporary = join(folder.heldPath, name)
    const file = await open(temporary, NEW_FILE, before === null ? 0o666 : 0o600)
    this.#temporaries.push(temporary)
    try {
      if (before !== null) await dressAs(file, before)
      if (mode !== null) await file.chmod(mode)
      await file.writeFile(bytes)
      await file.sync()
      return { name: temporary, mode: (await file.stat()).mode & 0o7777 }
    } finally {
      await file.close()
    }
  }
}

const NOTHING = (): void => undefined

/** Copies the mode of the replaced file, and its owner if this account may change owners. */
async function dressAs(file: FileHandle, before: Stats): Promise<void> {
  const own = await file.stat()
  if (own.uid !== before.uid || own.gid !== before.gid) {
    await file.chown(before.uid, before.gid).catch(NOTHING)
  }
  await file.chmod(before.mode & 0o7777)
}
