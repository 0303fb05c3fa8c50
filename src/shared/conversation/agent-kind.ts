import { z } from 'zod'

/** What a sub-agent is for: a worker does what its parent could do, an explorer only reads (docs/decisions/040). */
export const AgentKind = z.enum(['worker', 'explorer'])
export type AgentKind = z.infer<typeof AgentKind>
