import { assertNever } from '../../../shared/assert-never.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { AgentId, CallId, MessageId } from '../../../shared/ids.ts'
import type { NewMessage, SubAgentOutcome } from '../../../shared/messages/message.ts'
import type { ConversationEvent, EndedChild, Input, InputOf, OpenCall } from '../machine/event.ts'
import { storeFacts, type StoredFacts } from './stored-call.ts'

/**
 * The stored form of an event. It refers to messages instead of copying their content: what was said, replied or
 * submitted is in the message that the step made of it.
 */
export type StoredInput =
  | Exclude<
      Input,
      {
        type:
          | 'userMessage'
          | 'editsUndone'
          | 'hooksAnswered'
          | 'forked'
          | 'llmResponded'
          | 'llmFailed'
          | 'toolFinished'
          | 'childChanged'
          | 'recovered'
      }
    >
  | Pick<InputOf<'userMessage'>, 'type' | 'messageId' | 'mode'>
  | (Omit<InputOf<'llmResponded'>, 'blocks' | 'calls'> & {
      /** The agent's message, or the summary. */
      readonly replyId: MessageId | null
      /** The kinds of the blocks that were not stored: all blocks of a reply without a message, or a cut call. */
      readonly dropped: readonly Block['type'][]
      readonly calls: readonly StoredFacts[]
    })
  | (Pick<InputOf<'editsUndone'>, 'type'> & { readonly messageId: MessageId | null })
  | (Omit<InputOf<'hooksAnswered'>, 'of' | 'runs'> & {
      readonly of: Omit<OnMessage, 'text'> | Exclude<HooksOf, OnMessage>
      readonly messageId: MessageId | null
    })
  /** Rows of early versions have no repairs. */
  | (Omit<InputOf<'llmFailed'>, 'repairs'> & Partial<Pick<InputOf<'llmFailed'>, 'repairs'>>)
  | (Pick<InputOf<'forked'>, 'type'> & StoredBeginning)
  | (Omit<InputOf<'toolFinished'>, 'content' | 'files' | 'hooks'> & {
      readonly messageId: MessageId | null
    })
  | (Omit<InputOf<'childChanged'>, 'now'> & { readonly now: StoredChange })
  | (Omit<InputOf<'recovered'>, 'openCalls'> & { readonly openCalls: readonly StoredOpenCall[] })

type HooksOf = InputOf<'hooksAnswered'>['of']
type OnMessage = Extract<HooksOf, { type: 'message' }>

/** The summary, or the copied messages. */
type StoredBeginning =
  | { readonly messageId: MessageId | null }
  | { readonly copies: readonly Pick<NewMessage, 'id' | 'at'>[] }

type Change = InputOf<'childChanged'>['now']
type Ended = Extract<Change, { type: 'ended' }>
type StoredChange =
  | Exclude<Change, Ended>
  | (Omit<Ended, 'text' | 'tokens'> & {
      readonly messageId: MessageId | null
      /** Rows of early versions have none. */
      readonly tokens?: number
    })

type Delegated = Extract<OpenCall['was'], { type: 'delegated' }>
interface StoredOpenCall {
  readonly callId: CallId
  readonly was:
    | Exclude<OpenCall['was'], Delegated>
    | { readonly type: 'delegated'; readonly children: readonly StoredEnd[] }
}

/** `isTold`: true if the message already existed before the recovery. */
interface StoredEnd {
  readonly agentId: AgentId
  readonly outcome: SubAgentOutcome
  readonly messageId: MessageId | null
  readonly isTold: boolean
}

export interface StoredEvent {
  readonly input: StoredInput
  readonly random: number
  /** The message that holds the output of the current call. */
  readonly printedIn: MessageId | null
  /** Absent: 0. */
  readonly sleptMs?: number
}

