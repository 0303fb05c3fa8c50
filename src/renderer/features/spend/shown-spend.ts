import { totalOf } from '../../../shared/models/usage.ts'
import {
  addSpend,
  type ConversationSpend,
  type Spend,
  spendOf,
} from '../../../shared/models/price.ts'
import type { MessageId, TurnId, WorkId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'

/** A row of the table, and whose it is. */
export interface SpendRow {
  readonly name: string
  readonly spend: Spend
}

const IN_ALL = 'Total'

/** A completed turn: each of its replies, and their sum. */
export interface TurnSpend {
  readonly turnId: TurnId
  readonly total: Spend
  readonly rows: readonly SpendRow[]
}

interface ShownMessages {
  readonly messages: readonly Message[]
  readonly streamedAs: ReadonlyMap<MessageId, WorkId>
  readonly hasEarlier: boolean
}

/**
 * By the key of the last reply of each completed turn that a provider has counted and that is completely loaded.
 * `running`: the current turn.
 */
export function turnSpends(
  { hasEarlier, messages, streamedAs }: ShownMessages,
  running: TurnId | null,
): ReadonlyMap<string, TurnSpend> {
  const turns = new Map<TurnId, { key: string; readonly replies: Spend[] }>()
  for (const { content, id } of messages) {
    if (content.type !== 'agent' || content.turnId === running) continue
    const key = streamedAs.get(id) ?? id
    const turn = turns.get(content.turnId)
    if (turn === undefined) turns.set(content.turnId, { key, replies: [spendOf(content)] })
    else {
      turn.key = key
      turn.replies.push(spendOf(content))
    }
  }
  // Its first replies may not be loaded yet: a part would be less than it used.
  const [first] = turns.keys()
  if (hasEarlier && first !== undefined) turns.delete(first)
  const shown = new Map<string, TurnSpend>()
  for (const [turnId, { key, replies }] of turns) {
    const total = replies.reduce(addSpend)
    if (totalOf(total.usage) > 0)
      shown.set(key, { turnId, total, rows: rowsOfTurn(replies, total) })
  }
  return shown
}

function rowsOfTurn(replies: readonly Spend[], total: Spend): readonly SpendRow[] {
  if (replies.length === 1) return [{ name: 'Reply', spend: total }]
  const rows = replies.map((spend, index) => ({ name: `Reply ${index + 1}`, spend }))
  return [...rows, { name: IN_ALL, spend: total }]
}

/** A conversation, and separately its sub-agents, if any. */
export function rowsOfConversation({ own, subAgents }: ConversationSpend): readonly SpendRow[] {
  const all = { name: IN_ALL, spend: addSpend(own, subAgents) }
  if (totalOf(subAgents.usage) === 0) return [all]
  return [{ name: 'Itself', spend: own }, { name: 'Sub-agents', spend: subAgents }, all]
}
