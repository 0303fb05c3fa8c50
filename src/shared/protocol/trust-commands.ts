import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'
import { TrustView } from '../trust.ts'

/**
 * Commands for hooks, skills, agents, commands and instructions of a folder, and for hooks of a person
 * (docs/decisions/112, 145).
 */
export const trustCommands = {
  /**
   * Lists the person's own and, if a conversation is named, those of its folder. Commands of hooks can hold keys, so no
   * token allows it.
   */
  'trust.list': {
    needs: 'owner',
    input: z.object({ conversationId: ConversationId.nullable() }).readonly(),
    output: z.object({ files: z.array(TrustView).readonly() }).readonly(),
  },
  /** Allows or denies one in its current form. Refused if its hash has changed. */
  'trust.allow': {
    needs: 'owner',
    input: z
      .object({
        conversationId: ConversationId.nullable(),
        kind: TrustView.unwrap().shape.kind,
        name: z.string().max(1_000),
        origin: TrustView.unwrap().shape.origin,
        hash: z.string().max(100),
        isAllowed: z.boolean(),
      })
      .readonly(),
    output: z.object({}).readonly(),
  },
} as const
