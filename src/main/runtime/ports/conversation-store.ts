import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { ListPlace, StoredSummary } from '../../../shared/conversation/conversation.ts'
import type { CallId, ConversationId } from '../../../shared/ids.ts'
import type { UnsentDraft } from '../../../shared/protocol/list-commands.ts'
import type { MessageDraft } from '../../../shared/messages/message.ts'
import type { ReviewComment } from '../../../shared/conversation/review.ts'
import type { ShellCommand } from '../../../shared/conversation/shell-command.ts'
import type { Result } from '../../../shared/result.ts'
import type { InstructionsInForce, PermissionMode } from '../../../shared/conversation/turn.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { NewChild } from '../../core/machine/step.ts'
import type { TitleSource } from '../../core/turn/title.ts'
import type { Commit } from './history-store.ts'
import type { OwnSettings } from './own-settings.ts'

export interface StoredConversation extends OwnSettings, ListPlace {
  readonly id: ConversationId
  readonly title: string | null
  readonly titleSource: TitleSource
  /** Something was said in it. */
  readonly hasBegun: boolean
  /** Changed since someone looked at it. */
  readonly isUnread: boolean
  readonly folder: string
  /** Null: a person's own conversation, in the list. */
  readonly parent: ParentLink | null
  /** The conversation that it was forked from. */
  readonly forkedFrom: ConversationId | null
  /** The instruction files as last read, according to its log. */
  readonly instructions: InstructionsInForce
  readonly createdAt: number
  readonly updatedAt: number
  /** Null: the stored state cannot be read. */
  readonly state: ConversationState | null
  readonly seq: number
  /** The last session is not closed. */
  readonly hasOpenSession: boolean
}

/** Which call started a sub-agent, and the place of its task. */
export interface ParentLink {
  readonly conversationId: ConversationId
  readonly callId: CallId
  readonly index: number
  readonly task: string
  readonly kind: NewChild['kind']
}

/** Conversations themselves: the list, and what each has besides its history. */
export interface ConversationStore {
  createConversation(row: {
    readonly id: ConversationId
    readonly folder: string
    readonly permissionMode: PermissionMode
    /** Absent: no. */
    readonly webSearch?: boolean
    readonly at: number
  }): Result<StoredSummary, StoreFault>
  /**
   * A person's own conversation in the folder of another, with its permissions and the messages it begins with: all or
   * nothing (T72). `shells`: the person's own commands that it takes along.
   */
  forkConversation(
    from: ConversationId,
    first: Commit,
    shells?: readonly ShellCommand[],
  ): Result<StoredSummary, StoreFault>
  /** People's own conversations; sub-agents are not listed. */
  list(): readonly StoredSummary[]
  conversation(id: ConversationId): StoredConversation | null
  configure(id: ConversationId, own: OwnSettings): Result<null, StoreFault>
  rename(id: ConversationId, title: string, source: TitleSource): Result<null, StoreFault>
  place(id: ConversationId, place: ListPlace): Result<null, StoreFault>
  markUnread(id: ConversationId, isUnread: boolean): Result<null, StoreFault>
  draft(id: ConversationId): MessageDraft
  /** Of conversations that have not begun, newest first. */
  unsentDrafts(): readonly UnsentDraft[]
  /** The conversations in a folder in which nothing was said and nothing is unsent, newest first. */
  emptyIn(folder: string): readonly ConversationId[]
  saveDraft(id: ConversationId, draft: MessageDraft): Result<null, StoreFault>
  /** Those that were not sent yet. */
  reviewComments(id: ConversationId): readonly ReviewComment[]
  saveReviewComments(
    id: ConversationId,
    comments: readonly ReviewComment[],
  ): Result<null, StoreFault>
}
