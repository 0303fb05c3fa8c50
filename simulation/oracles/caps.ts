import { totalOf } from '../../src/shared/models/usage.ts'
import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'
import type { Turn } from '../../src/shared/conversation/turn.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { Moved } from '../../src/main/core/machine/step.ts'

type Complain = (promise: string, facts: string) => void

/** The most requests for a sub-agent's final answer: retries, a fallback, summaries. */
const LAST_REQUESTS = 20

/**
 * I38, row 24: nothing more begins once a turn has used up its limits. Checked when something begins: a limit lowered
 * during a turn cancels nothing.
 */
export function checkCaps(
  { caps, role }: Context,
  before: ConversationState,
  step: Moved,
  complain: Complain,
): void {
  if (!('turn' in step.state)) return
  const { turn } = step.state
  const earlier = turnIn(before)
  const past = earlier?.id === turn.id ? earlier : NOTHING
  const isOver = (what: 'requests' | 'toolCalls' | 'subAgents', most: number): void => {
    if (turn[what] > past[what] && turn[what] > most)
      complain(`I38 ${what} of a turn are bounded`, `${turn[what]} of ${most}`)
  }
  const last = role.type === 'child' ? caps.requestsPerChild + LAST_REQUESTS : caps.requestsPerTurn
  isOver('requests', Math.min(caps.requestsPerTurn, last))
  isOver('toolCalls', caps.toolCallsPerTurn)
  isOver('subAgents', caps.subAgentsPerTurn)
  const tokens = totalOf(turn.usage) + turn.subAgentTokens
  const isMore = turn.requests > past.requests || turn.subAgents > past.subAgents
  if (isMore && tokens >= caps.tokensPerTurn)
    complain('I38 tokens of a turn are bounded', `${tokens} of ${caps.tokensPerTurn}`)
}

/** Returns the turn that continues, even after a tool that is being stopped. */
function turnIn(state: ConversationState): Turn | null {
  if ('turn' in state) return state.turn
  return state.type === 'cancelling' && state.then.type !== 'rest' ? state.then.turn : null
}

const NOTHING = { requests: 0, toolCalls: 0, subAgents: 0 }
