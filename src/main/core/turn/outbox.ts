import { assertNever } from '../../../shared/assert-never.ts'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { MessageMode, WaitingMessage } from '../../../shared/messages/waiting.ts'
import type { Lifecycle } from '../machine/lifecycle.ts'
import type { Moved } from '../machine/step.ts'

/** What goes out of the waiting messages, and how. */
export interface ReadyToSend {
  readonly messages: readonly WaitingMessage[]
  readonly mode: MessageMode
}

const NONE: ReadyToSend = { messages: [], mode: 'policy' }

/**
 * What a step lets go out (rule 1): the oldest one when a turn is complete, all that are marked for the next step when
 * results go back. What is held never does.
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
 * What goes out at once when a message is put or released: where nothing is unfinished, the turn that it was to wait for is
 * over, and nothing else would send it. The oldest goes first.
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
 * Rule 1: after a cancel, an error, an exhausted context and a restart all that wait are held until a person sends them. A
 * message that takes the place of a turn holds nothing: a person goes on.
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

/** What waits, once it is held. */
export function heldBack(waiting: readonly WaitingMessage[]): readonly WaitingMessage[] {
  return waiting.map((message) => ({ ...message, when: 'held' }))
}
