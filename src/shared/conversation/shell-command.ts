import { z } from 'zod'
import { ConversationId, WorkId } from '../ids.ts'

/** Stands before a command in the message field. */
export const SHELL_MARK = '!'
export const MAX_SHELL_LENGTH = 10_000

/** How a person's own command stands. Times are ms since 1970. */
const ShellPhase = z.discriminatedUnion('type', [
  z.object({ type: z.literal('running') }).readonly(),
  z.object({ type: z.literal('exited'), code: z.number().int(), at: z.number() }).readonly(),
  z.object({ type: z.literal('killed'), signal: z.string(), at: z.number() }).readonly(),
  /** By a person, or because Phoenix ended, or because the network was taken from it. */
  z
    .object({
      type: z.literal('stopped'),
      by: z.enum(['person', 'quit', 'network', 'limit']),
      at: z.number(),
    })
    .readonly(),
  /** A sentence for people: nothing has run. */
  z.object({ type: z.literal('notStarted'), reason: z.string() }).readonly(),
  /** Phoenix was killed while it ran. */
  z.object({ type: z.literal('interrupted') }).readonly(),
])
export type ShellPhase = z.infer<typeof ShellPhase>

/** A command that a person ran in the folder of a conversation, beside its turns. */
export const ShellCommand = z
  .object({
    id: WorkId,
    command: z.string(),
    /** It stands behind this message: the newest when it began. 0: before all. */
    afterSeq: z.number().int().nonnegative(),
    since: z.number(),
    isSandboxed: z.boolean(),
    phase: ShellPhase,
    /** What it printed, a long output cut in its middle; of a running or a stopped one the end, with its colours. */
    output: z.string(),
  })
  .readonly()
export type ShellCommand = z.infer<typeof ShellCommand>

export const shellCommands = {
  /** Answered when the command is on record; then it begins. The client makes the id: sent twice, it runs once. */
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
  /** Answered when it is told to end; one that has ended is none. */
  'shell.stop': {
    needs: 'write',
    input: z.object({ conversationId: ConversationId, id: WorkId }).readonly(),
    output: z.object({}).readonly(),
  },
} as const
