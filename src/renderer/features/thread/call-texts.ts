import type { CallInput } from '../../../shared/content.ts'
import { formatDuration, formatTaken } from '../time.ts'
import { wordsOfOutcome } from '../words.ts'
import type { ShownResult } from './thread-items.ts'

/** The whole of what a call was given: its command as it is, then its other fields, a line each. */
export function textOfInput(input: CallInput): string {
  if (input.type === 'unparsed') return input.text
  const { command, ...others } = input.value
  const fields = Object.entries(others).map(([name, value]) => `${name}: ${textOfValue(value)}`)
  const first = typeof command === 'string' ? [command] : []
  return [...first, ...fields].join('\n')
}

function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** How a call stands: running for so many ms, ended so, or waiting for its turn. */
export function outcomeOf(result: ShownResult | null, elapsedMs: number | null): string {
  if (elapsedMs !== null) return `Running · ${formatDuration(elapsedMs)}`
  if (result === null) return 'Waiting'
  const word = result.summary ?? wordsOfOutcome(result.outcome)
  return result.durationMs === null ? word : `${word} · ${formatTaken(result.durationMs)}`
}
