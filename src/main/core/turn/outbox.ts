import { assertNever } from '../../../shared/assert-never.ts'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { MessageMode, WaitingMessage } from '../../../shared/messages/waiting.ts'
import type { Lifecycle } from '../machine/lifecycle.ts'
import type { Moved } from '../machine/step.ts'

/** The waiting messages to send, and their mode. */
export interface ReadyToSend {
  readonly messages: readonly WaitingMessage[]
  readonly mode: MessageMode
}

const NONE: ReadyToSend = { messages: [], mode: 'policy' }

/**
 * Returns what is sent after a step (rule 1): the oldest message when a turn completes; all messages marked for the
 * next step when results are sent to the model. Held messages are never sent.
 */
export function readyAfter(step: Moved, waiting: readonly WaitingMessage[]): ReadyToSend {
  const { state, lifecycle } = step
  if (state.type === 'awaitingLlm' && state.reason === 'toolResults') {
    return { messages: waiting.filter(({ when }) => when === 'nextStep'), mode: 'join' }
  }
  const isComplete = state.type === 'idle' && lifecycle.some(({ type }) => type === 'turnCompleted')
  return isComplete ? oldestOf(waiting) : NONE
}

/**
 * Returns what is sent at once when a message is added or released: the oldest, if nothing is unfinished. The turn that
 * it waited for is over then, and nothing else would send it.
 */
export function readyAtRest(
  state: ConversationState,
  waiting: readonly WaitingMessage[],
): ReadyToSend {
  return state.type === 'idle' && state.unfinished === null ? oldestOf(waiting) : NONE
}

function oldestOf(waiting: readonly WaitingMessage[]): ReadyToSend {
  return { messages: waiting.filter(({ when }) => when !== 'held').slice(0, 1), mode: 'policy' }
}

/**
 * Rule 1: after a cancel, an error, an exhausted context and a restart, all waiting messages are held until a person
 * sends them. A message that replaces a turn holds nothing, because the person continues.
 */
export function holdsAfter({ lifecycle }: Pick<Moved, 'lifecycle'>): boolean {
  return lifecycle.some(holds)
}

function holds(entry: Lifecycle): boolean {
  switch (entry.type) {
    case 'turnFailed':
      return true
    case 'turnInterrupted':
      return entry.reason !== 'newMessage'
    case 'sessionStarted':
    case 'sessionEnded':
    case 'fileAttached':
    case 'turnStarted':
    case 'toolStarted':
    case 'turnCompleted':
    case 'providerFallback':
    case 'requestRepaired':
    case 'settingsChanged':
    case 'compacted':
      return false
    default:
      return assertNever(entry)
  }
}

/** Returns the waiting messages as held. */
export function heldBack(waiting: readonly WaitingMessage[]): readonly WaitingMessage[] {
  return waiting.map((message) => ({ ...message, when: 'held' }))
}
