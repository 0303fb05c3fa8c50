import { SvelteMap } from 'svelte/reactivity'
import type { AgentId } from '../../../shared/ids.ts'
import { answersIn } from '../../../shared/messages/message.ts'
import { type Spend, totalSpend } from '../../../shared/models/price.ts'
import { MOST_ADDED_UP } from '../../../shared/models/spend-commands.ts'
import { totalOf } from '../../../shared/models/usage.ts'
import type { Client } from '../../../client/client.ts'
import type { ThreadView } from '../../../client/conversation/conversation-view.ts'

/** The final spends of sub-agents that have ended. */
export class AgentSpends {
  readonly known = new SvelteMap<AgentId, Spend>()
  readonly #client: Pick<Client, 'request'>
  readonly #requested = new Set<AgentId>()

  constructor(client: Pick<Client, 'request'>) {
    this.#client = client
  }

  /** Requests each once; those without an answer are requested again next time. */
  async ask(agentIds: readonly AgentId[]): Promise<void> {
    const missing = agentIds.filter((id) => !this.#requested.has(id))
    for (const id of missing) this.#requested.add(id)
    for (let at = 0; at < missing.length; at += MOST_ADDED_UP)
      await this.#request(missing.slice(at, at + MOST_ADDED_UP))
  }

  async #request(agentIds: readonly AgentId[]): Promise<void> {
    const answer = await this.#client.request('agents.spend', { agentIds })
    if (answer.ok)
      for (const { agentId, spend } of answer.value.spends) this.known.set(agentId, spend)
    else for (const id of agentIds) this.#requested.delete(id)
  }
}

/**
 * The spend of a sub-agent: the host's total after its end, before that the sum of its own thread. Null: unknown, or
 * nothing yet.
 */
export function spendOfAgent(
  thread: Pick<ThreadView, 'hasEarlier' | 'messages'> | null,
  ended: Spend | undefined,
): Spend | null {
  const isWhole = thread !== null && !thread.hasEarlier
  const spend = ended ?? (isWhole ? totalSpend(answersIn(thread.messages)) : null)
  return spend !== null && totalOf(spend.usage) > 0 ? spend : null
}
