import { z } from 'zod'

/** When a hook runs, by the names that people's files have. */
export const HookEvent = z.enum(['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'])
export type HookEvent = z.infer<typeof HookEvent>

/** The most of what a hook printed that is kept, in UTF-16 code units. */
export const MAX_HOOK_OUTPUT = 8 * 1024

/**
 * A run of a hook, for people. `ok`: it had nothing against it. `blocked`: it has. All others: it said nothing that counts, and
 * what it was to look at went on.
 */
export const HookRun = z
  .object({
    event: HookEvent,
    command: z.string(),
    durationMs: z.number().nonnegative(),
    outcome: z.enum(['ok', 'blocked', 'failed', 'timedOut', 'stopped']),
    /** What it printed, and in a sentence why it counts for nothing; cut. */
    output: z.string(),
  })
  .readonly()
export type HookRun = z.infer<typeof HookRun>

/** One that runs now, beside the calls of a conversation: shown, never stored. */
export const LiveHook = HookRun.unwrap().pick({ event: true, command: true }).readonly()
export type LiveHook = z.infer<typeof LiveHook>
