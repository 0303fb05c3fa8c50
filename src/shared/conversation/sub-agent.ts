import * as z from '../schema.ts'
import { AgentId, MessageId, TimerId } from '../ids.ts'
import { SubAgentOutcome } from '../messages/message.ts'

/** The state of one sub-agent. `left`: the remaining ms of its time, paused while it asks. */
export const SubAgentPhase = z.discriminatedUnion('type', [
  z.object({ type: z.literal('working'), timerId: TimerId, deadline: z.number() }).readonly(),
  z.object({ type: z.literal('asking'), left: z.number().nonnegative() }).readonly(),
  z.object({ type: z.literal('stopping'), timerId: TimerId }).readonly(),
  z
    .object({
      type: z.literal('ended'),
      outcome: SubAgentOutcome,
      messageId: MessageId,
      text: z.string(),
    })
    .readonly(),
])
export type SubAgentPhase = z.infer<typeof SubAgentPhase>

export const SubAgent = z
  .object({ agentId: AgentId, task: z.string(), phase: SubAgentPhase })
  .readonly()
export type SubAgent = z.infer<typeof SubAgent>
