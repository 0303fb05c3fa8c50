import { parseArgs } from 'node:util'
import { BENCH_NAMES } from './benches.ts'

export interface Options {
  readonly names: readonly string[]
  readonly isShort: boolean
  /** The revision to compare with; null: none. */
  readonly compared: string | null
}

export const USAGE = `npm run bench -- [--short] [--compare REF] [name ...], of: ${BENCH_NAMES.join(', ')}`

/** Throws a sentence if the arguments are invalid. */
export function optionsOf(given: readonly string[]): Options {
  const { positionals, values } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: { short: { type: 'boolean' }, compare: { type: 'string' } },
  })
  const unknown = positionals.find((name) => !BENCH_NAMES.includes(name))
  if (unknown !== undefined) throw new Error(`There is no bench ${unknown}.`)
  const names = BENCH_NAMES.filter((name) => positionals.length === 0 || positionals.includes(name))
  return { names, isShort: values.short ?? false, compared: values.compare ?? null }
}
