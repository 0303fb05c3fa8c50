import { z } from 'zod'
import { ConversationId } from '../ids.ts'

/** A text that a model is told beside what is said, by where it is from. `bytes`: of its UTF-8. */
const ToldFile = z
  .object({
    path: z.string(),
    bytes: z.number().int().nonnegative(),
    /** The file goes on behind what was read. */
    isCut: z.boolean(),
    text: z.string(),
  })
  .readonly()
export type ToldFile = z.infer<typeof ToldFile>

const ToldTool = z
  .object({
    name: z.string(),
    /** `server`: of an MCP server, in its own words. */
    from: z.enum(['phoenix', 'server']),
    description: z.string(),
    /** JSON Schema, laid out. */
    input: z.string(),
    /** Of both, as they are sent. */
    bytes: z.number().int().nonnegative(),
  })
  .readonly()
export type ToldTool = z.infer<typeof ToldTool>

/** All that the next request of a conversation holds beside its messages. */
export const Told = z
  .object({
    model: z.string(),
    /** `person`: one of the conversation's own. A file that no message tells stands at its end. */
    system: z
      .object({
        from: z.enum(['phoenix', 'person']),
        text: z.string(),
        bytes: z.number().int().nonnegative(),
      })
      .readonly(),
    /** Instruction files that messages have told, in the order in which they count. */
    files: z.array(ToldFile).readonly(),
    tools: z.array(ToldTool).readonly(),
  })
  .readonly()
export type Told = z.infer<typeof Told>

export const toldCommands = {
  /** What the model sees, and from where, were it asked now. A server that has not been started has no tools yet. */
  'conversation.told': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId }).readonly(),
    output: Told,
  },
} as const
