import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { ListPlace, StoredSummary } from '../../../shared/conversation/conversation.ts'
import type { CallId, ConversationId } from '../../../shared/ids.ts'
import type { UnsentDraft } from '../../../shared/protocol/list-commands.ts'
import type { MessageDraft } from '../../../shared/messages/message.ts'
import type { ReviewComment } from '../../../shared/conversation/review.ts'
import type { ShellCommand } from '../../../shared/conversation/shell-command.ts'
import type { Result } from '../../../shared/result.ts'
import type { InstructionsInForce, PermissionMode } from '../../../shared/conversation/turn.ts'
import type { Context } from '../../core/machine/context.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { NewChild } from '../../core/machine/step.ts'
import type { TitleSource } from '../../core/turn/title.ts'
import type { Commit } from './history-store.ts'
import type { OwnSettings } from './own-settings.ts'

export interface StoredConversation extends OwnSettings, ListPlace {
  readonly id: ConversationId
  readonly title: string | null
  readonly titleSource: TitleSource
  /** True once it has a message. */
  readonly hasBegun: boolean
  /** True if it has changed since someone last looked at it. */
  readonly isUnread: boolean
  readonly folder: string
  /** Null for a person's own conversation, which is in the list. */
  readonly parent: ParentLink | null
  /** The conversation it was forked from. */
  readonly forkedFrom: ConversationId | null
  /** The instruction files as last read, according to its log. */
  readonly instructions: InstructionsInForce
  /** The one that was not used then, according to its log. */
  readonly instructionsFault: Context['instructionsFault']
  readonly createdAt: number
  readonly updatedAt: number
  /** Null if the stored state cannot be read. */
  readonly state: ConversationState | null
  readonly seq: number
  /** True if the last session is not closed. */
  readonly hasOpenSession: boolean
}

/** The call that started a sub-agent, and the place of its task. */
export interface ParentLink {
  readonly conversationId: ConversationId
  readonly callId: CallId
  readonly index: number
  readonly task: string
  readonly kind: NewChild['kind']
}

/** The conversations themselves: the list, and everything besides their history. */
export interface ConversationStore {
  createConversation(row: {
    readonly id: ConversationId
    readonly folder: string
    readonly permissionMode: PermissionMode
    /** Absent means false. */
    readonly webSearch?: boolean
    readonly at: number
  }): Result<StoredSummary, StoreFault>
  /**
   * Creates a person's conversation in the folder of another, with its permissions and the messages it begins with: all
   * or nothing (T72). `shells`: the person's own commands to copy.
   */
  forkConversation(
    from: ConversationId,
    first: Commit,
    shells?: readonly ShellCommand[],
  ): Result<StoredSummary, StoreFault>
  /** Returns people's own conversations, without sub-agents, the last changed first. */
  list(): readonly StoredSummary[]
  /**
   * Returns only some of them: at least as many of the newest as asked for (archived ones and those that have not begun do
   * not count), those with these ids with their forks and origins, and all that are pinned, moved, unread or not at rest.
   */
  listSome(newest: number, ids: Iterable<ConversationId>): readonly StoredSummary[]
  /** Returns the next of them, by id, after this one (null: from the first). */
  listAfter(id: ConversationId | null, count: number): readonly StoredSummary[]
  conversation(id: ConversationId): StoredConversation | null
  configure(id: ConversationId, own: OwnSettings): Result<null, StoreFault>
  rename(id: ConversationId, title: string, source: TitleSource): Result<null, StoreFault>
  place(id: ConversationId, place: ListPlace): Result<null, StoreFault>
  markUnread(id: ConversationId, isUnread: boolean): Result<null, StoreFault>
  draft(id: ConversationId): MessageDraft
  /** Returns the drafts of conversations that have not begun, newest first. */
  unsentDrafts(): readonly UnsentDraft[]
  /** Returns the conversations of a folder without messages and drafts, newest first. */
  emptyIn(folder: string): readonly ConversationId[]
  saveDraft(id: ConversationId, draft: MessageDraft): Result<null, StoreFault>
  /** Returns the unsent comments. */
  reviewComments(id: ConversationId): readonly ReviewComment[]
  saveReviewComments(
    id: ConversationId,
    comments: readonly ReviewComment[],
  ): Result<null, StoreFault>
}
