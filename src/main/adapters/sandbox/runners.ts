import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runnerOf, RUN_BY_OTHERS } from '../files/run-by-others.ts'

/** When each of the files that other tools run was last changed. */
type Runners = ReadonlyMap<string, number>

export function runnersIn(folder: string): Runners {
  const times = new Map<string, number>()
  for (const name of RUN_BY_OTHERS) {
    for (const each of [name, ...namesIn(join(folder, name)).map((inner) => `${name}/${inner}`)]) {
      const facts = lstatSync(join(folder, each), { throwIfNoEntry: false })
      if (facts?.isFile() === true) times.set(each, facts.ctimeMs)
    }
  }
  return times
}

/** A sentence on those that are new or other than they were; null: none is. */
export function changedRunners(folder: string, before: Runners): string | null {
  const changed = [...runnersIn(folder)].filter(([name, time]) => before.get(name) !== time)
  if (changed.length === 0) return null
  const named = changed.map(([name]) => `${name} (${runnerOf(name) ?? ''})`)
  return `Changed while this ran, and run by other tools outside the sandbox: ${named.join(', ')}.`
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
