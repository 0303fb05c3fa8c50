import { assertNever } from '../../shared/assert-never.ts'
import type { ConversationState } from '../../shared/conversation-state.ts'
import type { ConversationEvent, Input } from '../core/event.ts'
import type { ConversationFeed } from './conversation-feed.ts'
import type { Clock, Ids } from './ports.ts'

/** Where envelopes come from. */
export interface EnvelopeDesk {
  readonly ids: Ids
  readonly clock: Clock
  readonly feed: Pick<ConversationFeed, 'printed'>
}

/** Made when an event is taken: what a step needs of the world and must not look up itself. */
export function envelop(
  input: Input,
  state: ConversationState,
  desk: EnvelopeDesk,
): ConversationEvent {
  const { ids, clock, feed } = desk
  const printed =
    canCloseRound(input) && state.type === 'toolExecuting'
      ? feed.printed(state.current.call.callId)
      : ''
  return { ...input, id: ids.next(), at: clock.now(), random: ids.random(), printed }
}

/** Whether the current call may get its result by this event, although it has not reported. */
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
    case 'continueRequested':
    case 'retryRequested':
    case 'compactRequested':
    case 'attachmentsDropped':
    case 'rewound':
    case 'forked':
    case 'settingsChanged':
    case 'editsUndone':
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