export function storeEvent(event: ConversationEvent, messages: readonly NewMessage[]): StoredEvent {
  const { id: _id, at: _at, isFolderGone: _isGone, random, printed, sleptMs, ...input } = event
  const holder = printed === '' ? undefined : messages.find((each) => each.content.type === 'tool')
  const stored = { input: storeInput(input, messages), random, printedIn: holder?.id ?? null }
  return sleptMs === 0 ? stored : { ...stored, sleptMs }
}

function storeInput(input: Input, messages: readonly NewMessage[]): StoredInput {
  switch (input.type) {
    case 'userMessage': {
      const { type, messageId, mode } = input
      return { type, messageId, mode }
    }
    case 'llmResponded':
      return storeReply(input, messages)
    case 'toolFinished': {
      const { content: _content, files: _files, hooks: _hooks, ...rest } = input
      const result = messages.find((each) => each.content.type === 'tool')
      return { ...rest, messageId: result?.id ?? null }
    }
    case 'hooksAnswered': {
      const { of, runs: _runs, ...rest } = input
      const hookMessage = messages.find(
        ({ content }) => content.type === 'user' || content.type === 'system',
      )
      return { ...rest, of: withoutText(of), messageId: hookMessage?.id ?? null }
    }
    case 'editsUndone': {
      const undo = messages.find((each) => each.content.type === 'undo')
      return { type: input.type, messageId: undo?.id ?? null }
    }
    case 'forked': {
      const { from, type } = input
      if (from.type === 'messages') {
        return { type, copies: from.messages.map(({ id, at }) => ({ id, at })) }
      }
      const summary = messages.find((each) => each.content.type === 'summary')
      return { type, messageId: summary?.id ?? null }
    }
    case 'childChanged':
      return { ...input, now: storeChange(input, messages) }
    case 'recovered': {
      const openCalls = input.openCalls.map((call) => storeOpenCall(call, messages))
      return { ...input, openCalls }
    }
    case 'cancelRequested':
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
    case 'settingsChanged':
    case 'shutdownRequested':
    case 'sessionOpened':
    case 'sessionClosed':
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

function storeReply(input: InputOf<'llmResponded'>, messages: readonly NewMessage[]): StoredInput {
  const { blocks, calls, ...rest } = input
  const stored = calls.map(storeFacts)
  const summary = messages.find((each) => each.content.type === 'summary')
  if (summary !== undefined) return { ...rest, replyId: summary.id, dropped: [], calls: stored }
  const reply = messages.find((each) => each.content.type === 'agent')
  const kept = reply?.content.type === 'agent' ? reply.content.blocks.length : 0
  const dropped = blocks.slice(kept).map((block) => block.type)
  return { ...rest, replyId: reply?.id ?? null, dropped, calls: stored }
}

function storeChange(
  { agentId, now }: InputOf<'childChanged'>,
  messages: readonly NewMessage[],
): StoredChange {
  if (now.type !== 'ended') return now
  const { text: _text, ...rest } = now
  return { ...rest, messageId: endOf(agentId, messages) }
}

function storeOpenCall({ callId, was }: OpenCall, messages: readonly NewMessage[]): StoredOpenCall {
  if (was.type !== 'delegated') return { callId, was }
  const children = was.children.map((child) => storeEnd(child, messages))
  return { callId, was: { type: 'delegated', children } }
}

function storeEnd(
  { agentId, outcome, messageId }: EndedChild,
  messages: readonly NewMessage[],
): StoredEnd {
  const holder = messageId ?? endOf(agentId, messages)
  return { agentId, outcome, messageId: holder, isTold: messageId !== null }
}

function endOf(agentId: AgentId, messages: readonly NewMessage[]): MessageId | null {
  const end = messages.find(
    ({ content }) => content.type === 'subAgent' && content.agentId === agentId,
  )
  return end?.id ?? null
}

function withoutText(of: HooksOf): Omit<OnMessage, 'text'> | Exclude<HooksOf, OnMessage> {
  if (of.type === 'turn') return of
  const { text: _text, ...rest } = of
  return rest
}
