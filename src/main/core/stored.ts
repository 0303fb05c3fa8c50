import type { Block } from '../../shared/content.ts'
import type { ConversationState } from '../../shared/conversation-state.ts'
import type { Call, Round } from '../../shared/turn.ts'
import type { CallId, MessageId } from '../../shared/ids.ts'
import type { MessageContent, NewMessage } from '../../shared/message.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { CallFacts, ConversationEvent, Input, InputOf } from './event.ts'
import { callIdOf } from '../../shared/call-id.ts'

/**
 * The forms that are saved: they name messages instead of copying what stands in them. A call's input stands in its
 * reply, a result's text in its own message.
 */
type StoredCall = Omit<Call, 'input'>
type StoredFacts = Omit<CallFacts, 'input'>

export type StoredInput =
  | Exclude<Input, { type: 'userMessage' | 'llmResponded' | 'toolFinished' }>
  | Pick<InputOf<'userMessage'>, 'type' | 'messageId'>
  | (Omit<InputOf<'llmResponded'>, 'blocks' | 'calls'> & {
      readonly replyId: MessageId | null
      /** The kinds of the blocks that were not kept: all of a reply without message, a call that was cut. */
      readonly dropped: readonly Block['type'][]
      readonly calls: readonly StoredFacts[]
    })
  | (Omit<InputOf<'toolFinished'>, 'content'> & { readonly messageId: MessageId | null })

export interface StoredEvent {
  readonly input: StoredInput
  readonly random: number
  /** The message that holds what the current call had printed. */
  readonly printedIn: MessageId | null
}

export function storeEvent(event: ConversationEvent, messages: readonly NewMessage[]): StoredEvent {
  const { id: _id, at: _at, random, printed, ...input } = event
  const holder = printed === '' ? undefined : messages.find((each) => each.content.type === 'tool')
  return { input: storeInput(input, messages), random, printedIn: holder?.id ?? null }
}

function storeInput(input: Input, messages: readonly NewMessage[]): StoredInput {
  switch (input.type) {
    case 'userMessage':
      return { type: 'userMessage', messageId: input.messageId }
    case 'llmResponded': {
      const { blocks, calls, ...rest } = input
      const reply = messages.find((each) => each.content.type === 'agent')
      const kept = reply?.content.type === 'agent' ? reply.content.blocks.length : 0
      return {
        ...rest,
        replyId: reply?.id ?? null,
        dropped: blocks.slice(kept).map((block) => block.type),
        calls: calls.map(({ input: _input, ...facts }) => facts),
      }
    }
    case 'toolFinished': {
      const { content: _content, ...rest } = input
      const result = messages.find((each) => each.content.type === 'tool')
      return { ...rest, messageId: result?.id ?? null }
    }
    case 'cancelRequested':
    case 'continueRequested':
    case 'retryRequested':
    case 'settingsChanged':
    case 'shutdownRequested':
    case 'sessionOpened':
    case 'sessionClosed':
    case 'recovered':
    case 'timerFired':
    case 'llmStreamStarted':
    case 'llmFailed':
    case 'workLost':
    case 'storeFailed':
      return input
    default:
      return assertNever(input)
  }
}

type WithoutInputs<State> = State extends { readonly round: Round; readonly current: infer Current }
  ? Omit<State, 'round' | 'current'> & {
      readonly round: Omit<Round, 'remaining'> & { readonly remaining: readonly StoredCall[] }
      readonly current: Omit<Current, 'call'> & { readonly call: StoredCall }
    }
  : State
export type StoredState = WithoutInputs<ConversationState>

export function storeState(state: ConversationState): StoredState {
  if (state.type !== 'toolExecuting') return state
  const { round, current } = state
  return {
    ...state,
    round: { ...round, remaining: round.remaining.map(withoutInput) },
    current: { ...current, call: withoutInput(current.call) },
  }
}

function withoutInput({ input: _input, ...call }: Call): StoredCall {
  return call
}

/** Puts call inputs back. Null where the reply that holds them cannot be found: the state is unreadable. */
export function restoreState(
  stored: StoredState,
  contentOf: (id: MessageId) => MessageContent | null,
): ConversationState | null {
  if (stored.type !== 'toolExecuting') return stored
  const { round, current } = stored
  const reply = contentOf(round.replyId)
  if (reply?.type !== 'agent') return null
  const inputs = new Map<CallId, Call['input']>()
  for (const block of reply.blocks) {
    if (block.type === 'toolCall') inputs.set(callIdOf(round.replyId, inputs.size), block.input)
  }
  const restore = (call: StoredCall): Call[] => {
    const input = inputs.get(call.callId)
    return input === undefined ? [] : [{ ...call, input }]
  }
  const [call] = restore(current.call)
  const remaining = round.remaining.flatMap(restore)
  if (call === undefined || remaining.length !== round.remaining.length) return null
  return { ...stored, round: { ...round, remaining }, current: { ...current, call } }
}
