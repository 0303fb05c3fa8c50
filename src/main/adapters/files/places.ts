import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { shortened } from '../../../shared/visible-text.ts'
import type { CallFacts } from '../../core/machine/event.ts'
import { isInside } from '../system/folders.ts'
import { faultCode, fileFault, ifThere } from '../system/file-fault.ts'
import { holdsSecrets } from './secrets.ts'
import { wrongPath } from './wrong-path.ts'

export type Reach = Extract<CallFacts['check'], { type: 'runnable' }>['reach']

/** The resolved location of a path from a model. */
export interface Place {
  /** Absolute, as given: links are not resolved. */
  readonly path: string
  /** With all links resolved; a path that does not exist yet is resolved from the nearest existing folder. */
  readonly real: string
  /** For people and the model: relative within the folder, otherwise absolute. */
  readonly shown: string
  readonly reach: Reach
}

export interface Places {
  /** Resolves a path from the conversation's folder. The error is for the model and for people. */
  locate(folder: string, path: string): Promise<Result<Place, string>>
  /** For the search: the places in this folder that no tool may reach, as relative paths with `/`. */
  forbiddenIn(folder: string): Promise<readonly string[]>
}

export interface PlacesOptions {
  readonly home: string
  /** Phoenix's own. */
  readonly dataFolder: string
  /**
   * True if a command's output or an attachment is at this real path: the model knows about it, and reads it without asking.
   */
  readonly holdsOutput: (path: string) => boolean
}

/** Not a disk: reading there can do anything, and reveals data of processes (including their keys). */
const NO_DISKS = process.platform === 'linux' ? ['/proc', '/sys'] : []

export function createPlaces({ home, dataFolder, holdsOutput }: PlacesOptions): Places {
  async function forbidden(): Promise<readonly string[]> {
    return [await realOrSame(dataFolder), ...NO_DISKS]
  }

  async function locate(folder: string, givenPath: string): Promise<Result<Place, string>> {
    const wrong = wrongPath(givenPath, process.platform)
    if (wrong !== null) return failed(wrong)
    const root = await realFolder(folder)
    if (!root.ok) return root
    const path = resolve(root.value, expandHome(givenPath, home))
    const real = await realOf(path)
    if (!real.ok) return failed(`${shorten(givenPath)} cannot be used: ${real.error}.`)
    const [own, ...others] = await forbidden()
    if (own !== undefined && isInside(real.value, own)) {
      return failed(
        `${shorten(givenPath)} is in Phoenix's own data folder, which no tool may touch.`,
      )
    }
    if (others.some((each) => isInside(real.value, each))) {
      return failed(
        `${shorten(givenPath)} is not a file on a disk. Use bash to look at the system.`,
      )
    }
    if (holdsOutput(real.value)) {
      return ok({ path, real: real.value, shown: real.value, reach: 'inside' })
    }
    return ok(placed(root.value, path, real.value))
  }

  return {
    locate,
    async forbiddenIn(folder) {
      const inside = (await forbidden()).filter((each) => isInside(each, folder))
      return inside.map((each) => relative(folder, each).split(sep).join('/'))
    },
  }
}

function placed(root: string, path: string, real: string): Place {
  if (!isInside(real, root)) {
    const reach = holdsSecrets([...real.split(sep), basename(path)]) ? 'secret' : 'outside'
    return { path, real, shown: real, reach }
  }
  const relativePath = relative(root, real)
  const named = isInside(path, root) ? relative(root, path) : basename(path)
  const isSecret = holdsSecrets([...relativePath.split(sep), ...named.split(sep)])
  return {
    path,
    real,
    shown: relativePath === '' ? '.' : relativePath,
    reach: isSecret ? 'secret' : 'inside',
  }
}

/** The one of several that needs approval most. */
export function widest(reaches: readonly Reach[]): Reach {
  if (reaches.includes('secret')) return 'secret'
  return reaches.includes('outside') ? 'outside' : 'inside'
}

/** The user chose the folder by its real path: if that contains a link now, it leads to a place that nobody chose. */
async function realFolder(folder: string): Promise<Result<string, string>> {
  const unusable = (why: string): Result<string, string> =>
    failed(
      `The folder of this conversation, ${folder}, cannot be used: ${why}. Nothing can be done in it until this is put right.`,
    )
  try {
    const real = await realpath(folder)
    return real === folder ? ok(real) : unusable(`it now leads to ${real}`)
  } catch (error) {
    return unusable(fileFault(error))
  }
}

/** The error ends a sentence. */
async function realOf(path: string): Promise<Result<string, string>> {
  try {
    return ok(await realpath(path))
  } catch (error) {
    if (faultCode(error) !== 'ENOENT') return failed(pathFault(error))
  }
  // Creating a file of that name would follow a broken link.
  const link = await ifThere(lstat(path))
  if (!link.ok) return link
  if (link.value !== null) return failed('it is a link that leads nowhere')
  const parent = dirname(path)
  if (parent === path) return failed('there is no such disk')
  const real = await realOf(parent)
  return real.ok ? ok(join(real.value, basename(path))) : real
}

function pathFault(error: unknown): string {
  const isInFile = faultCode(error) === 'ENOTDIR'
  return isInFile ? 'a part of its path is a file, not a folder' : fileFault(error)
}

async function realOrSame(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    return resolve(path)
  }
}

export function expandHome(path: string, home: string): string {
  if (path === '~') return home
  return path.startsWith('~/') || path.startsWith(`~${sep}`) ? join(home, path.slice(1)) : path
}

function shorten(path: string): string {
  return shortened(path, 300)
}
