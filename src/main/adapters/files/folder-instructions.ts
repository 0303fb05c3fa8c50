import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import {
  type InstructionsFault,
  InstructionsName,
  MAX_INSTRUCTIONS_BYTES,
  pathOf,
} from '../../../shared/conversation/turn.ts'
import type { FoundInstructions, InstructionsPort } from '../../runtime/ports/file-ports.ts'
import { isInside } from '../system/folders.ts'
import { generalRules, rulesAbout } from './folder-rules.ts'
import { exists, isMissed, type OnMissed, readOne, type Within } from './instruction-file.ts'

/** Claude Code also looks here. */
const ELSEWHERE = join('.claude', 'CLAUDE.md')

/** The limit for the parents of a folder and the user's own file together, in bytes. */
const MAX_FURTHER_BYTES = MAX_INSTRUCTIONS_BYTES
/** The limit for one nested file, in bytes: it is sent with the result of a call. */
const MAX_NESTED_BYTES = 16 * 1024
/** No repository is deeper. */
const MAX_FOLDERS = 32

/** The places where agents keep a user's general instructions: the first file that is not blank counts. */
export const OF_THE_PERSON: readonly (readonly [string, InstructionsName])[] = [
  ['.config/phoenix', 'AGENTS.md'],
  ['.config/agents', 'AGENTS.md'],
  ['.codex', 'AGENTS.md'],
  ['.config/opencode', 'AGENTS.md'],
  ['.agents', 'AGENTS.md'],
  ['.claude', 'CLAUDE.md'],
]

export interface InstructionsOptions {
  readonly home: string
  /** Phoenix's own, which is never read. */
  readonly dataFolder: string
  /**
   * Decides whether models may see a folder's file and what it imports. Default: all may be seen. Used only by
   * `readInstructions` and `readNested`. Never throws.
   */
  readonly mayShow?: (folder: string, file: FoundInstructions) => boolean
}

/**
 * Reads AGENTS.md, or else CLAUDE.md or .claude/CLAUDE.md, of a folder and of its parents up to the root of its repository,
 * and the user's own: regular files whose beginning is UTF-8. Links are followed only within the folder, the repository or
 * the home, and never to secrets, because models see a folder's files before the user has said anything
 * (docs/decisions/145).
 */
export function createInstructionsPort({
  home,
  dataFolder,
}: InstructionsOptions): InstructionsPort {
  return {
    read(folder) {
      let isWhole = true
      const onMissed = (): void => void (isWhole = false)
      const within = { root: folder, maxBytes: MAX_INSTRUCTIONS_BYTES, dataFolder, onMissed }
      const itsHome = realHome(home)
      const { file, fault } = readFirst(folder, within, itsHome)
      const further: FoundInstructions[] = []
      let left = MAX_FURTHER_BYTES
      const parents = parentsInRepository(folder, onMissed)
      const root = parents.at(-1) ?? folder
      for (const parent of parents) {
        if (left <= 0) break
        const found = readFirst(parent, { ...within, root, maxBytes: left }, itsHome).file
        if (found === null) continue
        further.unshift({ ...found, path: join(relative(folder, parent), pathOf(found)) })
        left -= found.text.length
      }
      const person = { ...within, root: itsHome, maxBytes: left }
      const own = left > 0 ? ofThePerson(person) : null
      if (own !== null) further.unshift(own)
      const rules = [
        ...generalRules(person, '~'),
        ...rootsOf(root, folder, itsHome).flatMap((each) =>
          generalRules({ ...within, root: each }, relative(folder, each)),
        ),
      ]
      const files = [...further, ...rules]
      return { files: file === null ? files : [...files, file], fault, isWhole }
    },
  }
}

/** Null if all of them are missing or blank. */
function ofThePerson(within: Within): FoundInstructions | null {
  for (const [place, name] of OF_THE_PERSON) {
    const found = readOne(join(within.root, place, name), name, within)
    if (typeof found === 'object') return { ...found, path: join('~', place, name) }
  }
  return null
}

export function realHome(home: string): string {
  try {
    return realpathSync(home)
  } catch {
    return home
  }
}

/** The files of the folders between a folder and a touched file in it, outermost first. */
export function nestedInstructions(
  folder: string,
  touched: string,
  dataFolder: string,
): readonly FoundInstructions[] {
  if (!isInside(touched, folder)) return []
  const names = relative(folder, dirname(touched)).split(sep).slice(0, MAX_FOLDERS)
  const within = { root: folder, maxBytes: MAX_NESTED_BYTES, dataFolder }
  return names.flatMap((name, index) => {
    if (name === '') return []
    const relativePath = names.slice(0, index + 1).join(sep)
    const { file } = readFirst(join(folder, relativePath), within, null)
    return file === null ? [] : [{ ...file, path: join(relativePath, pathOf(file)) }]
  })
}

/**
 * The rules for files that were touched in a folder. The patterns of the user's own rules work like those of the repository.
 */
export function rulesOn(
  folder: string,
  touched: readonly string[],
  { dataFolder, home }: InstructionsOptions,
): readonly FoundInstructions[] {
  const repository = repositoryOf(folder)
  const itsHome = realHome(home)
  const places = rootsOf(repository, folder, itsHome).map((root) => {
    return { root, base: root, at: relative(folder, root) }
  })
  return [{ root: itsHome, base: repository, at: '~' }, ...places].flatMap(({ at, base, root }) => {
    const files = touched.filter((file) => isInside(file, base))
    const within = { root, maxBytes: MAX_NESTED_BYTES, dataFolder }
    return files.length === 0 ? [] : rulesAbout(files, base, within, at)
  })
}

/** The folders whose rules apply: the repository, and the folder itself. Those of the home folder are the user's own. */
function rootsOf(repository: string, folder: string, home: string): readonly string[] {
  return [...new Set([repository, folder])].filter((each) => each !== home)
}

/**
 * The folders above, up to the one that contains `.git`, nearest first; empty if none does. Like git, it checks the owner:
 * in a folder that others own, such as /tmp, anybody could have put instructions.
 */
function parentsInRepository(folder: string, onMissed?: OnMissed): readonly string[] {
  const parents: string[] = []
  for (let at = folder; parents.length <= MAX_FOLDERS; at = dirname(at)) {
    if (at !== folder) {
      if (!isOwn(at, onMissed)) return []
      parents.push(at)
    }
    if (exists(join(at, '.git'), onMissed)) return parents
    if (dirname(at) === at) return []
  }
  return []
}

/** The repository of a folder, as far up as instructions are read; the folder itself if it is in none. */
export function repositoryOf(folder: string): string {
  return parentsInRepository(folder).at(-1) ?? folder
}

function isOwn(path: string, onMissed?: OnMissed): boolean {
  try {
    return process.getuid === undefined || lstatSync(path).uid === process.getuid()
  } catch (error) {
    isMissed(error, onMissed)
    return false
  }
}

/** `fault`: the first file that exists but was skipped. `home`: `.claude` in there is the user's own. */
function readFirst(
  folder: string,
  within: Within,
  home: string | null,
): { readonly file: FoundInstructions | null; readonly fault: InstructionsFault | null } {
  let fault: InstructionsFault | null = null
  for (const name of InstructionsName.options) {
    const read = readOne(join(folder, name), name, within)
    if (typeof read === 'object') return { file: read, fault }
    if (read !== 'absent') fault ??= { name, why: read }
  }
  const read = folder === home ? 'absent' : readOne(join(folder, ELSEWHERE), 'CLAUDE.md', within)
  return { file: typeof read === 'object' ? { ...read, path: ELSEWHERE } : null, fault }
}
