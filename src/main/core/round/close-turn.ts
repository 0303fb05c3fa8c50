import { assertNever } from '../../../shared/assert-never.ts'
import type { EndingWork, StateOf } from '../../../shared/conversation/conversation-state.ts'
import { editNote } from '../../../shared/conversation/edited-call.ts'
import type { CallOutcome } from '../../../shared/messages/message.ts'
import type { Round, Turn } from '../../../shared/conversation/turn.ts'
import { stopAwaited } from '../turn/awaited.ts'
import type { Context } from '../machine/context.ts'
import type { StopReason } from '../machine/effect.ts'
import type { EventOf } from '../machine/event.ts'
import { storageFailure, WORK_LOST } from '../machine/failures.ts'
import { BY_USER, type Halt, type Running } from '../turn/halt.ts'
import { addQuestionResult, startWithoutWait } from './questions.ts'
import { withPrinted } from '../machine/printed-text.ts'
import { addUserMessage } from '../turn/add-user-message.ts'
import type { Draft, Moved } from '../machine/step.ts'
import { closeChildren, describeChild } from './sub-agents.ts'
import { describeCall, addTextResult } from './tool-round.ts'
import { awaitLlm, beginReply } from '../turn/turn.ts'
import { failTurn, recordInterruption, recordReplaced } from '../turn/turn-end.ts'

/** The results for a round's open calls, and the reason that its work receives. */
interface Closing {
  readonly current: { readonly text: string; readonly outcome: CallOutcome }
  readonly rest: { readonly text: string; readonly outcome: CallOutcome }
  readonly stop: StopReason
}

/** REQ-BED-005: every open call gets its result now; processes and sub-agents have until the deadline of cancelling. */
export function haltTurn(draft: Draft, context: Context, state: Running, halt: Halt): Moved {
  const waitingFor = closeOpen(draft, state, closedBy(halt))
  const rest = recordHalt(draft, context, state.turn, halt)
  const turnId = state.turn.id
  return waitingFor.length === 0
    ? draft.moveTo(rest)
    : beginCancelling(draft, state, { turnId, waitingFor, then: { type: 'rest', state: rest } })
}

/** Records that somebody stopped the turn, and returns the state that follows. */
export function recordHalt(
  draft: Draft,
  context: Context,
  turn: Turn,
  halt: Halt,
): StateOf<'idle' | 'failed'> {
  if (halt.notice !== null) draft.addMessage({ type: 'system', text: halt.notice })
  return recordInterruption(draft, context, turn, halt)
}

/** Ends the turn and starts the next with a message, in one step (rule 1). */
export function replaceTurn(
  draft: Draft,
  context: Context,
  state: Running,
  event: EventOf<'userMessage'>,
): Moved {
  const waitingFor = closeOpen(draft, state, closedBy(BY_USER))
  recordReplaced(draft, state.turn, event.messageId)
  addUserMessage(draft, context, event)
  const turn = beginReply(draft, context, 'message')
  return waitingFor.length === 0
    ? awaitLlm(draft, context, turn, 'userMessage')
    : beginCancelling(draft, state, { turnId: turn.id, waitingFor, then: { type: 'turn', turn } })
}

/** Rule 14: the tool missed its own limit. Its process is ended before the round continues. */
export function closeOverdue(draft: Draft, state: StateOf<'toolExecuting'>): Moved {
  const waitingFor = closeOpen(draft, state, {
    current: { text: 'The tool did not answer within its time limit.', outcome: 'timedOut' },
    rest: { text: 'Not run: the call before it did not answer.', outcome: 'notRun' },
    stop: 'timeout',
  })
  const { turn } = state
  const then = { type: 'round', turn } as const
  return beginCancelling(draft, state, { turnId: turn.id, waitingFor, then })
}

/** T18: the step could not be saved. The turn ends without waiting for anything. */
export function failStorage(
  draft: Draft,
  context: Context,
  state: Running,
  event: EventOf<'storeFailed'>,
): Moved {
  const text = 'Its result could not be stored; its effect is unknown.'
  closeOpen(draft, state, {
    current: { text, outcome: 'unknown' },
    rest: NOT_RUN,
    stop: 'storage',
  })
  return failTurn(draft, context, state.turn, storageFailure(event.fault))
}

