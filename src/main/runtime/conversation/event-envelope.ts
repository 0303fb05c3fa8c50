import type { OverBudget } from '../../../shared/settings/budget.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { turnOf } from '../../../shared/conversation/conversation-state.ts'
import { runningCallOf } from '../../../shared/conversation/running-call.ts'
import type { Turn } from '../../../shared/conversation/turn.ts'
import type { ConversationEvent, Input } from '../../core/machine/event.ts'
import { requestTimerOf } from '../../core/turn/awaited.ts'
import { deadlinesOf } from '../../core/turn/deadlines.ts'
import type { ConversationFeed } from './feed/conversation-feed.ts'
import type { FolderPort } from '../ports/file-ports.ts'
import type { Clock, Ids } from '../ports/ports.ts'
import type { Position } from './record/step-entries.ts'
import type { RunningWork } from './running-work.ts'

/** The wall clock may differ by this much from the timers: they start only after their step is on disk. */
const DRIFT_MS = 1_000

/** Sources for envelopes. */
export interface EnvelopePorts {
  readonly ids: Ids
  readonly clock: Clock
  readonly feed: Pick<ConversationFeed, 'printed'>
  readonly folders: Pick<FolderPort, 'isGone'>
  readonly running: Pick<RunningWork, 'leftMs'>
  /** Returns the budget that is used up; null if something is left or there is none. */
  overBudget(turn: Turn): OverBudget | null
}

/** Adds to an event what a step needs from outside and must not look up itself. */
export function envelop(
  input: Input,
  { state, context }: Position,
  ports: EnvelopePorts,
): ConversationEvent {
  const { ids, clock, feed, folders, running } = ports
  const callId = canCloseRound(input) ? runningCallOf(state) : null
  const printed = callId === null ? '' : feed.printed(callId)
  const isFolderGone =
    context.role.type === 'root' && dependsOnFolder(input) && folders.isGone(context.folder)
  const at = clock.now()
  const sleptMs = sleptOf(state, at, running)
  const envelope = { id: ids.next(), at, random: ids.random(), printed, isFolderGone, sleptMs }
  return { ...withBudget(input, state, ports), ...envelope }
}

/** Returns how much further the wall clock went than the timers of the state. */
function sleptOf(state: Position['state'], now: number, running: EnvelopePorts['running']): number {
  for (const [timerId, deadline] of deadlinesOf(state)) {
    const leftMs = running.leftMs(timerId)
    if (leftMs === null) continue
    const sleptMs = Math.round(now + leftMs - deadline)
    return Math.abs(sleptMs) < DRIFT_MS ? 0 : sleptMs
  }
  return 0
}

/** Adds to the timer of a due request whether its conversation has used up its budget. */
function withBudget(
  input: Input,
  state: Position['state'],
  { overBudget }: Pick<EnvelopePorts, 'overBudget'>,
): Input {
  if (input.type !== 'timerFired' || input.timerId !== requestTimerOf(state)) return input
  const turn = turnOf(state)
  const over = turn === null ? null : overBudget(turn)
  return over === null ? input : { ...input, overBudget: over }
}

/** True if this event may give the current call its result although it has not reported. */
function canCloseRound(input: Input): boolean {
  switch (input.type) {
    case 'cancelRequested':
    case 'userMessage':
    case 'shutdownRequested':
    case 'timerFired':
    case 'workLost':
    case 'storeFailed':
      return true
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'continueRequested':
    case 'retryRequested':
    case 'compactRequested':
    case 'turnExtended':
    case 'attachmentsDropped':
    case 'rewound':
    case 'forked':
    case 'settingsChanged':
    case 'editsUndone':
    case 'hooksAnswered':
    case 'sessionOpened':
    case 'sessionClosed':
    case 'recovered':
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolFinished':
    case 'childChanged':
      return false
    default:
      return assertNever(input)
  }
}

/** True if it starts a turn or chooses another folder. */
function dependsOnFolder(input: Input): boolean {
  switch (input.type) {
    case 'userMessage':
    case 'continueRequested':
    case 'retryRequested':
    case 'compactRequested':
      return true
    case 'hooksAnswered':
      return input.of.type === 'turn' && input.blocks !== null
    case 'settingsChanged':
      return input.change.folder !== undefined
    case 'cancelRequested':
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'turnExtended':
    case 'attachmentsDropped':
    case 'rewound':
    case 'forked':
    case 'editsUndone':
    case 'shutdownRequested':
    case 'sessionOpened':
    case 'sessionClosed':
    case 'recovered':
    case 'timerFired':
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolFinished':
    case 'childChanged':
    case 'workLost':
    case 'storeFailed':
      return false
    default:
      return assertNever(input)
  }
}
