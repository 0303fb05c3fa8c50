import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'

/** A text that the model receives besides the messages, with its source. `bytes`: its size as UTF-8. */
const SentFile = z
  .object({
    path: z.string(),
    bytes: z.number().int().nonnegative(),
    /** True if the file continues after the part that was read. */
    isCut: z.boolean(),
    text: z.string(),
  })
  .readonly()
export type SentFile = z.infer<typeof SentFile>

const SentTool = z
  .object({
    name: z.string(),
    /** `server`: an MCP server's tool, described in its own words. */
    from: z.enum(['phoenix', 'server']),
    description: z.string(),
    /** JSON Schema, pretty-printed. */
    input: z.string(),
    /** Size of description and input as sent. */
    bytes: z.number().int().nonnegative(),
  })
  .readonly()
export type SentTool = z.infer<typeof SentTool>

/** Everything that a conversation's next request contains besides its messages. */
export const RequestContents = z
  .object({
    model: z.string(),
    /** `person`: the conversation's own prompt. Instruction files that no message contains are at its end. */
    system: z
      .object({
        from: z.enum(['phoenix', 'person']),
        text: z.string(),
        bytes: z.number().int().nonnegative(),
      })
      .readonly(),
    /** The instruction files contained in messages, in order of precedence. */
    files: z.array(SentFile).readonly(),
    tools: z.array(SentTool).readonly(),
  })
  .readonly()
export type RequestContents = z.infer<typeof RequestContents>

export const requestContentsCommands = {
  /** Shows what the model would receive now, and from where. A server that has not been started has no tools yet. */
  'conversation.requestContents': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId }).readonly(),
    output: RequestContents,
  },
} as const
