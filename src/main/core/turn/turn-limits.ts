import type { Call, Turn } from '../../../shared/conversation/turn.ts'
import { totalOf } from '../../../shared/models/usage.ts'
import type { OverBudget } from '../../../shared/settings/budget.ts'
import { durationInWords } from '../../../shared/duration-in-words.ts'
import { moneyInWords } from '../../../shared/money.ts'
import { tasksOf } from '../request/agent-tools.ts'
import type { Caps, Context } from '../machine/context.ts'
import type { Draft, Moved } from '../machine/step.ts'
import { interruptTurn, unfinishedAfter } from './turn-end.ts'

type Counted = Pick<Turn, 'requests' | 'toolCalls' | 'subAgents' | 'subAgentTokens' | 'usage'>

/** Returns the limit that the turn has reached before its next request, as text; null if none. */
export function limitOnRequest(caps: Caps, turn: Counted): string | null {
  if (turn.requests >= caps.requestsPerTurn) return many(caps.requestsPerTurn, 'request')
  return limitOnTokens(caps, turn)
}

/** Returns the limit that the turn has reached before this call runs. Submitting a result uses nothing up. */
export function limitOnCall(
  caps: Caps,
  turn: Counted,
  { action }: Pick<Call, 'action'>,
): string | null {
  if (action === 'submit') return null
  if (turn.toolCalls >= caps.toolCallsPerTurn) return many(caps.toolCallsPerTurn, 'tool call')
  return action === 'spawn' ? limitOnTokens(caps, turn) : null
}

/** Sub-agents use tokens too: none starts once the turn has used up its own. */
function limitOnTokens({ tokensPerTurn }: Caps, { usage, subAgentTokens }: Counted): string | null {
  return totalOf(usage) + subAgentTokens >= tokensPerTurn ? many(tokensPerTurn, 'token') : null
}

/**
 * Refuses a call for more sub-agents than may still start with an error result. The turn continues, because the agent
 * can work without them.
 */
export function withinSubAgents(caps: Caps, turn: Counted, call: Call): Call {
  if (call.action !== 'spawn') return call
  const wanted = turn.subAgents + (tasksOf(call.input)?.length ?? 0)
  if (!(wanted > caps.subAgentsPerTurn)) return call
  const left = Math.max(0, caps.subAgentsPerTurn - turn.subAgents)
  const most = many(caps.subAgentsPerTurn, 'sub-agent')
  const text = `Not run: one turn can start at most ${most}, and ${left} can still start. Do the work yourself, or give out fewer tasks.`
  return { ...call, verdict: { type: 'refuse', text, outcome: 'failed' } }
}

/** Ends the turn with a message that names the limit and the setting to change it. */
export function stopAtLimit(draft: Draft, context: Context, turn: Turn, limit: string): Moved {
  const isLeft = context.role.type === 'root' && unfinishedAfter(turn, 'limit') !== null
  const next = isLeft ? ' Press Continue to go on from here.' : ''
  const text = `Stopped at the limit of ${limit} in one turn.${next} You can change this limit in Settings, under Limits.`
  draft.addMessage({ type: 'system', text })
  return interruptTurn(draft, context, turn, { reason: 'turnLimit', cause: 'limit' })
}

/** Ends the turn because the conversation has used up its budget: no request is sent until a person agrees. */
export function stopAtBudget(draft: Draft, context: Context, turn: Turn, over: OverBudget): Moved {
  const isLeft = context.role.type === 'root' && unfinishedAfter(turn, 'budget') !== null
  const next = isLeft
    ? ' Press Continue once to go on for one more turn, or change the budget.'
    : ' Change the budget to go on.'
  const text = `Stopped before the next request: ${wordsOfUse(over)}${next}`
  draft.addMessage({ type: 'system', text })
  return interruptTurn(draft, context, turn, { reason: 'turnLimit', cause: 'budget' })
}

function wordsOfUse(over: OverBudget): string {
  if (over.type === 'time') {
    const [worked, budget] = [over.workedMs, over.budgetMinutes * 60_000].map(durationInWords)
    return `this conversation has worked for ${worked}, and its budget is ${budget}.`
  }
  const { budgetUsd, unpricedTokens, usd } = over
  const spent = `this conversation has cost ${moneyInWords(usd)}, and its budget is ${moneyInWords(budgetUsd)}.`
  if (unpricedTokens === 0) return spent
  return `${spent} The price of ${many(unpricedTokens, 'token')} is unknown: they are not counted.`
}

function many(count: number, what: string): string {
  const grouped = String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${grouped} ${what}${count === 1 ? '' : 's'}`
}
