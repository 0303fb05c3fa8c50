import { z } from 'zod'
import { ConversationId } from '../ids.ts'
import { TrustView } from '../trust.ts'

/** Hooks, skills, agents, commands and instructions of a folder, and hooks of a person's (docs/decisions/112, 145). */
export const trustCommands = {
  /** Those of the folder of the conversation, if one is named, and the person's own. */
  'trust.list': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId.nullable() }).readonly(),
    output: z.object({ files: z.array(TrustView).readonly() }).readonly(),
  },
  /** A person's word on one as it is now. Refused where it has another hash by now. */
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
