import { type ConversationState, isResting } from '../src/shared/conversation-state.ts'
import type { Turn } from '../src/shared/turn.ts'
import type { Context } from '../src/main/core/context.ts'
import type { ConversationEvent } from '../src/main/core/event.ts'
import type { Moved, Step } from '../src/main/core/step.ts'

type Sight = (
  state: ConversationState,
  event: ConversationEvent,
  step: Step,
  context: Context,
) => boolean

function isCancel(event: ConversationEvent): boolean {
  return event.type === 'cancelRequested'
}

function inPhase(state: ConversationState, phase: string): boolean {
  return state.type === 'llmRequesting' && state.phase.type === phase
}

function replies(event: ConversationEvent, end: string): boolean {
  return event.type === 'llmResponded' && event.end === end
}

function leadsTo(step: Step, type: ConversationState['type']): boolean {
  return step.type === 'moved' && step.state.type === type
}

function refusedAs(step: Step, reason: string): boolean {
  return step.type === 'refused' && step.reason === reason
}

function fails(event: ConversationEvent, kind: string): boolean {
  return event.type === 'llmFailed' && event.kind === kind
}

function mark<Name extends string>(name: Name, sees: Sight): { name: Name; sees: Sight } {
  return { name, sees }
}

/** What the decisions of the machine show. A new mark is one entry. */
export const STEP_MARKS = [
  mark('cancel while connecting', (s, e) => inPhase(s, 'connecting') && isCancel(e)),
  mark('cancel while streaming', (s, e) => inPhase(s, 'streaming') && isCancel(e)),
  mark('cancel in backoff', (s, e) => inPhase(s, 'backoff') && isCancel(e)),
  mark('cancel while a tool runs', (s, e) => s.type === 'toolExecuting' && isCancel(e)),
  mark('cancel with calls still to run', (s, e) => {
    return s.type === 'toolExecuting' && s.round.remaining.length > 0 && isCancel(e)
  }),
  mark('cancel with something printed', (_, e) => isCancel(e) && e.printed !== ''),
  mark('cancel while cancelling', (s, e) => s.type === 'cancelling' && isCancel(e)),
  mark('cancel turns a pending round into rest', (s, e) => {
    return s.type === 'cancelling' && s.then.type === 'round' && isCancel(e)
  }),
  mark('a message was refused as busy', (_, e, step) => {
    return e.type === 'userMessage' && refusedAs(step, 'busy')
  }),
  mark('a message was refused as cancelling', (_, e, step) => {
    return e.type === 'userMessage' && refusedAs(step, 'cancelling')
  }),
  mark('a message left the error state', (s, e) => s.type === 'error' && e.type === 'userMessage'),
  mark('retry left the error state', (s, e, step) => {
    return s.type === 'error' && e.type === 'retryRequested' && step.type === 'moved'
  }),
  mark('continue after a cancel', (s, e) => continues(s, e, 'userCancel')),
  mark('continue after a restart', (s, e) => continues(s, e, 'restart')),
  mark('continue after a cut reply', (s, e) => continues(s, e, 'cutReply')),
  mark('continue at the limit of requests', (s, e) => continues(s, e, 'limit')),
  mark('retried a rate limit', (_, e, step) => retries(e, 'rateLimit', step)),
  mark('retried an overload', (_, e, step) => retries(e, 'overloaded', step)),
  mark('retried the network', (_, e, step) => retries(e, 'network', step)),
  mark('retried a server error', (_, e, step) => retries(e, 'server', step)),
  mark('retried a timeout', (_, e, step) => retries(e, 'timeout', step)),
  mark('gave up after three attempts', (s, e, step) => {
    return (
      s.type === 'llmRequesting' && s.attempt === 3 && leadsTo(step, 'error') && fails(e, 'server')
    )
  }),
  mark('did not wait for a long retry-after', (_, e, step) => {
    return e.type === 'llmFailed' && (e.retryAfterMs ?? 0) > 60_000 && leadsTo(step, 'error')
  }),
  mark('the key was refused', (_, e) => fails(e, 'auth')),
  mark('the request was called invalid', (_, e) => fails(e, 'invalidRequest')),
  mark('the provider said that the context is full', (_, e) => fails(e, 'contextFull')),
  mark('the timer behind a request fired', (s, e, step) => {
    return inPhase(s, 'streaming') && e.type === 'timerFired' && step.type === 'moved'
  }),
  mark('an empty reply to a message', (s, e, step) => {
    return s.type === 'llmRequesting' && isEmptyReply(e) && !leadsTo(step, 'idle')
  }),
  mark('an empty reply to results', (s, e, step) => {
    return s.type === 'llmRequesting' && isEmptyReply(e) && leadsTo(step, 'idle')
  }),
  mark('a reply with an end that nobody knows', (_, e) => replies(e, 'unknown')),
  mark('a cut text was continued', (_, e, step) => {
    return replies(e, 'maxTokens') && leadsTo(step, 'awaitingLlm')
  }),
  mark('a reply was cut in its last call', (_, e) => {
    return e.type === 'llmResponded' && e.end === 'maxTokens' && e.calls.length > 0
  }),
  mark('too many cut replies in a row', (_, e, step) => {
    return replies(e, 'maxTokens') && leadsTo(step, 'idle')
  }),
  mark('a paused turn went on', (_, e, step) => {
    return replies(e, 'pauseTurn') && leadsTo(step, 'awaitingLlm')
  }),
  mark('a refusal', (_, e) => replies(e, 'refusal')),
  mark('more calls than a reply may have', (s, e) => {
    return s.type === 'llmRequesting' && e.type === 'llmResponded' && e.calls.length > 64
  }),
  mark('a call that could not be run', (_, e) => {
    return e.type === 'llmResponded' && e.calls.some(({ check }) => check.type === 'unusable')
  }),
  mark('a tool did not keep its limit', (s, e, step) => {
    return s.type === 'toolExecuting' && e.type === 'timerFired' && step.type === 'moved'
  }),
  mark('a tool ended after its limit and the round went on', (s, e, step) => {
    return s.type === 'cancelling' && e.type === 'toolFinished' && leadsTo(step, 'awaitingLlm')
  }),
  mark('what outlived its order to end was named', (s, e, step) => {
    return s.type === 'cancelling' && e.type === 'timerFired' && step.type === 'moved'
  }),
  mark('a failed tool', (_, e) => e.type === 'toolFinished' && e.outcome === 'failed'),
  mark('the limit of requests', (s, _, step) => {
    return s.type === 'awaitingLlm' && leadsTo(step, 'idle') && isLimit(step)
  }),
  mark(
    'a stale event was refused',
    (_, e, step) => refusedAs(step, 'stale') && e.type !== 'timerFired',
  ),
  mark(
    'a stale timer was refused',
    (_, e, step) => refusedAs(step, 'stale') && e.type === 'timerFired',
  ),
  mark('a started call was found after a restart', (_, e) => {
    return e.type === 'recovered' && e.openCalls.some(({ was }) => was.type === 'started')
  }),
  mark('a call that had not started was found after a restart', (_, e) => {
    return e.type === 'recovered' && e.openCalls.some(({ was }) => was.type === 'waiting')
  }),
  mark('an open turn was found after a restart', (_, e) => {
    return e.type === 'recovered' && e.openTurn !== null
  }),
  mark('an error was found after a restart', (_, e) => e.type === 'recovered' && e.rested !== null),
  mark('the app closed while a tool ran', (s, e) => {
    return s.type === 'toolExecuting' && e.type === 'shutdownRequested'
  }),
  mark('settings changed while busy', (s, e) => {
    return !isResting(s) && e.type === 'settingsChanged'
  }),
  mark('a person was asked', (_, __, step) => leadsTo(step, 'awaitingApproval')),
  mark('a person allowed a call once', (_, e, step) => answers(e, 'once', step)),
  mark('a person allowed a call for good', (_, e, step) => answers(e, 'always', step)),
  mark('a person denied a call', (_, e, step) => answers(e, 'deny', step)),
  mark('one of several questions was answered', (s, e, step) => {
    return (
      s.type === 'awaitingApproval' &&
      e.type === 'approvalAnswered' &&
      step.type === 'moved' &&
      step.state.type === 'awaitingApproval'
    )
  }),
  mark('a second answer was refused as stale', (_, e, step) => {
    return e.type === 'approvalAnswered' && refusedAs(step, 'stale')
  }),
  mark('a call was asked for as it repeated others', (_, __, step) => {
    return (
      step.type === 'moved' &&
      step.state.type === 'awaitingApproval' &&
      step.state.round.remaining.some(({ verdict: v }) => v.type === 'ask' && v.why === 'repeated')
    )
  }),
  mark('a rule allowed a call', (_, e, step, { permissionMode, rules }) => {
    return (
      e.type === 'llmResponded' &&
      permissionMode === 'ask' &&
      rules.length > 0 &&
      leadsTo(step, 'toolExecuting')
    )
  }),
  mark('a rule reached another conversation of its folder', (_, e) => {
    return e.type === 'settingsChanged' && Object.keys(e.change).join() === 'rules'
  }),
  mark('cancel while a person is asked', (s, e) => s.type === 'awaitingApproval' && isCancel(e)),
  mark('an asked call was found after a restart', (_, e) => {
    return e.type === 'recovered' && e.openCalls.some(({ was }) => was.type === 'asked')
  }),
  mark('sub-agents were started', (_, __, step) => leadsTo(step, 'awaitingSubAgents')),
  mark('ten sub-agents were started', (_, __, step) => {
    return step.type === 'moved' && step.children.length === 10
  }),
  mark('sub-agents were started in the middle of a round', (s, __, step) => {
    return s.type === 'toolExecuting' && leadsTo(step, 'awaitingSubAgents')
  }),
  mark('sub-agents were started twice in a round', (s, e, step) => {
    return (
      s.type === 'awaitingSubAgents' &&
      e.type === 'childChanged' &&
      step.type === 'moved' &&
      step.children.length > 0
    )
  }),
  mark('a sub-agent asked for itself to start others', (_, e, __, { role }) => {
    return (
      role.type === 'child' &&
      e.type === 'llmResponded' &&
      e.calls.some(({ check }) => check.type === 'runnable' && check.action === 'spawn')
    )
  }),
  mark('a sub-agent handed in its result', (_, e) => ends(e, 'completed')),
  mark('a sub-agent failed', (_, e) => ends(e, 'server') || ends(e, 'network')),
  mark('a sub-agent was cancelled by itself', (_, e) => ends(e, 'cancelled')),
  mark('a sub-agent used up its requests', (_, e) => ends(e, 'turnLimit')),
  mark('a sub-agent ran out of time', (s, e, step) => {
    return s.type === 'awaitingSubAgents' && e.type === 'timerFired' && step.type === 'moved'
  }),
  mark('a sub-agent did not even stop in time', (s, e, step) => {
    return (
      s.type === 'awaitingSubAgents' &&
      e.type === 'timerFired' &&
      step.type === 'moved' &&
      step.messages.some(({ content }) => content.type === 'subAgent')
    )
  }),
  mark('a sub-agent asked a person', (_, e) => {
    return e.type === 'childChanged' && e.now.type === 'asking'
  }),
  mark('a sub-agent went on after an answer', (_, e, step) => {
    return e.type === 'childChanged' && e.now.type === 'working' && step.type === 'moved'
  }),
  mark('a sub-agent was asked to submit', (_, e, step) => {
    return e.type === 'llmResponded' && isOn(step, ({ askedToSubmit }) => askedToSubmit)
  }),
  mark('a sub-agent said its last words without tools', (s, e, step, { role, caps }) => {
    return (
      role.type === 'child' &&
      s.type === 'llmRequesting' &&
      s.turn.requests > caps.requestsPerChild &&
      e.type === 'llmResponded' &&
      leadsTo(step, 'completed')
    )
  }),
  mark('a result was submitted among other calls', (_, e) => {
    return (
      e.type === 'llmResponded' &&
      e.calls.length > 1 &&
      e.calls.some(({ check }) => check.type === 'runnable' && check.action === 'submit')
    )
  }),
  mark('cancel while sub-agents work', (s, e) => s.type === 'awaitingSubAgents' && isCancel(e)),
  mark('the app closed while sub-agents worked', (s, e) => {
    return s.type === 'awaitingSubAgents' && e.type === 'shutdownRequested'
  }),
  mark('sub-agents were found after a restart', (_, e) => {
    return e.type === 'recovered' && e.openCalls.some(({ was }) => was.type === 'delegated')
  }),
  mark('a message ended the running turn', (s, e, step) => {
    return !isResting(s) && e.type === 'userMessage' && step.type === 'moved' && isReplaced(step)
  }),
  mark('a message ended a turn whose work still stops', (_, e, step) => {
    return e.type === 'userMessage' && leadsTo(step, 'cancelling')
  }),
  mark('a message joined the one before it', (s, e, step) => {
    return s.type === 'awaitingLlm' && s.reason === 'userMessage' && e.type === 'userMessage' &&
      step.type === 'moved'
  }),
  mark('a message joined the running turn behind its results', (s, e, step) => {
    return s.type === 'awaitingLlm' && s.reason === 'toolResults' && e.type === 'userMessage' &&
      step.type === 'moved' && !isReplaced(step)
  }),
  mark('the fallback was asked', (_, __, step) => {
    return step.type === 'moved' && step.lifecycle.some(({ type }) => type === 'providerFallback')
  }),
  mark('the fallback failed, too', (s, _, step) => {
    return s.type === 'llmRequesting' && s.turn.provider === 'fallback' && leadsTo(step, 'error')
  }),
  mark('a summary was asked for within a turn', (s, e, step) => {
    return s.type === 'llmRequesting' && s.purpose === 'reply' && e.type === 'llmFailed' &&
      leadsTo(step, 'awaitingLlm')
  }),
  mark('a summary was asked for by hand', (_, e, step) => {
    return e.type === 'compactRequested' && step.type === 'moved'
  }),
  mark('a summary was kept', (_, __, step) => {
    return step.type === 'moved' && step.lifecycle.some(({ type }) => type === 'compacted')
  }),
  mark('a summary was empty', (s, e, step) => {
    return isSummary(s) && isEmptyReply(e) && step.type === 'moved'
  }),
  mark('a summary was not smaller', (s, e, step) => {
    return isSummary(s) && e.type === 'llmResponded' && !isEmptyReply(e) &&
      e.end === 'endTurn' && step.type === 'moved' && step.messages.length === 0
  }),
  mark('a summary failed', (s, e) => isSummary(s) && fails(e, 'server')),
  mark('the conversation was too long by our own measure', (_, e) => {
    return e.type === 'llmFailed' && e.kind === 'contextFull' && e.detail.includes('longer than')
  }),
  mark('the context was exhausted', (_, __, step) => leadsTo(step, 'contextExhausted')),
  mark('the context was exhausted without a summary', (s, _, step, { autoCompact }) => {
    return !autoCompact && !isSummary(s) && leadsTo(step, 'contextExhausted')
  }),
  mark('a message was refused as the context is full', (_, e, step) => {
    return e.type === 'userMessage' && refusedAs(step, 'contextFull')
  }),
  mark('a larger model let a conversation go on', (s, e, step) => {
    return s.type === 'contextExhausted' && e.type === 'settingsChanged' && leadsTo(step, 'idle')
  }),
  mark('an exhausted context was found after a restart', (_, e) => {
    return e.type === 'recovered' && e.rested?.cause === 'contextExhausted'
  }),
] as const

