import { assertNever } from '../../../shared/assert-never.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import { asEdited } from '../../../shared/conversation/edited-call.ts'
import type { ToolContent } from '../../../shared/messages/content.ts'
import type { CallId, MessageId } from '../../../shared/ids.ts'
import type { CallOutcome } from '../../../shared/messages/message.ts'
import type {
  Call,
  CompletedCall,
  Round,
  Turn,
  Verdict,
} from '../../../shared/conversation/turn.ts'
import { SUBMIT_RESULT, submittedBy } from '../request/agent-tools.ts'
import { sandboxPolicyOf } from '../machine/sandbox-policy.ts'
import type { Context } from '../machine/context.ts'
import type { CallFacts } from '../machine/event.ts'
import { firstLine } from '../machine/first-line.ts'
import { judge, judgeInTurn } from './permission-policy.ts'
import { isRepeat, repeatedBy } from './repeated.ts'
import type { Draft, Moved } from '../machine/step.ts'
import { startChildren } from './sub-agents.ts'
import { askQuestion } from './questions.ts'
import { completeTurn, completeUnsuccessfully } from '../turn/turn-end.ts'
import { limitOnCall, stopAtLimit, withinSubAgents } from '../turn/turn-limits.ts'
import { awaitLlm, TIMER_SLACK_MS } from '../turn/turn.ts'

const NOT_ALONE =
  'Not run: submit_result ends the work and must be the only call in its reply. Make the other calls first, then call submit_result on its own.'

/** Judges the calls of a stored reply and continues with the first. */
export function beginRound(
  draft: Draft,
  context: Context,
  turn: Turn,
  reply: { readonly id: MessageId; readonly calls: readonly CallFacts[] },
): Moved {
  const isAgain = isRepeat(turn.repeated, reply.calls)
  const judged = reply.calls.map((facts, index) => {
    const call = judgedCall(facts, reply.id, index, context)
    return isAgain ? askedAgain(call) : call
  })
  const isChild = context.role.type === 'child'
  const isMixed = judged.length > 1 && judged.some(({ name }) => name === SUBMIT_RESULT)
  const remaining = isChild && isMixed ? judged.map(refusedAsMixed) : judged
  return advanceRound(draft, context, turn, { replyId: reply.id, completed: [], remaining })
}

function judgedCall(facts: CallFacts, replyId: MessageId, index: number, context: Context): Call {
  const { name, input, digest, check } = facts
  const { action, subject } =
    check.type === 'runnable' ? check : ({ action: 'think', subject: null } as const)
  const verdict = judge(facts, index, context)
  return { callId: callIdOf(replyId, index), name, input, digest, action, subject, verdict }
}

/** T36: an exclusive call, even an unusable one, next to others means that none of them runs. */
function refusedAsMixed(call: Call): Call {
  if (call.verdict.type === 'refuse') return call
  return { ...call, verdict: { type: 'refuse', text: NOT_ALONE, outcome: 'failed' } }
}

/**
 * Continues with the next call, in request order. A call that needs approval makes the whole round wait; refused calls
 * get their result when their turn comes.
 */
export function advanceRound(draft: Draft, context: Context, turn: Turn, before: Round): Moved {
  const round = { ...before, remaining: before.remaining.map((call) => judgeInTurn(call, context)) }
  if (isToBeAsked(context, turn, round)) return ask(draft, turn, round)
  const completed = [...round.completed]
  for (const [index, next] of round.remaining.entries()) {
    const call = withinSubAgents(context.caps, turn, next)
    const { callId, verdict } = call
    if (verdict.type !== 'refuse') {
      const left = { ...round, completed, remaining: round.remaining.slice(index + 1) }
      const limit = limitOnCall(context.caps, turn, call)
      if (limit !== null) {
        const remaining = [call, ...left.remaining]
        return stopRound(draft, context, turn, { ...left, remaining }, limit)
      }
      return verdict.type === 'ask'
        ? ask(draft, turn, { ...left, remaining: [call, ...left.remaining] })
        : runCall(draft, context, turn, left, { ...call, verdict })
    }
    completed.push({ ...addTextResult(draft, { callId, ...verdict }), cameTo: null })
  }
  const repeated = repeatedBy(turn.repeated, completed)
  return awaitLlm(draft, context, { ...turn, repeated }, 'toolResults')
}

/** Continues the round after the result of a call, identified by its digest. */
export function completeCall(
  draft: Draft,
  context: Context,
  { round, turn }: { readonly round: Round; readonly turn: Turn },
  { call, digest, messageId }: { call: Call; digest: string; messageId: MessageId },
): Moved {
  const outcomeDigest = { call: call.digest, result: digest }
  const completed = [...round.completed, { callId: call.callId, messageId, cameTo: outcomeDigest }]
  return advanceRound(draft, context, turn, { ...round, completed })
}

