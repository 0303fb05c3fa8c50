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

/** What one step writes, whole or not at all. */
export interface Commit {
  readonly conversationId: ConversationId
  readonly rows: readonly LogRow[]
  readonly messages: readonly NewMessage[]
  readonly state: ConversationState
  readonly at: number
  /** Given where this step brings the first message of a conversation without title. */
  readonly title: string | null
  /** Given where a person says in this step where the folder is now. */
  readonly folder: string | null
  /** The draft goes with the send that it became (R14). */
  readonly clearsDraft: boolean
  /** Waiting messages go with the sends that they became. */
  readonly delivered: readonly MessageId[]
  /** All the others that wait are held from this step on. */
  readonly holdsWaiting: boolean
  /** A person has written: an archived conversation is in the list again. */
  readonly unarchives: boolean
  /** Sub-agents' conversations, with the folder and the permissions of this one. */
  readonly children: readonly NewChild[]
  /** What runs in its folder without being asked for from now on. Saved twice, a rule is there once. */
  readonly rules: readonly Rule[]
}

export interface Committed {
  /** The sequence before and after: taken inside the transaction. */
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
  commit(commit: Commit): Result<Committed, StoreFault>
  /** Oldest first; the newest `limit` of those before `beforeSeq` (null: of all). */
  messages(
    id: ConversationId,
    page: { beforeSeq: number | null; limit: number },
  ): readonly Message[]
  /** All messages, or those from a place on, oldest first. */
  history(id: ConversationId, fromSeq?: number): readonly Message[]
  /** Those of some types, oldest first: the first behind a place (`limit` absent: all), or the last ahead of one. */
  messagesOf(
    id: ConversationId,
    types: readonly MessageContent['type'][],
    page: TypedPage,
  ): readonly Message[]
  /** Those few that matter for good (`isLandmark`), oldest first. */
  landmarks(id: ConversationId): readonly Message[]
  /** A stored message of any conversation. */
  message(id: MessageId): { conversationId: ConversationId; message: Message } | null
  /**
   * What people have sent in the conversations of this folder, the newest first, before a place (null: all). It looks
   * through a bounded number of prompts: a page may have fewer than `most`, and not be the last.
   */
  sentPrompts(
    folder: string,
    before: PromptPlace | null,
    most: { readonly prompts: number; readonly characters: number },
  ): SentPromptsPage
  /** What the answers of its sub-agents took and gave, as far as they are on record. */
  subAgentSpend(id: ConversationId): Spend
}
