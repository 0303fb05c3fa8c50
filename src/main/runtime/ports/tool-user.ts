import type { ConversationId } from '../../../shared/ids.ts'
import type { Caller } from '../../core/machine/context.ts'

/** Whom tools are shown to. */
export interface ToolUser {
  readonly caller: Caller
  /** The name of its model at its endpoint. */
  readonly model: string
  /** That model has shown here that it thinks by itself. */
  readonly hasThought: () => boolean
  /** Whose tools and where. Absent: nobody's, so only those that are there for everybody. */
  readonly conversationId?: ConversationId
  readonly folder?: string
}
