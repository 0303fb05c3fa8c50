import { callIdOf } from '../../shared/call-id.ts'
import type { ToolContent } from '../../shared/content.ts'
import type { StateOf } from '../../shared/conversation-state.ts'
import type { Call, Round, Turn } from '../../shared/turn.ts'
import type { CallId, MessageId } from '../../shared/ids.ts'
import type { CallOutcome } from '../../shared/message.ts'
import type { Context } from './context.ts'
import type { CallFacts } from './event.ts'
import { judge } from './permission-policy.ts'
import type { Draft, Moved } from './step.ts'
import { awaitLlm } from './turn.ts'

/** The machine's own timer stands this far behind the limit that the tool keeps itself. */
const TOOL_TIMER_SLACK_MS = 5_000

/** Judges the calls of a stored reply and starts the first that may run. */
export function beginRound(
  draft: Draft,
  context: Context,
  turn: Turn,
  reply: { readonly id: MessageId; readonly calls: readonly CallFacts[] },
): Moved {
  const remaining = reply.calls.map((facts, index): Call => {
    const { name, input, digest } = facts
    const verdict = judge(facts, index, context)
    return { callId: callIdOf(reply.id, index), name, input, digest, verdict }
  })
  return advanceRound(draft, turn, { replyId: reply.id, completed: [], remaining })
}

/** Runs the next call, in request order; refused ones get their result when their turn comes. */
export function advanceRound(draft: Draft, turn: Turn, round: Round): Moved {
  const [next, ...rest] = round.remaining
  if (next === undefined) return awaitLlm(draft, turn, 'toolResults')
  if (next.verdict.type === 'refuse') {
    const result = { callId: next.callId, text: next.verdict.text, outcome: 'failed' as const }
    const completed = [...round.completed, sayResult(draft, result)]
    return advanceRound(draft, turn, { ...round, completed, remaining: rest })
  }
  const workId = draft.newWorkId()
  const timerId = draft.newTimerId()
  draft.record({ type: 'toolStarted', callId: next.callId, workId })
  draft.start({ type: 'runTool', workId, call: next })
  const deadline = draft.startTimer(timerId, next.verdict.limitMs + TOOL_TIMER_SLACK_MS)
  return draft.moveTo({
    type: 'toolExecuting',
    turn: { ...turn, toolCalls: turn.toolCalls + 1 },
    round: { ...round, remaining: rest },
    current: { call: next, workId, timerId, startedAt: draft.at, deadline },
  })
}

interface TextResult {
  readonly callId: CallId
  readonly text: string
  readonly outcome: CallOutcome
}

/** A result that no tool wrote. */
export function sayResult(draft: Draft, result: TextResult): Round['completed'][number] {
  const { callId, outcome, text } = result
  const content: readonly ToolContent[] = [{ type: 'text', text }]
  const messageId = draft.say({
    type: 'tool',
    callId,
    outcome,
    content,
    durationMs: null,
    summary: null,
  })
  return { callId, messageId }
}

/** How the calls of a round end that have no result yet. */
export interface Closing {
  readonly current: { readonly text: string; readonly outcome: CallOutcome }
  readonly rest: { readonly text: string; readonly outcome: CallOutcome }
}

/** Gives every open call of the round its result, in request order: the current one with what it has printed. */
export function closeRound(draft: Draft, state: StateOf<'toolExecuting'>, closing: Closing): void {
  const { call, startedAt } = state.current
  const said = closing.current.text
  const text = draft.printed === '' ? said : `${said}\n\nIt had printed:\n${draft.printed}`
  draft.say({
    type: 'tool',
    callId: call.callId,
    outcome: closing.current.outcome,
    content: [{ type: 'text', text }],
    durationMs: Math.max(0, draft.at - startedAt),
    summary: null,
  })
  for (const { callId } of state.round.remaining) sayResult(draft, { callId, ...closing.rest })
}

/** Names a call for people: the tool and the start of what it was given. */
export function describeCall(call: Call): string {
  const { input, name } = call
  const command = input.type === 'object' ? input.value['command'] : undefined
  return typeof command === 'string' ? `${name}: ${firstLine(command)}` : name
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
