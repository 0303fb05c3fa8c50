import { SvelteMap } from 'svelte/reactivity'
import type { AgentId } from '../../../shared/ids.ts'
import { answersIn } from '../../../shared/messages/message.ts'
import { type Spend, totalSpend } from '../../../shared/models/price.ts'
import { MOST_ADDED_UP } from '../../../shared/models/spend-commands.ts'
import { totalOf } from '../../../shared/models/usage.ts'
import type { Client } from '../../../client/client.ts'
import type { SaidView } from '../../../client/conversation/conversation-view.ts'

/** The final spends of sub-agents that have ended. */
export class AgentSpends {
  readonly known = new SvelteMap<AgentId, Spend>()
  private readonly client: Pick<Client, 'request'>
  private readonly asked = new Set<AgentId>()

  constructor(client: Pick<Client, 'request'>) {
    this.client = client
  }

  /** Requests each once; those without an answer are requested again next time. */
  async ask(agentIds: readonly AgentId[]): Promise<void> {
    const missing = agentIds.filter((id) => !this.asked.has(id))
    for (const id of missing) this.asked.add(id)
    for (let at = 0; at < missing.length; at += MOST_ADDED_UP)
      await this.askFor(missing.slice(at, at + MOST_ADDED_UP))
  }

  private async askFor(agentIds: readonly AgentId[]): Promise<void> {
    const answer = await this.client.request('agents.spend', { agentIds })
    if (answer.ok)
      for (const { agentId, spend } of answer.value.spends) this.known.set(agentId, spend)
    else for (const id of agentIds) this.asked.delete(id)
  }
}

/**
 * The spend of a sub-agent: the host's total after its end, before that the sum of its own thread. Null: unknown, or
 * nothing yet.
 */
export function spendOfAgent(
  thread: Pick<SaidView, 'hasEarlier' | 'messages'> | null,
  ended: Spend | undefined,
): Spend | null {
  const isWhole = thread !== null && !thread.hasEarlier
  const spend = ended ?? (isWhole ? totalSpend(answersIn(thread.messages)) : null)
  return spend !== null && totalOf(spend.usage) > 0 ? spend : null
}
