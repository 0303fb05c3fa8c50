import type { Database } from 'better-sqlite3'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import { lastSeqOf, type Message } from '../../../../shared/messages/message.ts'
import type { Log } from '../../../runtime/ports/ports.ts'
import { toMessage, unreadable } from '../rows.ts'
import type { MessageRow } from './history-rows.ts'
import { LAST_SEQS } from './last-seq.ts'

/** A part of a conversation: the seqs between these two. */
interface Span {
  readonly afterSeq: number
  /** Null: up to the end. */
  readonly beforeSeq: number | null
}

export interface Placeholders {
  /** Converts rows to messages. */
  messages(id: ConversationId, rows: readonly MessageRow[]): readonly Message[]
  /** Does the same for all rows of a span, with placeholders for missing ones. */
  span(id: ConversationId, rows: readonly MessageRow[], span: Span): readonly Message[]
}

/** An unreadable message costs a conversation only that one place: a message there says so (R29). Each is logged once. */
export function preparePlaceholders(db: Database, log: Pick<Log, 'warn'>): Placeholders {
  const lastSeq = db.prepare<[string], { message_seq: number }>(
    `SELECT ${LAST_SEQS} FROM conversations WHERE id = ?`,
  )
  const reported = new Map<ConversationId, Set<number>>()

  function report(id: ConversationId, messages: readonly Message[]): void {
    const before = reported.get(id) ?? new Set()
    for (const { content, seq } of messages) {
      if (content.type !== 'unreadable' || before.has(seq)) continue
      reported.set(id, before.add(seq))
      const { missing } = content
      log.warn('a part of a conversation cannot be read', { conversationId: id, seq, missing })
    }
  }

  function messages(id: ConversationId, rows: readonly MessageRow[]): readonly Message[] {
    const read = rows.map(toMessage)
    report(id, read)
    return read
  }

  function span(
    id: ConversationId,
    rows: readonly MessageRow[],
    { afterSeq, beforeSeq }: Span,
  ): readonly Message[] {
    const end = (lastSeq.get(id)?.message_seq ?? 0) + 1
    const found = withGaps(id, rows.map(toMessage), afterSeq, Math.min(beforeSeq ?? end, end))
    report(id, found)
    return found
  }

  return { messages, span }
}

function withGaps(
  id: ConversationId,
  read: readonly Message[],
  afterSeq: number,
  beforeSeq: number,
): readonly Message[] {
  const whole: Message[] = []
  let next = afterSeq + 1
  let at = read[0]?.at ?? 0
  const stopAt = (seq: number): void => {
    if (seq <= next) return
    const gap = { id: `${id}.missing.${next}` as MessageId, seq: next, at }
    whole.push(unreadable(gap, seq - next))
  }
  for (const message of read) {
    stopAt(message.seq)
    whole.push(message)
    next = lastSeqOf(message) + 1
    at = message.at
  }
  stopAt(beforeSeq)
  return whole
}
