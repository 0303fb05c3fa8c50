import { assertNever } from '../../shared/assert-never.ts'
import type { Verdict } from '../../shared/turn.ts'
import type { Context } from './context.ts'
import type { CallFacts } from './event.ts'

/** The verdict on the call at `index` of its reply: pure over facts, the only permission mode being auto so far. */
export function judge(facts: CallFacts, index: number, context: Context): Verdict {
  const cap = context.caps.callsPerReply
  if (index >= cap) {
    return { type: 'refuse', text: `Not run: a reply can make at most ${cap} tool calls.` }
  }
  switch (facts.check.type) {
    case 'unusable':
      return { type: 'refuse', text: facts.check.text }
    case 'runnable':
      return { type: 'run', limitMs: facts.check.limitMs }
    default:
      return assertNever(facts.check)
  }
}