/**
 * True if the first call that needs approval still fits within the limits after those that run before it; otherwise
 * nobody is asked.
 */
function isToBeAsked({ caps }: Context, turn: Turn, { remaining }: Round): boolean {
  const index = remaining.findIndex(({ verdict }) => verdict.type === 'ask')
  const call = remaining[index]
  if (call === undefined) return false
  const runsBefore = remaining
    .slice(0, index)
    .filter(({ verdict }) => verdict.type === 'run').length
  return limitOnCall(caps, { ...turn, toolCalls: turn.toolCalls + runsBefore }, call) === null
}

/**
 * Stops the round because the turn has used up what its next call needs. Nobody is asked about a call that will not
 * run. A sub-agent gives its result with a request without tools.
 */
function stopRound(draft: Draft, context: Context, turn: Turn, round: Round, limit: string): Moved {
  const text = `Not run: this turn has reached its limit of ${limit}.`
  for (const { callId } of round.remaining)
    addTextResult(draft, { callId, text, outcome: 'notRun' })
  return context.role.type === 'child'
    ? awaitLlm(draft, context, turn, 'toolResults')
    : stopAtLimit(draft, context, turn, limit)
}

/** Waits for approvals: no further call of the round runs before all of them are answered. */
function ask(draft: Draft, turn: Turn, round: Round): Moved {
  return draft.moveTo({ type: 'awaitingApproval', turn, round, answers: [], since: draft.at })
}

/** R19: the third reply in a row with the same calls and results needs approval. */
function askedAgain(call: Call): Call {
  const { verdict } = call
  if (verdict.type !== 'run') return call
  // A question asks a person anyway.
  if (call.action === 'question') return call
  return { ...call, verdict: { type: 'ask', limitMs: verdict.limitMs, why: 'repeated' } }
}

type RunnableCall = Call & { readonly verdict: Extract<Verdict, { type: 'run' }> }

function runCall(
  draft: Draft,
  context: Context,
  turn: Turn,
  round: Round,
  call: RunnableCall,
): Moved {
  switch (call.action) {
    case 'submit':
      return submitResult(draft, context, turn, call)
    case 'spawn':
      return startChildren(draft, context, turn, round, call)
    case 'question':
      return askQuestion(draft, turn, round, call)
    case 'think':
    case 'read':
    case 'change':
    case 'command':
    case 'fetch':
    case 'server':
      return runTool(draft, context, turn, round, call)
    default:
      return assertNever(call.action)
  }
}

function submitResult(draft: Draft, context: Context, turn: Turn, call: RunnableCall): Moved {
  addTextResult(draft, { callId: call.callId, text: 'Result submitted.', outcome: 'ok' })
  const { result, success } = submittedBy(call.input) ?? { result: '', success: true }
  return success
    ? completeTurn(draft, context, turn, result)
    : completeUnsuccessfully(draft, turn, result)
}

function runTool(
  draft: Draft,
  context: Context,
  turn: Turn,
  round: Round,
  call: RunnableCall,
): Moved {
  const workId = draft.newWorkId()
  const timerId = draft.newTimerId()
  draft.record({ type: 'toolStarted', callId: call.callId, workId })
  const sandboxPolicy = sandboxPolicyOf(context, call.verdict)
  draft.start({ type: 'runTool', workId, call, sandboxPolicy })
  const deadline = draft.startTimer(timerId, call.verdict.limitMs + TIMER_SLACK_MS)
  return draft.moveTo({
    type: 'toolExecuting',
    turn: { ...turn, toolCalls: turn.toolCalls + 1 },
    round,
    current: { call, workId, timerId, startedAt: draft.at, deadline },
  })
}

interface TextResult {
  readonly callId: CallId
  readonly text: string
  readonly outcome: CallOutcome
}

/** Records a result that no tool produced. */
export function addTextResult(
  draft: Draft,
  result: TextResult,
): Pick<CompletedCall, 'callId' | 'messageId'> {
  const { callId, outcome, text } = result
  const content: readonly ToolContent[] = [{ type: 'text', text }]
  const messageId = draft.addMessage({
    type: 'tool',
    callId,
    outcome,
    content,
    durationMs: null,
    summary: null,
    files: [],
  })
  return { callId, messageId }
}

/** Names a call for people: the first line of its input, or else its tool. */
export function describeCall(call: Call): string {
  const { name, subject } = asEdited(call)
  return subject === null ? name : firstLine(subject)
}
