import { assertNever } from '../../src/shared/assert-never.ts'
import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'
import type { TurnId } from '../../src/shared/ids.ts'
import type { ErrorKind } from '../../src/shared/messages/message.ts'
import type { StopReason } from '../../src/main/core/machine/effect.ts'
import type { ConversationEvent } from '../../src/main/core/machine/event.ts'
import type { Interruption, Lifecycle } from '../../src/main/core/machine/lifecycle.ts'
import type { Moved } from '../../src/main/core/machine/step.ts'

type Complain = (promise: string, facts: string) => void

/** T11: the recorded reason for the end of a turn, and for stopping its work, is the actual one. */
export function checkReasons(
  before: ConversationState,
  event: ConversationEvent,
  { effects, lifecycle }: Moved,
  complain: Complain,
): void {
  for (const entry of lifecycle) {
    if (entry.type === 'turnInterrupted' && !reasonsOf(before, event).includes(entry.reason))
      complain('T11 a turn ends for the reason that there was', `${event.type}: ${entry.reason}`)
    const kind = kindOf(before, event)
    if (entry.type === 'turnFailed' && kind !== null && entry.error.kind !== kind)
      complain('T11 a turn fails by what failed', `${event.type}: ${entry.error.kind}, not ${kind}`)
  }
  for (const effect of effects) {
    if (effect.type === 'stopWork' && effect.reason !== stopOf(event))
      complain('T11 work is told why it stops', `${event.type}: ${effect.reason}`)
  }
}

function reasonsOf(before: ConversationState, event: ConversationEvent): readonly Interruption[] {
  switch (event.type) {
    case 'cancelRequested':
      return [event.by === 'user' ? 'userCancel' : event.by]
    case 'shutdownRequested':
      return ['shutdown']
    case 'userMessage':
      return ['newMessage']
    case 'recovered':
      return ['restart']
    case 'timerFired':
      if (before.type === 'cancelling') return ['timeout', 'timeLimit']
      return before.type === 'toolExecuting' ? ['timeLimit'] : ['turnLimit', 'timeLimit']
    case 'llmResponded':
      return ['turnLimit', 'cutReply']
    case 'llmFailed':
    case 'retryRequested':
    case 'toolFinished':
    case 'childChanged':
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'settingsChanged':
      return ['turnLimit']
    case 'attachmentsDropped':
    case 'compactRequested':
    case 'continueRequested':
    case 'editsUndone':
    case 'hooksAnswered':
    case 'forked':
    case 'llmStreamStarted':
    case 'rewound':
    case 'sessionClosed':
    case 'sessionOpened':
    case 'storeFailed':
    case 'turnExtended':
    case 'workLost':
      return []
    default:
      return assertNever(event)
  }
}

/** Null: a summary came between the failure and the end, or the failures cannot be told apart. */
function kindOf(before: ConversationState, event: ConversationEvent): ErrorKind | null {
  if (event.type === 'storeFailed') return 'storage'
  if (event.type === 'workLost') return 'internal'
  if (before.type !== 'llmRequesting' || before.purpose === 'compaction') return null
  if (event.type === 'timerFired') return before.phase.type === 'backoff' ? null : 'timeout'
  if (event.type === 'hooksAnswered') return 'refused'
  if (event.type !== 'llmFailed') return null
  if (event.kind === 'aborted') return 'internal'
  return event.kind === 'contextFull' ? 'invalidRequest' : event.kind
}

const STOPS: Readonly<Partial<Record<ConversationEvent['type'], StopReason>>> = {
  shutdownRequested: 'shutdown',
  userMessage: 'user',
  hooksAnswered: 'user',
  timerFired: 'timeout',
  storeFailed: 'storage',
  workLost: 'internal',
}

function stopOf(event: ConversationEvent): StopReason | null {
  return event.type === 'cancelRequested' ? event.by : (STOPS[event.type] ?? null)
}

/** The turns of one conversation on disk: each ends exactly once, before the next one begins. */
export class TurnEnds {
  #open: TurnId | null = null
  readonly #complain: Complain

  constructor(complain: Complain) {
    this.#complain = complain
  }

  recorded(entry: Lifecycle): void {
    if (entry.type === 'turnStarted') {
      if (this.#open !== null) this.#complain('a turn ends before the next begins', this.#open)
      this.#open = entry.turnId
    }
    if (
      entry.type === 'turnCompleted' ||
      entry.type === 'turnInterrupted' ||
      entry.type === 'turnFailed'
    ) {
      if (this.#open !== entry.turnId) this.#complain('a turn ends once', entry.turnId)
      this.#open = null
    }
  }
}
