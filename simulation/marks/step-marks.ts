import { isResting, keepsTrying, turnOf } from '../../src/shared/conversation/conversation-state.ts'
import {
  continues,
  keepsOn,
  fails,
  inPhase,
  isCancel,
  isEmptyReply,
  isInterrupted,
  isLimit,
  leadsTo,
  mark,
  meetsLimit,
  refusedAs,
  replies,
  retries,
  says,
  reachesTime,
  timesOut,
} from './observed-step.ts'
import { SKILL_MARKS } from './skill-marks.ts'
import { WHOLE_MARKS } from './whole-marks.ts'

/** Situations that the machine's decisions show. A new mark is one entry. */
export const STEP_MARKS = [
  ...WHOLE_MARKS,
  ...SKILL_MARKS,
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
  mark('changed settings let an asked call run', (s, e, step) => {
    return (
      s.type === 'awaitingApproval' &&
      e.type === 'settingsChanged' &&
      step.type === 'moved' &&
      step.state.type === 'toolExecuting'
    )
  }),
  mark('a message left the error state', (s, e) => s.type === 'error' && e.type === 'userMessage'),
  mark('messages were rewound', (s, e, step) => {
    return s.type === 'idle' && e.type === 'rewound' && step.type === 'moved'
  }),
  mark('a refused message was rewound', (s, e, step) => {
    return s.type === 'error' && e.type === 'rewound' && step.type === 'moved'
  }),
  mark('messages that were too long were rewound', (s, e, step) => {
    return s.type === 'contextExhausted' && e.type === 'rewound' && step.type === 'moved'
  }),
  mark('retry left the error state', (s, e, step) => {
    return s.type === 'error' && e.type === 'retryRequested' && step.type === 'moved'
  }),
  mark('continue after a cancel', (s, e) => continues(s, e, 'userCancel')),
  mark('continue after a cut reply', (s, e) => continues(s, e, 'cutReply')),
  mark('continue after a restart', (s, e) => continues(s, e, 'restart')),
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
  mark('kept trying', (_, e, step) => e.type === 'llmFailed' && keepsOn(step)),
  mark('a person did not wait while it kept trying', (s, e) => {
    return keepsTrying(s) && e.type === 'retryRequested'
  }),
  mark('cancel while it kept trying', (s, e) => keepsTrying(s) && isCancel(e)),
  mark('did not wait for a long retry-after', (_, e, step) => {
    return e.type === 'llmFailed' && (e.retryAfterMs ?? 0) > 60_000 && leadsTo(step, 'error')
  }),
  mark('the key was refused', (_, e) => fails(e, 'auth')),
  mark('the request was called invalid', (_, e) => fails(e, 'invalidRequest')),
  mark('the provider said that the context is full', (_, e) => fails(e, 'contextFull')),
  mark('the timer behind a request fired', (s, e, step) => {
    return inPhase(s, 'streaming') && timesOut(s, e, step)
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
    return s.type === 'toolExecuting' && timesOut(s, e, step)
  }),
  mark('a tool ended after its limit and the round went on', (s, e, step) => {
    return s.type === 'cancelling' && e.type === 'toolFinished' && leadsTo(step, 'awaitingLlm')
  }),
  mark('what outlived its order to end was named', (s, e, step) => {
    return s.type === 'cancelling' && timesOut(s, e, step)
  }),
  mark('a failed tool', (_, e) => e.type === 'toolFinished' && e.outcome === 'failed'),
  mark('the limit of requests', (s, _, step) => {
    return s.type === 'awaitingLlm' && leadsTo(step, 'idle') && isLimit(step)
  }),
  mark('a person was asked at the limit in time', (s, e, step) => {
    return (
      reachesTime(s, e) && step.type === 'moved' && turnOf(step.state)?.clock?.stage === 'grace'
    )
  }),
  mark('a person gave a turn more time', (_, e, step) => {
    return e.type === 'turnExtended' && step.type === 'moved'
  }),
  mark('nobody gave a turn more time', (_, __, step, { role }) => {
    return role.type === 'root' && isInterrupted(step, 'timeLimit')
  }),
  mark('a sub-agent reached its time limit', (_, __, step, { role }) => {
    return role.type === 'child' && isInterrupted(step, 'timeLimit')
  }),
  mark('the limit of tool calls', (_, __, step) => meetsLimit(step, 'tool call')),
  mark('the limit of tokens', (_, __, step) => meetsLimit(step, '10,000 tokens')),
  mark('more sub-agents than a turn may start were refused', (_, __, step) => {
    return says(step, 'one turn can start at most')
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
] as const

export type StepMark = (typeof STEP_MARKS)[number]['name']
