import * as z from '../schema.ts'
import { ConversationId, WorkId } from '../ids.ts'

/** Prefix of a command in the message field. */
const SHELL_MARK = '!'
/** An image in Markdown begins like a command, but no shell can run it. */
const IMAGE = /^!\[[^\]\n]*\][([]/

/** Returns the text of a command in the message field, which may be empty. Null if the text is a message. */
export function shellTextIn(draft: string): string | null {
  return draft.startsWith(SHELL_MARK) && !IMAGE.test(draft) ? draft.slice(SHELL_MARK.length) : null
}
export const MAX_SHELL_LENGTH = 10_000

/** The status of a person's own command. Times are ms since 1970. */
const ShellPhase = z.discriminatedUnion('type', [
  z.object({ type: z.literal('running') }).readonly(),
  z.object({ type: z.literal('exited'), code: z.number().int(), at: z.number() }).readonly(),
  z.object({ type: z.literal('killed'), signal: z.string(), at: z.number() }).readonly(),
  /** Stopped by a person, or because Phoenix quit, it lost network access or it reached a limit. */
  z
    .object({
      type: z.literal('stopped'),
      by: z.enum(['person', 'quit', 'network', 'limit']),
      at: z.number(),
    })
    .readonly(),
  /** Nothing ran. `reason`: a sentence for people. */
  z.object({ type: z.literal('notStarted'), reason: z.string() }).readonly(),
  /** Phoenix was killed while the command ran. */
  z.object({ type: z.literal('interrupted') }).readonly(),
])
export type ShellPhase = z.infer<typeof ShellPhase>

/** A command that a person ran in a conversation's folder, outside its turns. */
export const ShellCommand = z
  .object({
    id: WorkId,
    command: z.string(),
    /** The newest message when the command started; the command is shown after it. 0: before all messages. */
    afterSeq: z.number().int().nonnegative(),
    since: z.number(),
    isSandboxed: z.boolean(),
    phase: ShellPhase,
    /** Its output, cut in the middle if long; for a running or stopped command the end of the output, with colours. */
    output: z.string(),
  })
  .readonly()
export type ShellCommand = z.infer<typeof ShellCommand>

export const shellCommands = {
  /** Answered when the command is recorded; then it starts. The client makes the id: sent twice, it runs once. */
  'shell.run': {
    needs: 'approve',
    input: z
      .object({
        conversationId: ConversationId,
        id: WorkId,
        command: z.string().trim().min(1).max(MAX_SHELL_LENGTH),
      })
      .readonly(),
    output: z.object({}).readonly(),
  },
  /** Answered when the command was asked to end. No effect if it has ended. */
  'shell.stop': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, id: WorkId }).readonly(),
    output: z.object({}).readonly(),
  },
} as const
