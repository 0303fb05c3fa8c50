import { assertNever } from '../../../shared/assert-never.ts'
import type { CallInput } from '../../../shared/content.ts'
import type { ApprovalAnswer } from '../../../shared/turn.ts'
import { formatDuration, formatTaken } from '../time.ts'
import { wordsOfOutcome } from '../words.ts'
import type { CallNow } from './call-now.ts'
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

/** How a call stands: what it does now, how it ended, or that its turn has not come. `time` in ms. */
export function outcomeOf(result: ShownResult | null, now: CallNow | null, time: number): string {
  if (result === null) return now === null ? 'Waiting' : wordsOfNow(now, time)
  const word = result.summary ?? wordsOfOutcome(result.outcome)
  return result.durationMs === null ? word : `${word} · ${formatTaken(result.durationMs)}`
}

function wordsOfNow(now: CallNow, time: number): string {
  switch (now.type) {
    case 'running':
    case 'delegating':
      return `Running · ${formatDuration(time - now.startedAt)}`
    case 'asked':
      return 'Needs your approval'
    case 'answered':
      return `${wordsOfAnswer(now.answer)}, waiting`
    default:
      return assertNever(now)
  }
}

export function wordsOfAnswer(answer: ApprovalAnswer): string {
  switch (answer.type) {
    case 'once':
      return 'Allowed once'
    case 'always':
      return 'Always allowed here'
    case 'deny':
      return 'Denied'
    default:
      return assertNever(answer)
  }
}
