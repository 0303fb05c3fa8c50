import {
  type Budget,
  type BudgetUse,
  NO_BUDGET,
  type OverBudget,
  overBudget,
} from '../../../shared/settings/budget.ts'
import { turnOf } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { answersIn, type Message } from '../../../shared/messages/message.ts'
import { addSpend, NO_SPEND, type Spend, totalSpend } from '../../../shared/models/price.ts'
import type { Turn } from '../../../shared/conversation/turn.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { HistoryStore } from '../ports/history-store.ts'
import { workedMs } from './worked-time.ts'

export interface BudgetParts {
  readonly store: Pick<HistoryStore, 'subAgentSpend'>
  /** The one in Settings. Absent: no budget. */
  budget?(): Budget
  live(id: ConversationId): ConversationRuntime | null
}

/** Checks whether a conversation has used up its budget when its next request is due. */
export class BudgetWatch {
  private readonly parts: BudgetParts

  constructor(parts: BudgetParts) {
    this.parts = parts
  }

  /** Its own; otherwise the one in Settings. */
  budgetOf({ record }: ConversationRuntime): Budget {
    return record.own.chosenBudget ?? this.parts.budget?.() ?? NO_BUDGET
  }

  useOf(root: ConversationRuntime): BudgetUse {
    return used(root.record.history(), this.ofSubAgents(root))
  }

  /**
   * Null: something is left, or a person knows, because they continued when it was used up, or asked for this one
   * request. A sub-agent uses the budget of the conversation that started it. `own`: the turn whose request is due.
   */
  overBy(runtime: ConversationRuntime, own: Turn): OverBudget | null {
    const { parent } = runtime.record.stored
    const root = parent === null ? runtime : this.parts.live(parent.conversationId)
    if (root === null) return null
    const budget = this.budgetOf(root)
    if (budget.budgetUsd === null && budget.budgetMinutes === null) return null
    const turn = root === runtime ? own : turnOf(root.current)
    if (turn === null || turn.goal === 'compaction') return null
    const over = overBudget(budget, this.useOf(root))
    if (over === null || turn.trigger !== 'continue') return over
    return overBudget(budget, this.useBefore(root, turn))?.type === over.type ? null : over
  }

  /**
   * The use when this turn began. The use of its sub-agents is not known separately: if it has some, nothing counts as
   * used before.
   */
  private useBefore(root: ConversationRuntime, turn: Turn): BudgetUse {
    const history = root.record.history()
    const first = history.findIndex(
      ({ content }) => content.type === 'agent' && content.turnId === turn.id,
    )
    const before = first === -1 ? history : history.slice(0, first)
    return used(before, turn.subAgents === 0 ? this.ofSubAgents(root) : NO_SPEND)
  }

  private ofSubAgents({ record }: ConversationRuntime): Spend {
    return this.parts.store.subAgentSpend(record.stored.id)
  }
}

function used(history: readonly Message[], ofSubAgents: Spend): BudgetUse {
  const { unpricedTokens, usd } = addSpend(totalSpend(answersIn(history)), ofSubAgents)
  return { usd, unpricedTokens, workedMs: workedMs(history) }
}
