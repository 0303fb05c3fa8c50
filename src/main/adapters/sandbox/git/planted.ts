import { createHash } from 'node:crypto'
import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { isInside } from '../../system/folders.ts'
import { ownTurn } from '../../system/own-turn.ts'
import { readRegular } from '../../data-folder/regular-file.ts'
import { allNamesIn, type GitIndexes } from './git-indexes.ts'
import { oddSetting } from './git-settings.ts'
import { gitdirIn } from './gitdir.ts'
import { linkedTree } from './linked-tree.ts'
import { linksBelow, linksIn } from './links-in-git.ts'
import { namesIn } from './names-in.ts'
import type { Planted } from './planted-place.ts'

/** Names the repository itself, which is git's default. An empty file would stop git. */
export const OWN_COMMONDIR = '.\n'

/** More than any real system has; no command should wait for more. */
const MOST_NESTED = 10_000

/** So many folders are looked at in one turn of the event loop. */
const AT_ONCE = 50

/**
 * Finds repositories that may run programs when the user's git looks at the folder: the folder itself (a bare layout), those
 * that the index names, wherever they are, and those directly in it, which editors open by themselves.
 */
export async function plantedIn(folder: string, indexes: GitIndexes): Promise<readonly Planted[]> {
  return [...bareIn(folder), ...(await nestedIn(folder, indexes))]
}

/** Only the folder itself. */
export function bareIn(folder: string): readonly Planted[] {
  if (!isBareLayout(folder)) return []
  const path = join(folder, 'HEAD')
  const mark = digestOf([textOf(join(folder, 'config')) ?? ''])
  const why = 'with config, objects and refs it makes the folder a repository'
  return [{ path, why, mark }]
}

async function nestedIn(folder: string, indexes: GitIndexes): Promise<readonly Planted[]> {
  const found: Planted[] = []
  const top = join(folder, '.git')
  const { links, escape } = await linksOf(top, { work: folder, folder }, indexes)
  if (escape !== null) found.push(escape)
  found.push(...(await linksWithin(folder)))
  const waiting = (await foldersIn(folder)).concat(links)
  const seen = new Set<string>()
  for (let looked = 1; waiting.length > 0; looked++) {
    if (looked % AT_ONCE === 0) await ownTurn()
    const nested = waiting.pop() ?? folder
    const git = join(nested, '.git')
    if (seen.has(nested) || factsOf(git) === null) continue
    seen.add(nested)
    const odd = oddityOf(nested, top)
    if (odd !== null) found.push({ path: git, ...odd })
    found.push(...(await linksIn(git)))
    const inner = await linksOf(git, { work: nested, folder }, indexes)
    if (inner.escape !== null) found.push(inner.escape)
    waiting.push(...inner.links)
  }
  return found
}

/** The links in the parts of the folder's repository that commands may write to. */
async function linksWithin(folder: string): Promise<readonly Planted[]> {
  const tree = linkedTree(folder)
  if (tree === null) return linksIn(join(folder, '.git'))
  return [...(await linksIn(tree.own)), ...(await linksBelow(tree.common, ['logs']))]
}

/** True if git takes the folder for a repository without a work tree. */
export function isBareLayout(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => isIn(folder, name))
}

/** Looks by name, as git does: a folder that cannot be listed may still have it. */
function isIn(folder: string, name: string): boolean {
  return factsOf(join(folder, name)) !== null
}

function isLink(folder: string, name: string): boolean {
  return factsOf(join(folder, name))?.isSymbolicLink() === true
}

type Odd = Pick<Planted, 'why' | 'mark'>

/**
 * The reason why the `.git` of a nested folder may run programs; null if there is none, or it is as git itself creates it.
 */
function oddityOf(nested: string, top: string): Odd | null {
  const git = join(nested, '.git')
  const facts = factsOf(git)
  if (facts === null) return null
  if (facts.isSymbolicLink()) return { why: 'it is a link', mark: 'link' }
  if (facts.isDirectory()) return oddityIn(git)
  const target = gitdirIn(textOf(git) ?? '')
  if (target === undefined) return null
  const place = placeOf(nested, target)
  // The sandbox allows no changes inside these.
  const isKept =
    !target.includes('\uFFFD') &&
    ['modules', 'worktrees'].some((name) => isInside(place, join(top, name)))
  return isKept
    ? null
    : {
        why: `it sends git to ${place}`,
        mark: digestOf([place, textOf(join(place, 'config')) ?? '']),
      }
}

