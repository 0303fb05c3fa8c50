import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId, EventId, MessageId } from '../../../shared/ids.ts'
import type { Message, MessageContent, NewMessage } from '../../../shared/messages/message.ts'
import type { Spend } from '../../../shared/models/price.ts'
import type { Result } from '../../../shared/result.ts'
import type { Rule } from '../../../shared/conversation/turn.ts'
import type { StoredEvent } from '../../core/log/stored.ts'
import type { PromptPlace } from '../../../shared/protocol/prompt-commands.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { Lifecycle } from '../../core/machine/lifecycle.ts'
import type { NewChild } from '../../core/machine/step.ts'

/** One row of the log: an input or a lifecycle entry, in one sequence. */
export type LogRow =
  | {
      readonly id: string
      readonly kind: 'input'
      readonly at: number
      readonly event: StoredEvent
    }
  | {
      readonly id: string
      readonly kind: 'lifecycle'
      readonly at: number
      readonly parentEventId: EventId
      readonly entry: Lifecycle
    }

/** What one step writes, completely or not at all. */
export interface Commit {
  readonly conversationId: ConversationId
  /** The last sequence number that the writer knows: if there is another, nothing is written. */
  readonly after: number
  readonly rows: readonly LogRow[]
  readonly messages: readonly NewMessage[]
  readonly state: ConversationState
  readonly at: number
  /** Set if this step brings the first message of a conversation without a title. */
  readonly title: string | null
  /** Set if in this step a person says where the folder is now. */
  readonly folder: string | null
  /** The draft is removed with the message that it became (R14). */
  readonly clearsDraft: boolean
  /** Waiting messages are removed with the messages that they became. */
  readonly delivered: readonly MessageId[]
  /** All other waiting messages are held from this step on. */
  readonly holdsWaiting: boolean
  /** A person wrote: an archived conversation returns to the list. */
  readonly unarchives: boolean
  /** Sub-agents' conversations, with the folder and the permissions of this one. */
  readonly children: readonly NewChild[]
  /** What runs in its folder without asking from now on. Saving a rule twice stores it once. */
  readonly rules: readonly Rule[]
}

/** `overtaken`: another program has written to this conversation. Nothing of this step was written. */
export type CommitFault = StoreFault | 'overtaken'

export interface Committed {
  /** The sequence before and after, taken inside the transaction. */
  readonly after: number
  readonly seq: number
  readonly messages: readonly Message[]
}

/** A text that a person has sent. */
export interface SentPrompt {
  readonly conversationId: ConversationId
  readonly text: string
}

export interface SentPromptsPage {
  readonly prompts: readonly SentPrompt[]
  /** Where the next page begins; null: there are no more. */
  readonly next: PromptPlace | null
}

export type TypedPage =
  | { readonly afterSeq: number; readonly limit?: number }
  | { readonly beforeSeq: number; readonly limit: number }

/** What happened in conversations: written by steps, and never changed. */
export interface HistoryStore {
  commit(commit: Commit): Result<Committed, CommitFault>
  /** Oldest first; the newest `limit` of those before `beforeSeq` (null: of all). */
  messages(
    id: ConversationId,
    page: { beforeSeq: number | null; limit: number },
  ): readonly Message[]
  /** All messages, or those from a place on, oldest first. */
  history(id: ConversationId, fromSeq?: number): readonly Message[]
  /** Those of some types, oldest first: the first after a place (`limit` absent: all), or the last before one. */
  messagesOf(
    id: ConversationId,
    types: readonly MessageContent['type'][],
    page: TypedPage,
  ): readonly Message[]
  /** The few that matter permanently (`isLandmark`), oldest first. */
  landmarks(id: ConversationId): readonly Message[]
  /** A stored message of any conversation. */
  message(id: MessageId): { conversationId: ConversationId; message: Message } | null
  /**
   * What people have sent in the conversations of this folder, newest first, before a place (null: all). It looks
   * through a bounded number of prompts: a page may have fewer than `most` and still not be the last.
   */
  sentPrompts(
    folder: string,
    before: PromptPlace | null,
    most: { readonly prompts: number; readonly characters: number },
  ): SentPromptsPage
  /** The tokens and cost of its sub-agents' answers, as far as they are recorded. */
  subAgentSpend(id: ConversationId): Spend
}
