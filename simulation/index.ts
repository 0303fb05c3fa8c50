import { parseArgs } from 'node:util'
import { jobsOf, runBatch } from './runs/batch.ts'
import { NO_TAPE, printTape, readTape, type Tape } from './choices.ts'
import type { DiskType } from './disks/disk.ts'
import type { Failure } from './runs/job.ts'
import { replayLine } from './runs/job.ts'
import { MARKS } from './marks/marks.ts'
import { findMutant } from './mutants/mutants.ts'
import { shrink } from './runs/shrink.ts'
import { replaceModules } from './replace-modules.ts'

const USAGE =
  'npm run simulate -- [--seeds N] [--seed S] [--tape T] [--commit K] [--fails K] [--store sqlite|memory] [--crashes] ' +
  '[--failures] [--late] [--mutant NAME]'

/**
 * `--commit`: the app dies at this write; `--fails`: this write fails; `--crashes` and `--failures`: at each write in turn.
 * A single seed is replayed and printed line by line. Several are run by two workers, and the first that breaks a promise is
 * shrunk.
 */
const values = understood()

function understood() {
  try {
    return parseArgs({
      options: {
        seeds: { type: 'string' },
        seed: { type: 'string' },
        tape: { type: 'string' },
        commit: { type: 'string' },
        fails: { type: 'string' },
        store: { type: 'string', default: 'sqlite' },
        crashes: { type: 'boolean', default: false },
        failures: { type: 'boolean', default: false },
        late: { type: 'boolean', default: false },
        mutant: { type: 'string' },
      },
    }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    return process.exit(2)
  }
}

const store: DiskType = values.store === 'memory' ? 'memory' : 'sqlite'
const mutant = values.mutant ?? null
const isLate = values.late
const seed = values.seed === undefined ? freshSeed() : Number(values.seed)
const count = Number(values.seeds ?? 1_000)

const isOne =
  values.seed !== undefined && values.seeds === undefined && !values.crashes && !values.failures
if (isOne) await replay(values.tape === undefined ? NO_TAPE : readTape(values.tape))
else await explore()

function freshSeed(): number {
  return Math.floor(Math.random() * 1e9)
}

function tell(line: string): void {
  console.log(line.slice(0, 400))
}

async function replay(tape: Tape): Promise<void> {
  replaceModules(findMutant(mutant))
  const { simulate } = await import('./simulate.ts')
  const commit = values.commit === undefined ? null : Number(values.commit)
  const failing = values.fails === undefined ? null : Number(values.fails)
  const options = {
    seed,
    tape,
    store,
    commit,
    failing,
    isolation: null,
    isLate,
    isHashed: true,
    onLine: tell,
    known: new Set<never>(),
  }
  const outcome = await simulate(options)
  console.log(`\n${outcome.faults}\n${outcome.entries} entries, trace ${outcome.digest}`)
  if (outcome.violation === null) return console.log('No promise was broken.')
  console.log(`BROKEN: ${outcome.violation.promise}\n${outcome.violation.facts}`)
  process.exitCode = 1
}

async function explore(): Promise<void> {
  console.log(`${count} seeds from ${seed} with the ${store} store`)
  const startedAt = performance.now()
  const isEach = values.crashes || values.failures
  const ofEach = values.crashes ? 'crashes' : 'failures'
  const mode = isEach ? ofEach : isLate ? 'late' : 'all'
  const size = isEach ? 1 : Math.min(250, Math.ceil(count / 2))
  const jobs = jobsOf({ from: seed, count }, size, { mutant, store, mode, isHashed: false })
  const results = await runBatch(jobs)
  const runs = results.reduce((sum, each) => sum + each.runs, 0)
  const cpuMs = results.reduce((sum, each) => sum + each.cpuMs, 0)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${runs} runs in ${seconds} s, ${(cpuMs / runs).toFixed(2)} ms of CPU each`)
  const broken = results.find((each) => each.failure !== null)?.failure
  if (broken) return explain(broken)
  const pairs = new Set(results.flatMap((each) => each.pairs))
  console.log(`${pairs.size} pairs of state and event:\n${[...pairs].toSorted().join('\n')}`)
  const met = new Set(results.flatMap((each) => each.marks))
  for (const mark of MARKS) if (!met.has(mark)) console.log(`never met: ${mark}`)
}

async function explain(failure: Failure): Promise<void> {
  process.exitCode = 1
  console.log(`BROKEN: ${failure.violation.promise}\n${failure.violation.facts}`)
  console.log(`as found: ${replayLine(failure, '')}`)
  replaceModules(findMutant(mutant))
  const { simulate } = await import('./simulate.ts')
  const { commit, failing } = failure
  const tape = await shrink(failure.taken, async (candidate) => {
    const options = {
      seed: failure.seed,
      tape: candidate,
      store,
      commit,
      failing,
      isolation: null,
      isLate: failure.isLate,
      isHashed: false,
    }
    const outcome = await simulate({ ...options, onLine: null, known: new Set<never>() })
    return outcome.violation?.promise === failure.violation.promise
  })
  console.log(`shrunk:   ${replayLine(failure, printTape(tape))}`)
}