/** Ends the turn because work it waited for vanished without a report. */
export function loseTurn(draft: Draft, context: Context, state: Running): Moved {
  const text = 'Phoenix lost track of this call; its effect is unknown.'
  closeOpen(draft, state, {
    current: { text, outcome: 'unknown' },
    rest: NOT_RUN,
    stop: 'internal',
  })
  return failTurn(draft, context, state.turn, WORK_LOST)
}

const NOT_RUN = { text: 'Not run.', outcome: 'notRun' } as const

function closedBy({ resultText, stop }: Halt): Closing {
  return {
    current: { text: resultText, outcome: 'cancelled' },
    rest: { text: 'Skipped due to cancellation', outcome: 'skipped' },
    stop,
  }
}

/**
 * Gives every open call its result, in request order, and stops everything that the state waits for. Returns the work
 * to wait for, which never includes an aborted request.
 */
function closeOpen(draft: Draft, state: Running, closing: Closing): readonly EndingWork[] {
  stopAwaited(draft, state, closing.stop)
  switch (state.type) {
    case 'awaitingLlm':
    case 'llmRequesting':
      return []
    case 'awaitingApproval':
      closeRest(draft, state, closing)
      return []
    case 'awaitingAnswer': {
      const { asked, current } = state
      if (asked !== undefined) {
        const startedAt = startWithoutWait(draft, current, asked)
        return closeRunning(draft, state, { ...current, startedAt, workId: asked.workId }, closing)
      }
      addQuestionResult(draft, current, { ...closing.current, summary: null })
      closeRest(draft, state, closing)
      return []
    }
    case 'toolExecuting':
      return closeRunning(draft, state, state.current, closing)
    case 'awaitingSubAgents': {
      const open = state.children.filter(({ phase }) => phase.type !== 'ended')
      closeChildren(draft, state, closing.current.outcome)
      closeRest(draft, state, closing)
      return open.map((child) => ({ workId: child.agentId, what: describeChild(child) }))
    }
    default:
      return assertNever(state)
  }
}

interface RunningCall extends Pick<StateOf<'toolExecuting'>['current'], 'call' | 'startedAt'> {
  readonly workId: EndingWork['workId']
}

/** Closes the running call with a result that includes its output. */
function closeRunning(
  draft: Draft,
  { round }: { readonly round: Round },
  { call, startedAt, workId }: RunningCall,
  { current, rest }: Closing,
): readonly EndingWork[] {
  const text = editNote(call) + withPrinted(current.text, draft.printed)
  draft.addMessage({
    type: 'tool',
    callId: call.callId,
    outcome: current.outcome,
    content: [{ type: 'text', text }],
    durationMs: Math.max(0, draft.at - startedAt),
    summary: null,
    files: [],
  })
  closeRest(draft, { round }, { rest })
  return [{ workId, what: describeCall(call) }]
}

function closeRest(
  draft: Draft,
  { round }: { readonly round: Round },
  { rest }: Pick<Closing, 'rest'>,
): void {
  for (const { callId } of round.remaining) addTextResult(draft, { callId, ...rest })
}

/** How long to wait for stopped work (rule 3); sub-agents first have to end their own work. */
const CANCELLING_MS = 500
const CANCELLING_AGENTS_MS = 1_000

/** Waits for the stopped work. */
function beginCancelling(
  draft: Draft,
  state: Running,
  cancelling: Pick<StateOf<'cancelling'>, 'turnId' | 'waitingFor' | 'then'>,
): Moved {
  const timerId = draft.newTimerId()
  const waitMs = state.type === 'awaitingSubAgents' ? CANCELLING_AGENTS_MS : CANCELLING_MS
  const deadline = draft.startTimer(timerId, waitMs)
  return draft.moveTo({ type: 'cancelling', ...cancelling, timerId, deadline })
}
