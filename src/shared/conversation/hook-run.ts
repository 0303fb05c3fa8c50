import * as z from '../schema.ts'

/** The events that run hooks, named as in people's hook files. */
export const HookEvent = z.enum(['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'])
export type HookEvent = z.infer<typeof HookEvent>

/** Maximum length of a hook's output that is kept, in UTF-16 code units. */
export const MAX_HOOK_OUTPUT = 8 * 1024

/**
 * A run of a hook, for people. `ok`: the hook did not object. `blocked`: it did. With any other outcome it had no
 * effect, and what it was to check went ahead.
 */
export const HookRun = z
  .object({
    event: HookEvent,
    command: z.string(),
    durationMs: z.number().nonnegative(),
    outcome: z.enum(['ok', 'blocked', 'failed', 'timedOut', 'stopped']),
    /** Its output, and a sentence on why the hook had no effect, if so; cut. */
    output: z.string(),
  })
  .readonly()
export type HookRun = z.infer<typeof HookRun>

/** A hook that is running outside the conversation's calls: shown, never stored. */
export const LiveHook = HookRun.unwrap().pick({ event: true, command: true }).readonly()
export type LiveHook = z.infer<typeof LiveHook>
