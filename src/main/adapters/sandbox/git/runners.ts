import { lstatSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runnerOf, RUN_BY_OTHERS } from '../../files/run-by-others.ts'
import { readRegular } from '../../data-folder/regular-file.ts'
import { namesIn } from './names-in.ts'

interface Runner {
  /** When the file was last changed (ms); UNKNOWN counts as changed. */
  readonly changedAt: number
  /** The program that runs it: half a sentence. */
  readonly by: string
}

/** The files that other tools run, by path relative to the folder. */
type Runners = ReadonlyMap<string, Runner>

const REBASE = '.git/rebase-merge'

/** `hooks`: hook folders that the user's config names. */
export function runnersIn(folder: string, hooks: readonly string[]): Runners {
  const found = new Map<string, Runner>()
  const add = (relativePath: string, by: string | null): void => {
    const changedAt = changedAtOf(join(folder, relativePath))
    if (by !== null && changedAt !== null) found.set(relativePath, { changedAt, by })
  }
  /** A folder that cannot be listed stands for its files, which others may open by name. */
  const addAllIn = (name: string, byOf: (relativePath: string) => string | null): void => {
    const paths = pathsIn(folder, name)
    const by = byOf(`${name}/any`)
    if (paths === null && by !== null) found.set(name, { changedAt: UNKNOWN, by })
    for (const relativePath of paths ?? []) add(relativePath, byOf(relativePath))
  }
  for (const name of RUN_BY_OTHERS) {
    add(name, runnerOf(name))
    addAllIn(name, runnerOf)
  }
  for (const path of hooks) addAllIn(relative(folder, path), () => 'git runs it as a hook')
  if (runsPrograms(join(folder, REBASE)))
    add(`${REBASE}/git-rebase-todo`, 'git rebase --continue runs what it names')
  return found
}

/** A sentence about files that are new or changed; null if there are none. */
export function changedRunners(before: Runners, now: Runners): string | null {
  const changed = [...now].filter(
    ([relativePath, { changedAt }]) => before.get(relativePath)?.changedAt !== changedAt,
  )
  if (changed.length === 0) return null
  const named = changed.map(([relativePath, { by }]) => `${relativePath} (${by})`)
  return `Changed while this ran, and run by other tools outside the sandbox: ${named.join(', ')}.`
}

/** Git's own strategies; any other is a program of that name. */
const STRATEGIES = ['', 'ort', 'recursive', 'resolve', 'ours', 'octopus', 'subtree']

/** True if an unfinished rebase would run a program when it continues. */
function runsPrograms(rebase: string): boolean {
  const steps = textOf(join(rebase, 'git-rebase-todo')).split('\n')
  const strategy = textOf(join(rebase, 'strategy')).trim()
  return steps.some((step) => /^\s*(?:x|exec)\s/.test(step)) || !STRATEGIES.includes(strategy)
}

function textOf(path: string): string {
  try {
    return readRegular(path, 1024 * 1024).toString()
  } catch {
    return ''
  }
}

/** Differs from every time, and from itself. */
const UNKNOWN = Number.NaN

/** Null if it is not a file. A command can take away the permission to look. */
function changedAtOf(path: string): number | null {
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false })
    return facts?.isFile() === true ? facts.ctimeMs : null
  } catch {
    return UNKNOWN
  }
}

/** Null if they cannot be listed, as in `namesIn`. */
function pathsIn(folder: string, relativePath: string): readonly string[] | null {
  return namesIn(join(folder, relativePath))?.map((name) => `${relativePath}/${name}`) ?? null
}
