import { prefixesOf } from '../../../shared/rule-words.ts'
import type { Rule } from '../../../shared/turn.ts'
import type { AskedCall } from './askers.ts'

/** More words than this are no beginning any more, but the command. */
const MAX_PREFIXES = 8

/**
 * The rules that can be made of a call: of exactly its subject first, then of what begins as it does. None where it is asked
 * for each time, or has nothing to name.
 */
export function alwaysChoicesOf({ call, why }: AskedCall): readonly Rule[] {
  const { name: tool, subject } = call
  if (why !== 'mode' || subject === null) return []
  const prefixes = call.action === 'command' ? prefixesOf(subject).slice(0, MAX_PREFIXES) : []
  return [
    { tool, subject, match: 'exact' },
    ...prefixes.map((words) => ({ tool, subject: words, match: 'prefix' as const })),
  ]
}

/** As an option in a list. */
export function labelOfRule({ match, subject }: Rule): string {
  return match === 'prefix' ? `${subject} …` : 'exactly this'
}

/** What the rule will do. */
export function sentenceOfRule({ match, subject }: Rule): string {
  return match === 'prefix'
    ? `From now on, every command that begins with the words “${subject}” runs in this folder without being asked for.`
    : 'From now on, exactly this runs in this folder without being asked for.'
}
