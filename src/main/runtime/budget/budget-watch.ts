import {
  type Budget,
  type BudgetUse,
  NO_BUDGET,
  type OverBudget,
  overBudget,
} from '../../../shared/settings/budget.ts'
import { turnOf } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { addSpend, NO_SPEND, type Spend } from '../../../shared/models/price.ts'
import type { Turn } from '../../../shared/conversation/turn.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { HistoryStore } from '../ports/history-store.ts'
import type { Log } from '../ports/ports.ts'
import { type HistoryReading, readHistory } from '../conversation/record/read-history.ts'
import { type OwnUse, Tally } from './tally.ts'

export interface BudgetParts extends HistoryReading {
  readonly store: HistoryReading['store'] & Pick<HistoryStore, 'subAgentSpend'>
  readonly log: Log
  /** The budget in Settings. Absent if there is none. */
  budget?(): Budget
  live(id: ConversationId): ConversationRuntime | null
}

interface Measured {
  readonly use: BudgetUse
  readonly spend: { readonly own: Spend; readonly subAgents: Spend }
}

/** Checks whether a conversation has used up its budget when its next request is due. */
export class BudgetWatch {
  private readonly parts: BudgetParts
  private readonly tallies = new WeakMap<ConversationRuntime, Tally>()

  constructor(parts: BudgetParts) {
    this.parts = parts
  }

  /** Returns its own budget, else the one in Settings. */
  budgetOf({ record }: ConversationRuntime): Budget {
    return record.own.chosenBudget ?? this.parts.budget?.() ?? NO_BUDGET
  }

  /**
   * Returns what was used so far. The page asks with each message, so only what is new is read; the first time, all is,
   * in slices. Throws if the history cannot be read.
   */
  async measure(root: ConversationRuntime): Promise<Measured> {
    const tally = this.tallyOf(root)
    if (tally.isEmpty) {
      const messages = await readHistory(this.parts, root.record.stored.id)
      tally.after((fromSeq) => messages.filter(({ seq }) => seq >= fromSeq))
    }
    const own = this.ownUse(root)
    const subAgents = this.ofSubAgents(root)
    return { use: together(own, subAgents), spend: { own: own.spend, subAgents } }
  }

  /**
   * Returns the budget that is used up. Null if something is left, or a person knows, because they continued when it
   * was used up or asked for this one request. A sub-agent uses the budget of the conversation that started it. `own`:
   * the turn whose request is due. What cannot be read does not count as used: a step must not fail because of it.
   */
  overBy(runtime: ConversationRuntime, own: Turn): OverBudget | null {
    const { parent } = runtime.record.stored
    const root = parent === null ? runtime : this.parts.live(parent.conversationId)
    if (root === null) return null
    const budget = this.budgetOf(root)
    if (budget.budgetUsd === null && budget.budgetMinutes === null) return null
    const turn = root === runtime ? own : turnOf(root.current)
    if (turn === null || turn.goal === 'compaction') return null
    try {
      const over = overBudget(budget, together(this.ownUse(root), this.ofSubAgents(root)))
      if (over === null || turn.trigger !== 'continue') return over
      return overBudget(budget, this.useBefore(root, turn))?.type === over.type ? null : over
    } catch (error) {
      const facts = { conversationId: root.record.stored.id, error: String(error) }
      this.parts.log.warn('a budget could not be checked', facts)
      return null
    }
  }

  /**
   * Returns the use when this turn started. The sub-agents' use is not known per turn: if this turn has started some,
   * none of theirs counts as used before.
   */
  private useBefore(root: ConversationRuntime, turn: Turn): BudgetUse {
    const before = this.tallyOf(root).before(turn.id)
    return together(before, turn.subAgents === 0 ? this.ofSubAgents(root) : NO_SPEND)
  }

  private ownUse(root: ConversationRuntime): OwnUse {
    return this.tallyOf(root).after((fromSeq) => root.record.history(fromSeq))
  }

  private tallyOf(root: ConversationRuntime): Tally {
    const known = this.tallies.get(root)
    if (known !== undefined) return known
    const made = new Tally()
    this.tallies.set(root, made)
    return made
  }

  private ofSubAgents({ record }: ConversationRuntime): Spend {
    return this.parts.store.subAgentSpend(record.stored.id)
  }
}

function together({ spend, workedMs }: OwnUse, ofSubAgents: Spend): BudgetUse {
  const { unpricedTokens, usd } = addSpend(spend, ofSubAgents)
  return { usd, unpricedTokens, workedMs }
}
