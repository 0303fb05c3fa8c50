import { isResting } from '../../src/shared/conversation/conversation-state.ts'
import {
  answers,
  ends,
  fails,
  isCancel,
  isEmptyReply,
  isOn,
  isReplaced,
  isSummary,
  leadsTo,
  mark,
  refusedAs,
  timesOut,
} from './observed-step.ts'

/** Marks of approvals, sub-agents, messages while busy, the fallback and summaries. */
export const WHOLE_MARKS = [
  mark('a person was asked', (_, __, step) => leadsTo(step, 'awaitingApproval')),
  mark('a person allowed a call once', (_, e, step) => answers(e, 'once', step)),
  mark('a person edited a command and allowed it', (_, e, step) => answers(e, 'edited', step)),
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
  mark('the agent put a question', (_, e, step) => {
    return e.type !== 'toolAsked' && leadsTo(step, 'awaitingAnswer')
  }),
  mark('a running call asked a person', (_, e, step) => {
    return e.type === 'toolAsked' && step.type === 'moved'
  }),
  mark('nobody answered a running call', (s, e, step) => {
    return s.type === 'awaitingAnswer' && e.type === 'timerFired' && step.type === 'moved'
  }),
  mark('a call ended while it asked', (s, e, step) => {
    return s.type === 'awaitingAnswer' && e.type === 'toolFinished' && step.type === 'moved'
  }),
  mark('a call asked behind its end', (_, e, step) => {
    return e.type === 'toolAsked' && refusedAs(step, 'stale')
  }),
  mark('a person answered a question', (_, e, step) => {
    return e.type === 'questionAnswered' && e.answer.type === 'answered' && step.type === 'moved'
  }),
  mark('a person skipped a question', (_, e, step) => {
    return e.type === 'questionAnswered' && e.answer.type === 'skipped' && step.type === 'moved'
  }),
  mark('an answer that says nothing was refused', (s, e, step) => {
    return s.type === 'awaitingAnswer' && e.type === 'questionAnswered' && refusedAs(step, 'stale')
  }),
  mark('cancel while a question waits', (s, e) => s.type === 'awaitingAnswer' && isCancel(e)),
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
    return s.type === 'awaitingSubAgents' && timesOut(s, e, step)
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
    return (
      s.type === 'awaitingLlm' &&
      s.reason === 'userMessage' &&
      e.type === 'userMessage' &&
      step.type === 'moved'
    )
  }),
  mark('a message joined the running turn behind its results', (s, e, step) => {
    return (
      s.type === 'awaitingLlm' &&
      s.reason === 'toolResults' &&
      e.type === 'userMessage' &&
      step.type === 'moved' &&
      !isReplaced(step)
    )
  }),
  mark('a refused request was mended', (_, __, step) => {
    return step.type === 'moved' && step.lifecycle.some(({ type }) => type === 'requestRepaired')
  }),
  mark('the fallback was asked', (_, __, step) => {
    return step.type === 'moved' && step.lifecycle.some(({ type }) => type === 'providerFallback')
  }),
  mark('the fallback was asked after three failures', (s, _, step) => {
    return (
      s.type === 'llmRequesting' &&
      s.attempt === 3 &&
      step.type === 'moved' &&
      step.lifecycle.some(({ type }) => type === 'providerFallback')
    )
  }),
  mark('the fallback failed, too', (s, _, step) => {
    return s.type === 'llmRequesting' && s.turn.provider === 'fallback' && leadsTo(step, 'error')
  }),
  mark('a summary was asked for within a turn', (s, e, step) => {
    return (
      s.type === 'llmRequesting' &&
      s.purpose === 'reply' &&
      e.type === 'llmFailed' &&
      leadsTo(step, 'awaitingLlm')
    )
  }),
  mark('a summary was asked for by hand', (_, e, step) => {
    return e.type === 'compactRequested' && step.type === 'moved'
  }),
  mark('a summary was kept', (_, __, step) => {
    return step.type === 'moved' && step.lifecycle.some(({ type }) => type === 'compacted')
  }),
  mark('a part was summed up', (_, __, step) => {
    return (
      step.type === 'moved' &&
      step.messages.some(
        ({ content }) => content.type === 'summary' && content.throughSeq !== undefined,
      )
    )
  }),
  mark('a summary was empty', (s, e, step) => {
    return isSummary(s) && isEmptyReply(e) && step.type === 'moved'
  }),
  mark('a summary was not smaller', (s, e, step) => {
    return (
      isSummary(s) &&
      e.type === 'llmResponded' &&
      !isEmptyReply(e) &&
      e.end === 'endTurn' &&
      step.type === 'moved' &&
      step.messages.length === 0
    )
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
  mark('no turn began in a folder that is gone', (_, __, step) => refusedAs(step, 'folderGone')),
  mark('a larger model let a conversation go on', (s, e, step) => {
    return s.type === 'contextExhausted' && e.type === 'settingsChanged' && leadsTo(step, 'idle')
  }),
  mark('an exhausted context was found after a restart', (_, e) => {
    return e.type === 'recovered' && e.rested?.cause === 'contextExhausted'
  }),
] as const
