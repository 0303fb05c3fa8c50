import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId, EventId, MessageId } from '../../../shared/ids.ts'
import type { Message, MessageContent, NewMessage } from '../../../shared/messages/message.ts'
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

/** The writes of one step, completely or not at all. */
export interface Commit {
  readonly conversationId: ConversationId
  /** The last sequence number that the writer knows: if the stored one differs, nothing is written. */
  readonly after: number
  readonly rows: readonly LogRow[]
  readonly messages: readonly NewMessage[]
  readonly state: ConversationState
  readonly at: number
  /** Set if this step adds the first message of a conversation without a title. */
  readonly title: string | null
  /** Set if in this step a person says where the folder is now. */
  readonly folder: string | null
  /** True if the draft became the message of this step and is removed (R14). */
  readonly clearsDraft: boolean
  /** Waiting messages that this step sends; they are removed from the outbox. */
  readonly delivered: readonly MessageId[]
  /** True if all other waiting messages are held from this step on. */
  readonly holdsWaiting: boolean
  /** True if a person wrote: an archived conversation returns to the list. */
  readonly unarchives: boolean
  /** Conversations of sub-agents, with the folder and the permissions of this one. */
  readonly children: readonly NewChild[]
  /** New rules for what runs in its folder without asking. Saving a rule twice stores it once. */
  readonly rules: readonly Rule[]
}

/** `overtaken`: another program has written to this conversation. Nothing of this step was written. */
export type CommitFault = StoreFault | 'overtaken'

export interface Committed {
  /** The sequence numbers before and after, taken inside the transaction. */
  readonly after: number
  readonly seq: number
  readonly messages: readonly Message[]
}

/** A text that a person sent. */
export interface SentPrompt {
  readonly conversationId: ConversationId
  readonly text: string
}

export interface SentPromptsPage {
  readonly prompts: readonly SentPrompt[]
  /** The start of the next page; null if there are no more. */
  readonly next: PromptPlace | null
}

export type TypedPage =
  | { readonly afterSeq: number; readonly limit?: number }
  | { readonly beforeSeq: number; readonly limit: number }

/** The history of conversations: written by steps, and never changed. */
export interface HistoryStore {
  commit(commit: Commit): Result<Committed, CommitFault>
  /** Returns the newest `limit` of those before `beforeSeq` (null: of all), oldest first. */
  messages(
    id: ConversationId,
    page: { beforeSeq: number | null; limit: number },
  ): readonly Message[]
  /** Returns all messages, oldest first. */
  history(id: ConversationId): readonly Message[]
  /** Returns those of some types, oldest first: the first after a place (`limit` absent: all), or the last before one. */
  messagesOf(
    id: ConversationId,
    types: readonly MessageContent['type'][],
    page: TypedPage,
  ): readonly Message[]
  /** Returns the few that matter permanently (`isLandmark`), oldest first. */
  landmarks(id: ConversationId): readonly Message[]
  /**
   * Looks for some of them, for a few milliseconds; what was found is known to `landmarks`, which looks for the rest at once.
   * True if there may be more.
   */
  seekLandmarks(id: ConversationId): boolean
  /** Returns a stored message of any conversation. */
  message(id: MessageId): { conversationId: ConversationId; message: Message } | null
  /**
   * Returns what people sent in the conversations of this folder, newest first, before a place (null: all). Searches a
   * bounded number of prompts: a page may have fewer than `most` without being the last.
   */
  sentPrompts(
    folder: string,
    before: PromptPlace | null,
    most: { readonly prompts: number; readonly characters: number },
  ): SentPromptsPage
  /** Returns the place of the last message of a conversation and of each of its sub-agents; 0 if there is none. */
  lastSeqs(id: ConversationId): ReadonlyMap<ConversationId, number>
}