export type StepMark = (typeof STEP_MARKS)[number]['name']

function continues(state: ConversationState, event: ConversationEvent, cause: string): boolean {
  return (
    state.type === 'idle' && state.unfinished?.cause === cause && event.type === 'continueRequested'
  )
}

function retries(event: ConversationEvent, kind: string, step: Step): boolean {
  return fails(event, kind) && leadsTo(step, 'llmRequesting')
}

function isEmptyReply(event: ConversationEvent): boolean {
  return event.type === 'llmResponded' && event.end === 'endTurn' && event.blocks.length === 0
}

function answers(event: ConversationEvent, answer: string, step: Step): boolean {
  return (
    event.type === 'approvalAnswered' && event.answer.type === answer && step.type === 'moved'
  )
}

function ends(event: ConversationEvent, outcome: string): boolean {
  return (
    event.type === 'childChanged' && event.now.type === 'ended' && event.now.outcome === outcome
  )
}

function isSummary(state: ConversationState): boolean {
  return state.type === 'llmRequesting' && state.purpose === 'compaction'
}

function isReplaced(step: Moved): boolean {
  return step.lifecycle.some(
    (entry) => entry.type === 'turnInterrupted' && entry.reason === 'newMessage',
  )
}

function isOn(step: Step, holds: (turn: Turn) => boolean): boolean {
  return step.type === 'moved' && 'turn' in step.state && holds(step.state.turn)
}

function isLimit(step: Step): boolean {
  return (
    step.type === 'moved' && step.state.type === 'idle' && step.state.unfinished?.cause === 'limit'
  )
}
