import { totalOf } from '../../../shared/models/usage.ts'
import {
  addSpend,
  type ConversationSpend,
  NO_SPEND,
  type Spend,
  spendOf,
} from '../../../shared/models/price.ts'
import type { AgentId, MessageId, TurnId, WorkId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'

/** A row of the table, and its name. */
export interface SpendRow {
  readonly name: string
  readonly spend: Spend
}

const IN_ALL = 'Total'
const SUB_AGENTS = 'Sub-agents'

/** A completed turn: each of its replies, the spend of its sub-agents, and the total. */
export interface TurnSpend {
  readonly turnId: TurnId
  readonly total: Spend
  readonly subAgents: Spend
  readonly rows: readonly SpendRow[]
}

interface ShownMessages {
  readonly messages: readonly Message[]
  readonly streamedAs: ReadonlyMap<MessageId, WorkId>
  readonly hasEarlier: boolean
}

/**
 * Spends by the key of the last reply, for each completed turn that a provider has counted and that is completely
 * loaded. `running`: the current turn. `ofAgents`: the known spends of sub-agents that have ended.
 */
export function turnSpends(
  { hasEarlier, messages, streamedAs }: ShownMessages,
  running: TurnId | null,
  ofAgents: ReadonlyMap<AgentId, Spend>,
): ReadonlyMap<string, TurnSpend> {
  const turns = new Map<TurnId, Added>()
  let spawning: Added | undefined
  for (const { content, id } of messages) {
    if (content.type === 'subAgent' && spawning !== undefined)
      spawning.subAgents = addSpend(spawning.subAgents, ofAgents.get(content.agentId) ?? NO_SPEND)
    if (content.type !== 'agent') continue
    spawning = undefined
    if (content.turnId === running) continue
    const key = streamedAs.get(id) ?? id
    spawning = turns.get(content.turnId) ?? { key, replies: [], subAgents: NO_SPEND }
    spawning.key = key
    spawning.replies.push(spendOf(content))
    turns.set(content.turnId, spawning)
  }
  // The first replies of this turn may not be loaded yet: the sum would be too low.
  const [first] = turns.keys()
  if (hasEarlier && first !== undefined) turns.delete(first)
  const shown = new Map<string, TurnSpend>()
  for (const [turnId, turn] of turns) {
    const { key, replies, subAgents } = turn
    const total = replies.reduce(addSpend, subAgents)
    if (totalOf(total.usage) > 0)
      shown.set(key, { turnId, total, subAgents, rows: rowsOfTurn(turn, total) })
  }
  return shown
}

/** A turn being added up. `key`: that of its last reply so far. */
interface Added {
  key: string
  readonly replies: Spend[]
  subAgents: Spend
}

function rowsOfTurn({ replies, subAgents }: Added, total: Spend): readonly SpendRow[] {
  const own =
    replies.length === 1
      ? replies.map((spend) => ({ name: 'Reply', spend }))
      : replies.map((spend, index) => ({ name: `Reply ${index + 1}`, spend }))
  const delegated = totalOf(subAgents.usage) === 0 ? [] : [{ name: SUB_AGENTS, spend: subAgents }]
  const rows = [...own, ...delegated]
  return rows.length === 1 ? rows : [...rows, { name: IN_ALL, spend: total }]
}

/** The sub-agents whose results are among these messages. */
export function agentsIn(messages: readonly Message[]): readonly AgentId[] {
  return messages.flatMap(({ content }) => (content.type === 'subAgent' ? [content.agentId] : []))
}

/** A conversation, and separately its sub-agents, if any. */
export function rowsOfConversation({ own, subAgents }: ConversationSpend): readonly SpendRow[] {
  const all = { name: IN_ALL, spend: addSpend(own, subAgents) }
  if (totalOf(subAgents.usage) === 0) return [all]
  return [{ name: 'Itself', spend: own }, { name: SUB_AGENTS, spend: subAgents }, all]
}
