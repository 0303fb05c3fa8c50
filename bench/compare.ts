import type { Trial } from './bench.ts'
import { benchNamed } from './benches.ts'
import { type Ratio, ratiosOf, type Round } from './ratios.ts'
import { OWN_PROGRAM, withRevision } from './revision.ts'
import type { Options } from './options.ts'
import type { Outcome } from './run-in-process.ts'
import { runBench } from './run-bench.ts'
import { printTable, sentenceOf } from './table.ts'

const ROUNDS = 5

type Compared =
  | { readonly type: 'compared'; readonly ratios: readonly Ratio[] }
  | { readonly type: 'not'; readonly sentence: string; readonly isFault: boolean }

type Shared = Omit<Trial, 'program'>

/**
 * Runs each bench of the working tree against the programs of both revisions in turn, prints the ratios, and returns
 * true if every bench finished.
 */
export async function compare(
  ref: string,
  { names }: Options,
  shared: Shared,
  stop: AbortSignal,
): Promise<boolean> {
  console.error(`building ${ref} …`)
  return withRevision(ref, stop, async (there) => {
    const rows: string[][] = []
    let isSound = true
    for (const name of names) {
      const compared = await compareOne(name, there, shared, stop)
      rows.push(...cellsOf(name, compared))
      if (compared.type === 'not') isSound &&= !compared.isFault
    }
    printTable(['', 'figure', ref, 'here', 'here / there', 'spread'], rows)
    return isSound
  })
}

async function compareOne(
  name: string,
  program: string,
  shared: Shared,
  stop: AbortSignal,
): Promise<Compared> {
  if (benchNamed(name).of === 'source') {
    const sentence = 'Not compared: it measures modules of the working tree, not the built program.'
    return { type: 'not', sentence, isFault: false }
  }
  const rounds: Round[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`measuring ${name}, round ${round} of ${ROUNDS} …`)
    const there = await runBench(name, { ...shared, program }, stop)
    if (there.type !== 'measured') return without(there, 'There')
    const here = await runBench(name, { ...shared, program: OWN_PROGRAM }, stop)
    if (here.type !== 'measured') return without(here, 'Here')
    rounds.push({ there: there.rows, here: here.rows })
  }
  const ratios = ratiosOf(rounds)
  if (ratios.length > 0) return { type: 'compared', ratios }
  return { type: 'not', sentence: 'No figure of both can be true.', isFault: true }
}

function without(
  outcome: Exclude<Outcome, { readonly type: 'measured' }>,
  where: string,
): Compared {
  const isFault = outcome.type !== 'impossible'
  return { type: 'not', sentence: `${where}: ${sentenceOf(outcome)}`, isFault }
}

function cellsOf(name: string, compared: Compared): string[][] {
  if (compared.type === 'not') {
    return [[compared.isFault ? 'FAILED' : '-', name, compared.sentence, '', '', '']]
  }
  return compared.ratios.map(({ here, ratio, there, what }) => {
    const [middle, least, most] = ratio.map((each) => each.toFixed(2))
    return ['', what, short(there), short(here), `${middle}x`, `${least} to ${most}`]
  })
}

function short(value: number): string {
  return value.toPrecision(3)
}
