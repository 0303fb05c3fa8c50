import { AgentKind } from '../../../shared/conversation/agent-kind.ts'
import {
  type ConversationState,
  ConversationState as StateSchema,
  IDLE,
} from '../../../shared/conversation/conversation-state.ts'
import {
  type ListPlace,
  listStatusOf,
  type StoredSummary,
} from '../../../shared/conversation/conversation.ts'
import { ChosenEffort } from '../../../shared/models/effort.ts'
import type { CallId, ConversationId, MessageId } from '../../../shared/ids.ts'
import { ChosenBudget } from '../../../shared/settings/budget.ts'
import { ChosenKeepTrying } from '../../../shared/conversation/keep-trying.ts'
import { Message, type MessageContent, MessageDraft } from '../../../shared/messages/message.ts'
import { type ReviewComment, ReviewComments } from '../../../shared/conversation/review.ts'
import { WaitingMessage } from '../../../shared/messages/waiting.ts'
import { UNTITLED } from '../../core/turn/title.ts'
import { viewOf } from '../../core/view/view-of.ts'
import { restoreState, type StoredState } from '../../core/log/stored-state.ts'
import { jsonIn, type MessageRow } from './history/history-rows.ts'
import type { ParentLink } from '../../runtime/ports/conversation-store.ts'

export interface ConversationRow {
  readonly id: string
  readonly title: string | null
  readonly folder: string
  readonly created_at: number
  readonly updated_at: number
  readonly state: string
  readonly seq: number
  readonly message_seq: number
  readonly title_source: string
  readonly is_unread: number
  readonly parent_id: string | null
  readonly parent_call_id: string | null
  readonly parent_index: number | null
  readonly task: string | null
  /** NULL for an old sub-agent without a kind. */
  readonly agent_kind: string | null
  readonly permission_mode: string
  readonly network: number
  readonly web_search: number
  readonly system_prompt: string | null
  readonly model: string | null
  readonly fallback_model: string | null
  readonly effort: string | null
  readonly keep_trying: string | null
  readonly budget: string | null
  readonly forked_from: string | null
  readonly is_archived: number
  readonly pinned_at: number | null
  readonly list_rank: number | null
}

export interface DraftRow {
  readonly text: string
  readonly attachments: string
  readonly caret: number
}

export interface WaitingRow {
  readonly id: string
  readonly text: string
  readonly attachments: string
  readonly when: string
}

/** The only way from a row to a message. Null if it is damaged, or a newer Phoenix wrote it. */
export function readMessage({ at, content, id, seq }: MessageRow): Message | null {
  const read = Message.safeParse({ id, seq, at, content: jsonIn(content) })
  return read.success ? read.data : null
}

/** An unreadable message keeps its place. */
export function toMessage(row: MessageRow): Message {
  return readMessage(row) ?? unreadable({ ...row, id: row.id as MessageId }, 0)
}

export function unreadable({ at, id, seq }: Omit<Message, 'content'>, missing: number): Message {
  return { id, seq, at, content: { type: 'unreadable', missing } }
}

/** A draft's text survives even if the list of its images does not. */
export function toDraft({ text, attachments, caret }: DraftRow): MessageDraft {
  const kept = MessageDraft.safeParse({ text, attachments: parsed(attachments), caret })
  return kept.success ? kept.data : { text, attachments: [], caret: text.length }
}

/** Unreadable comments are dropped. */
export function toComments(text: string | undefined): readonly ReviewComment[] {
  const kept = ReviewComments.safeParse(parsed(text ?? '[]'))
  return kept.success ? kept.data : []
}

/** The same for a waiting message. */
export function toWaiting({ attachments, ...row }: WaitingRow): WaitingMessage {
  const kept = WaitingMessage.safeParse({ ...row, attachments: parsed(attachments) })
  return kept.success ? kept.data : WaitingMessage.parse({ ...row, attachments: [] })
}

/** The table has all four or none. */
export function toParentLink(row: ConversationRow): ParentLink | null {
  const { parent_id, parent_call_id, parent_index, task, agent_kind } = row
  if (parent_id === null || parent_call_id === null || parent_index === null || task === null) {
    return null
  }
  return {
    conversationId: parent_id as ConversationId,
    callId: parent_call_id as CallId,
    index: parent_index,
    task,
    kind: AgentKind.parse(agent_kind ?? 'worker'),
  }
}

/** A value of a newer Phoenix counts as no choice. */
export function toEffort({ effort }: ConversationRow): ChosenEffort {
  return ChosenEffort.catch(null).parse(effort)
}

/** The same for this choice. */
export function toKeepTrying({ keep_trying }: ConversationRow): ChosenKeepTrying {
  return ChosenKeepTrying.catch(null).parse(keep_trying)
}

/** And for this one. */
export function toBudget({ budget }: ConversationRow): ChosenBudget {
  return ChosenBudget.catch(null).parse(budget === null ? null : parsed(budget))
}

export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** The columns for a row of the list: others can be long. */
export const SUMMARY_COLUMNS = `id, title, folder, created_at, updated_at, state, message_seq, is_unread, forked_from,
  is_archived, pinned_at, list_rank`
export type SummaryRow = Pick<
  ConversationRow,
  | 'id'
  | 'title'
  | 'folder'
  | 'created_at'
  | 'updated_at'
  | 'state'
  | 'message_seq'
  | 'is_unread'
  | 'forked_from'
  | 'is_archived'
  | 'pinned_at'
  | 'list_rank'
>

/** Most conversations rest in the same state, so it is read once. */
export function toSummaries(rows: readonly SummaryRow[]): readonly StoredSummary[] {
  const statuses = new Map<string, ListStatus>()
  return rows.map((row) => {
    const status = statuses.get(row.state) ?? statusIn(row.state)
    statuses.set(row.state, status)
    return toSummary(row, status)
  })
}

export function toSummary(row: SummaryRow, status = statusIn(row.state)): StoredSummary {
  return {
    id: row.id as ConversationId,
    title: row.title ?? UNTITLED,
    folder: row.folder,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...status,
    hasBegun: row.message_seq > 0,
    isUnread: row.is_unread === 1,
    forkedFrom: row.forked_from as ConversationId | null,
    ...toListPlace(row),
  }
}

type ListStatus = ReturnType<typeof listStatusOf>

function statusIn(state: string): ListStatus {
  return listStatusOf(viewOf(toState(state, () => null) ?? IDLE))
}

export function toListPlace(row: SummaryRow): ListPlace {
  return { isArchived: row.is_archived === 1, pinnedAt: row.pinned_at, rank: row.list_rank }
}

const ReadableState = StateSchema.nullable().catch(null)

/** Null if the stored state is not one of this version. */
export function toState(
  json: string,
  contentOf: (id: MessageId) => MessageContent | null,
): ConversationState | null {
  try {
    const restored = restoreState(JSON.parse(json) as StoredState, contentOf)
    return ReadableState.parse(restored)
  } catch {
    return null
  }
}
