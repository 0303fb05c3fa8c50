import { lstatSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runnerOf, RUN_BY_OTHERS } from '../../files/run-by-others.ts'
import { readRegular } from '../../data-folder/regular-file.ts'

interface Runner {
  /** When the file was last changed (ms). */
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
    const facts = lstatSync(join(folder, relativePath), { throwIfNoEntry: false })
    if (by !== null && facts?.isFile() === true)
      found.set(relativePath, { changedAt: facts.ctimeMs, by })
  }
  for (const name of RUN_BY_OTHERS) {
    for (const relativePath of [name, ...pathsIn(folder, name)])
      add(relativePath, runnerOf(relativePath))
  }
  for (const path of hooks) {
    for (const relativePath of pathsIn(folder, relative(folder, path)))
      add(relativePath, 'git runs it as a hook')
  }
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

function pathsIn(folder: string, relativePath: string): readonly string[] {
  try {
    return readdirSync(join(folder, relativePath)).map((name) => `${relativePath}/${name}`)
  } catch {
    return []
  }
}
