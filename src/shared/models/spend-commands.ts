import { z } from 'zod'
import { AgentId } from '../ids.ts'
import { Spend } from './price.ts'

/** Maximum number of sub-agents in one answer. */
export const MOST_ADDED_UP = 50

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
} as const