/** Follows links before `..`, as the system does. */
function placeOf(folder: string, path: string): string {
  try {
    return realpathSync.native(isAbsolute(path) ? path : `${folder}/${path}`)
  } catch {
    return resolve(folder, path)
  }
}

/** Stands for settings that cannot be read; never counts as harmless. */
const UNREAD = 'what cannot be read'

function oddityIn(git: string): Odd | null {
  const links = ['config', 'config.worktree', 'hooks', 'info', 'commondir'].filter((name) =>
    isLink(git, name),
  )
  const settings = ['config', 'config.worktree'].map((name) =>
    isIn(git, name) ? (textOf(join(git, name)) ?? UNREAD) : '',
  )
  const hooks = (namesIn(join(git, 'hooks')) ?? [UNREAD]).filter(
    (name) => !name.endsWith('.sample'),
  )
  const programs = hooks.map((name) => hookAt(join(git, 'hooks', name)))
  const mark = digestOf([...links, ...settings, ...hooks, ...programs])
  const odd = settings.map(oddSetting).find((line) => line !== null)
  if (links[0] !== undefined) return { why: `its ${links[0]} is a link`, mark }
  if (isIn(git, 'commondir') && textOf(join(git, 'commondir')) !== OWN_COMMONDIR)
    return { why: 'it has a commondir', mark }
  if (odd !== undefined) return { why: `its settings may run programs: ${odd}`, mark }
  return hooks[0] === undefined ? null : { why: `it has the hook ${hooks[0]}`, mark }
}

interface Links {
  readonly links: readonly string[]
  /** The nested repository that an index names outside the folder, or in an unreadable place. */
  readonly escape: Planted | null
}

/** The nested repositories of a repository, according to its indexes. */
async function linksOf(git: string, { work, folder }: Place, indexes: GitIndexes): Promise<Links> {
  const isLong = /objectformat\s*=\s*sha256/i.test(textOf(join(git, 'config')) ?? '')
  const hashBytes = isLong ? 32 : 20
  const index = isIn(git, 'index') ? ['index'] : []
  const shared = namesIn(git)?.filter((name) => name.startsWith(SHARED))
  if (shared === undefined && index.length > 0)
    return escaping(join(git, 'index'), 'the folder that it is in cannot be listed')
  const paths = [...index, ...(shared ?? [])].map((name) => join(git, name))
  const links: string[] = []
  for (const path of paths) {
    const nested = await indexes.nestedIn(path, hashBytes)
    const any = nested?.hasNameless === true ? await repositoriesAmong(paths, work, hashBytes) : []
    if (nested === null || any === null) return escaping(path, 'it is not a file that can be read')
    const count = nested.links.length + any.length
    if (count > MOST_NESTED) return escaping(path, `it names ${count} nested repositories`)
    const all = [...nested.links.map((name) => resolve(work, name)), ...any]
    const stray = all.find((each) => !isInside(each, folder) || each.includes('\uFFFD'))
    if (stray !== undefined) return escaping(path, `it names a nested repository at ${stray}`)
    links.push(...all)
  }
  return { links, escape: null }
}

interface Place {
  readonly work: string
  readonly folder: string
}

const SHARED = 'sharedindex.'

/** The repositories among everything that shared indexes name. Null if one cannot be read. */
async function repositoriesAmong(
  indexes: readonly string[],
  work: string,
  hashBytes: 20 | 32,
): Promise<readonly string[] | null> {
  const found = new Set<string>()
  for (const index of indexes.filter((path) => basename(path).startsWith(SHARED))) {
    const names = await allNamesIn(index, hashBytes)
    if (names === null) return null
    for (const [at, name] of names.entries()) {
      if (at % AT_ONCE === 0) await ownTurn()
      const path = resolve(work, name)
      if (name !== '' && factsOf(join(path, '.git')) !== null) found.add(path)
    }
  }
  return [...found]
}

function escaping(path: string, why: string): Links {
  return { links: [], escape: { path, why, mark: why } }
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== '.git')
    return folders.map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}

/** What a hook would do, in a form that changes with it: its content, and whether git may run it. */
function hookAt(path: string): string {
  const facts = factsOf(path)
  if (facts === null) return UNREAD
  const { ctimeMs, mode } = facts
  return `${mode} ${textOf(path) ?? ctimeMs}`
}

const MOST_TEXT_BYTES = 1024 * 1024

function textOf(path: string): string | null {
  const facts = factsOf(path)
  if (facts?.isFile() !== true || facts.size > MOST_TEXT_BYTES) return null
  try {
    return readRegular(path, MOST_TEXT_BYTES).toString()
  } catch {
    return null
  }
}

function factsOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

function digestOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
