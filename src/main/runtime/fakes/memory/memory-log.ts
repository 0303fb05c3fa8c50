import type { ConversationState } from '../../../../shared/conversation/conversation-state.ts'
import type { ChosenEffort } from '../../../../shared/models/effort.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { ChosenBudget } from '../../../../shared/settings/budget.ts'
import type { ChosenKeepTrying } from '../../../../shared/conversation/keep-trying.ts'
import type { Message, MessageDraft } from '../../../../shared/messages/message.ts'
import type { ReviewComment } from '../../../../shared/conversation/review.ts'
import type { PermissionMode } from '../../../../shared/conversation/turn.ts'
import type { WaitingMessage } from '../../../../shared/messages/waiting.ts'
import type { Context } from '../../../core/machine/context.ts'
import { asJson } from '../../../core/log/first-difference.ts'
import type { LoggedRow } from '../../../core/log/replay.ts'
import { storeState } from '../../../core/log/stored-state.ts'
import { type TitleSource, UNTITLED } from '../../../core/turn/title.ts'
import type { HistoryLog } from '../../ports/history-log.ts'
import type { ParentLink } from '../../ports/conversation-store.ts'
import type { LogRow } from '../../ports/history-store.ts'

export interface StoredRecord {
  folder: string
  readonly parent: ParentLink | null
  readonly forkedFrom: ConversationId | null
  readonly createdAt: number
  permissionMode: PermissionMode
  network: boolean
  webSearch: boolean
  systemPrompt: string | null
  chosenModel: string | null
  chosenFallback: string | null
  chosenEffort: ChosenEffort
  chosenKeepTrying: ChosenKeepTrying
  chosenBudget: ChosenBudget
  title: string | null
  titleSource: TitleSource
  isUnread: boolean
  isArchived: boolean
  pinnedAt: number | null
  rank: number | null
  updatedAt: number
  state: ConversationState
  rows: (LogRow & { readonly seq: number })[]
  messages: Message[]
  draft: MessageDraft
  comments: readonly ReviewComment[]
  waiting: readonly WaitingMessage[]
}

/** The store in memory as replay reads it: as if it had been written as JSON. */
export function memoryLog(all: ReadonlyMap<ConversationId, StoredRecord>): HistoryLog {
  const of = (id: ConversationId): StoredRecord => {
    const kept = all.get(id)
    if (kept === undefined) throw new Error(`no conversation ${id}`)
    return kept
  }
  return {
    conversations: (after, limit) =>
      [...all]
        .map(([id, { title }]) => ({ id, title: title ?? UNTITLED }))
        .filter(({ id }) => after === null || id > after)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    count: () => all.size,
    rows: (id, afterSeq, limit) =>
      of(id)
        .rows.slice(afterSeq, afterSeq + limit)
        .map(loggedRow),
    message: (id) => {
      const found = [...all.values()].flatMap((kept) => kept.messages.filter((m) => m.id === id))[0]
      return found === undefined
        ? null
        : { seq: found.seq, at: found.at, content: asJson(found.content) }
    },
    messages: (id, afterSeq, limit) =>
      of(id)
        .messages.filter(({ seq }) => seq > afterSeq)
        .slice(0, limit)
        .map((each) => ({
          id: each.id,
          seq: each.seq,
          at: each.at,
          content: asJson(each.content),
        })),
    end: (id) => {
      const { rows, messages, state } = of(id)
      return { seq: rows.length, messages: messages.length, state: asJson(storeState(state)) }
    },
  }
}

/** Returns the folder's instructions as the conversation last read them, and the file that it did not use. */
export function lastInstructions(
  rows: StoredRecord['rows'],
): Pick<Context, 'instructions' | 'instructionsFault'> {
  let read: Pick<Context, 'instructions' | 'instructionsFault'> = NONE_READ
  for (const row of rows) {
    if (row.kind !== 'lifecycle') continue
    const { entry } = row
    if (entry.type === 'sessionStarted') read = entry.context
    if (entry.type === 'settingsChanged') read = { ...read, ...entry.change }
  }
  const { instructions, instructionsFault } = read
  return {
    instructions,
    instructionsFault: typeof instructionsFault === 'string' ? null : instructionsFault,
  }
}

const NONE_READ = { instructions: null, instructionsFault: null }

function loggedRow(row: StoredRecord['rows'][number]): LoggedRow {
  const { seq, id, at, kind } = row
  const parentId = row.kind === 'lifecycle' ? row.parentEventId : null
  const body = asJson(row.kind === 'lifecycle' ? row.entry : row.event)
  return { seq, id, at, kind, parentId, body }
}
