import {
  type Budget,
  type BudgetUse,
  NO_BUDGET,
  type OverBudget,
  overBudget,
} from '../../../shared/settings/budget.ts'
import { turnOf } from '../../../shared/conversation/conversation-state.ts'
import type { CallId, ConversationId } from '../../../shared/ids.ts'
import { addSpend, type Spend } from '../../../shared/models/price.ts'
import type { Turn } from '../../../shared/conversation/turn.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { inParts } from '../after-others.ts'
import type { Log, Timers } from '../ports/ports.ts'
import { type FamilyStore, FamilyUse } from './family-use.ts'
import type { OwnUse } from './tally.ts'

export interface BudgetParts {
  readonly store: FamilyStore
  readonly timers: Pick<Timers, 'awake' | 'soon'>
  readonly log: Log
  /** The budget in Settings. Absent if there is none. */
  budget?(): Budget
  live(id: ConversationId): ConversationRuntime | null
}

interface Measured {
  readonly use: BudgetUse
  readonly spend: { readonly own: Spend; readonly subAgents: Spend }
}

/** A call whose sub-agents work, and what was known when it was first looked at. `since`: on the clock of `Timers.awake`. */
interface Delegation {
  readonly callId: CallId
  readonly since: number
  readonly workedMs: number
}

/** Checks whether a conversation has used up its budget when its next request is due. */
export class BudgetWatch {
  readonly #parts: BudgetParts
  readonly #uses = new WeakMap<ConversationRuntime, FamilyUse>()
  readonly #delegations = new WeakMap<ConversationRuntime, Delegation>()

  constructor(parts: BudgetParts) {
    this.#parts = parts
  }

  /** Returns its own budget, else the one in Settings. */
  budgetOf({ record }: ConversationRuntime): Budget {
    return record.own.chosenBudget ?? this.#parts.budget?.() ?? NO_BUDGET
  }

  /**
   * Returns what was used so far. The page asks with each message, so only what is new is read; the first time, all is,
   * in slices. Throws if the history cannot be read.
   */
  async measure(root: ConversationRuntime): Promise<Measured> {
    const family = this.#familyOf(root)
    await inParts(family.catchUp(), this.#parts.timers)
    family.readNow()
    const { own, ofAgents: subAgents } = family
    return { use: this.#useOf(root, family), spend: { own: own.use.spend, subAgents } }
  }

  /**
   * Reads, in slices, what `overBy` would have to read at once; what cannot be read is left to `overBy`. Null if there is
   * no budget. With one, it is never in the same tick: the step that makes the request due is saved first, and its own
   * messages count.
   */
  prepared(runtime: ConversationRuntime): Promise<unknown> | null {
    const root = this.#rootOf(runtime)
    if (root === null || !isLimited(this.budgetOf(root))) return null
    try {
      const reading = this.#familyOf(root).catchUp()
      if (reading.next().done === true) return Promise.resolve()
      return inParts(reading, this.#parts.timers).catch(() => undefined)
    } catch {
      return null
    }
  }

  /**
   * Returns the budget that is used up. Null if something is left, or a person knows, because they continued when it
   * was used up or asked for this one request. A sub-agent uses the budget of the conversation that started it. `own`:
   * the turn whose request is due. What cannot be read does not count as used: a step must not fail because of it.
   */
  overBy(runtime: ConversationRuntime, own: Turn): OverBudget | null {
    const root = this.#rootOf(runtime)
    if (root === null) return null
    const budget = this.budgetOf(root)
    if (!isLimited(budget)) return null
    const turn = root === runtime ? own : turnOf(root.current)
    if (turn === null || turn.goal === 'compaction') return null
    try {
      const family = this.#familyOf(root)
      family.readNow()
      const left = turn.trigger === 'continue' ? leftOf(budget, useBefore(family, turn)) : budget
      return overBudget(left, this.#useOf(root, family))
    } catch (error) {
      const facts = { conversationId: root.record.stored.id, error: String(error) }
      this.#parts.log.warn('a budget could not be checked', facts)
      return null
    }
  }

  #rootOf(runtime: ConversationRuntime): ConversationRuntime | null {
    const { parent } = runtime.record.stored
    return parent === null ? runtime : this.#parts.live(parent.conversationId)
  }

  #useOf(root: ConversationRuntime, family: FamilyUse): BudgetUse {
    const use = together(family.own.use, family.ofAgents)
    return { ...use, workedMs: use.workedMs + this.#delegatedMs(root, family) }
  }

  /** Returns how long its sub-agents have worked so far, without the time in which the computer slept. */
  #delegatedMs(root: ConversationRuntime, { delegatedMs }: FamilyUse): number {
    const state = root.current
    if (state.type !== 'awaitingSubAgents') return 0
    const { callId } = state.current.call
    const now = this.#parts.timers.awake()
    const known = this.#delegations.get(root)
    if (known?.callId === callId) return Math.min(delegatedMs, known.workedMs + now - known.since)
    this.#delegations.set(root, { callId, since: now, workedMs: delegatedMs })
    return delegatedMs
  }

  #familyOf(root: ConversationRuntime): FamilyUse {
    const known = this.#uses.get(root)
    if (known !== undefined) return known
    const made = new FamilyUse(root.record.stored.id, this.#parts.store)
    this.#uses.set(root, made)
    return made
  }
}

function isLimited({ budgetMinutes, budgetUsd }: Budget): boolean {
  return budgetUsd !== null || budgetMinutes !== null
}

/** Returns the budget without its parts that were used up. */
function leftOf({ budgetMinutes, budgetUsd }: Budget, use: BudgetUse): Budget {
  const [money, time] = [
    { ...NO_BUDGET, budgetUsd },
    { ...NO_BUDGET, budgetMinutes },
  ]
  return {
    budgetUsd: overBudget(money, use) === null ? budgetUsd : null,
    budgetMinutes: overBudget(time, use) === null ? budgetMinutes : null,
  }
}

/** Returns the use when this turn started. */
function useBefore({ agentsBefore, ofAgents, own }: FamilyUse, turn: Turn): BudgetUse {
  return together(own.before(turn.id), turn.subAgents === 0 ? ofAgents : agentsBefore)
}

function together({ spend, workedMs }: OwnUse, ofSubAgents: Spend): BudgetUse {
  const { unpricedTokens, usd } = addSpend(spend, ofSubAgents)
  return { usd, unpricedTokens, workedMs }
}
