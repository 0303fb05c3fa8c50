import type { ConversationId } from '../../../shared/ids.ts'
import type { Caller } from '../../core/machine/context.ts'

/** Who is offered tools. */
export interface ToolUser {
  readonly caller: Caller
  /** The name of its model at its endpoint. */
  readonly model: string
  /** That model has shown here that it thinks without being asked. */
  readonly hasThought: () => boolean
  /** Whose tools, and where. Absent: only the tools that everybody has. */
  readonly conversationId?: ConversationId
  readonly folder?: string
}
