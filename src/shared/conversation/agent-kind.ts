import * as z from '../schema.ts'

/** The kind of a sub-agent: a worker can do what its parent can, an explorer only reads (docs/decisions/040). */
export const AgentKind = z.enum(['worker', 'explorer'])
export type AgentKind = z.infer<typeof AgentKind>
