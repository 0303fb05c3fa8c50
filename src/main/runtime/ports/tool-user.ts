import type { ConversationId } from '../../../shared/ids.ts'
import type { Caller } from '../../core/machine/context.ts'

/** The user of tools. */
export interface ToolUser {
  readonly caller: Caller
  /** The name of its model at its endpoint. */
  readonly model: string
  /** True if that model has shown in this conversation that it thinks without being asked. */
  readonly hasThought: () => boolean
  /** The conversation and folder. Absent: only the tools that everybody has. */
  readonly conversationId?: ConversationId
  readonly folder?: string
}
