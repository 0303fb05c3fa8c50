import { checkIsolation } from '../check-isolation.ts'
import { NO_TAPE } from '../choices.ts'
import type { Failure, Job, JobResult } from './job.ts'
import { playScripted } from './scripted-lives.ts'
import { STATEMENTS } from '../faults/faults.ts'
import type { Mark } from '../marks/marks.ts'
import { withForbiddenGlobals } from '../forbidden-globals.ts'
import { type Outcome, simulate } from '../simulate.ts'

/** Does the runs of a job until one breaks a promise. */
export async function runJob(job: Job): Promise<JobResult> {
  const before = process.threadCpuUsage()
  const marks = new Set<Mark>()
  const pairs = new Set<string>()
  const digests: string[] = []
  let [runs, struck] = [0, 0]
  const healing = { ms: 0, steps: 0 }
  const family = { children: 0, outcomes: 0 }
  let failure: Failure | null = null

  async function run(
    seed: number,
    { commit = null, failing = null }: Partial<Pick<Failure, 'commit' | 'failing'>> = {},
  ): Promise<Outcome> {
    const { store, isHashed } = job
    const isLate = job.mode === 'late'
    const options = {
      seed,
      tape: NO_TAPE,
      store,
      commit,
      failing,
      isolation: null,
      isHashed,
      onLine: null,
      known: marks,
      isLate,
    }
    const outcome = await (isHashed
      ? withForbiddenGlobals(() => simulate(options))
      : simulate(options))
    runs++
    if (outcome.hasStruck) struck++
    for (const mark of outcome.marks) marks.add(mark)
    for (const pair of outcome.pairs) pairs.add(pair)
    healing.ms = Math.max(healing.ms, outcome.healing.ms)
    healing.steps = Math.max(healing.steps, outcome.healing.steps)
    family.children += outcome.family.children
    family.outcomes += outcome.family.outcomes
    if (isHashed) digests.push(outcome.digest)
    const { violation, taken } = outcome
    if (violation !== null) failure ??= { seed, isLate, store, commit, failing, violation, taken }
    return outcome
  }

  /** Fails each statement of a write, one after the other. Returns whether every promise was kept. */
  async function failEach(seed: number, write: number): Promise<boolean> {
    for (let statement = 0; statement < STATEMENTS; statement++) {
      const failing = write * STATEMENTS + statement
      const { hasStruck, violation } = await run(seed, { failing })
      if (violation !== null) return false
      if (!hasStruck) break
    }
    return true
  }

  async function runApart(seed: number): Promise<void> {
    const { store } = job
    const violation = await checkIsolation(seed, store)
    runs += 2
    if (violation === null) return
    failure ??= { seed, isLate: false, store, commit: null, failing: null, violation, taken: [] }
  }

  if (job.mode === 'scripted') for (const pair of await playScripted()) pairs.add(pair)
  for (const seed of job.mode === 'scripted' ? [] : job.seeds) {
    if (job.mode === 'apart') {
      await runApart(seed)
      if (failure !== null) break
      continue
    }
    const { writes, failable } = await run(seed)
    const deaths = job.mode === 'crashes' ? 2 * writes : 0
    for (let commit = 0; commit < deaths && failure === null; commit++) await run(seed, { commit })
    const faults = job.mode === 'failures' ? failable : 0
    for (let write = 0; write < faults; write++) if (!(await failEach(seed, write))) break
    if (failure !== null) break
  }
  const { user, system } = process.threadCpuUsage(before)
  const cpuMs = (user + system) / 1000
  const found = { marks: [...marks], pairs: [...pairs], digests }
  return { failure, runs, struck, cpuMs, ...found, healing, family }
}
