import * as z from '../schema.ts'
import { AgentId, ConversationId } from '../ids.ts'
import { Spend } from './price.ts'

/** Maximum number of sub-agents in one answer. */
export const MOST_ADDED_UP = 50

/** Maximum number of conversations that are asked about at once. */
export const MOST_LOOKED_AT = 200

export const spendCommands = {
  /** Returns the tokens and cost of the answers of each of these sub-agents. */
  'agents.spend': {
    needs: 'read',
    input: z.object({ agentIds: z.array(AgentId).max(MOST_ADDED_UP).readonly() }).readonly(),
    output: z
      .object({
        spends: z.array(z.object({ agentId: AgentId, spend: Spend }).readonly()).readonly(),
      })
      .readonly(),
  },
  /**
   * Returns what these conversations and their sub-agents have spent and how many files they have changed since a time
   * (ms since 1970), from what is stored.
   */
  'spend.since': {
    needs: 'read',
    input: z
      .object({
        conversationIds: z.array(ConversationId).max(MOST_LOOKED_AT).readonly(),
        since: z.number().nonnegative(),
      })
      .readonly(),
    output: z.object({ spend: Spend, files: z.number().int().nonnegative() }).readonly(),
  },
} as const
