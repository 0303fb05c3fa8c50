import type { AppError } from '../../../../shared/app-error.ts'
import type { CommandName } from '../../../../shared/protocol/commands.ts'
import type { Result } from '../../../../shared/result.ts'
import {
  isLocked,
  LOCK_PATIENCE_MS,
  type LockTimers,
  whileLocked,
} from '../../conversation/while-locked.ts'
import type { ClientSession } from './client-session.ts'

/**
 * Commands that write by themselves instead of dispatching to a conversation, and are done by one write, so one that
 * meets a lock has done nothing. Without `outbox.put` and `shell.run`: done later, after a Stop, they would start what it
 * was to end.
 */
const REPEATED = [
  'conversation.archive',
  'conversation.configure',
  'conversation.create',
  'conversation.order',
  'conversation.pin',
  'conversation.rename',
  'draft.save',
  'outbox.order',
  'outbox.remove',
  'review.saveComments',
  'rules.remove',
] as const satisfies readonly CommandName[]

type Repeated = (typeof REPEATED)[number]
type Answer = Result<unknown, AppError>
type Handler = (input: never, client: ClientSession) => Answer | Promise<Answer>

/** Returns the handlers with these commands repeated for a moment if they meet a lock, one after the other. */
export function repeatWhileLocked<All extends Readonly<Record<Repeated, Handler>>>(
  handlers: All,
  timers: LockTimers,
): All {
  /** Resolves when the last command that waits has been answered; null if none waits. */
  let line: Promise<void> | null = null

  async function waitInLine(run: () => Answer | Promise<Answer>): Promise<Answer> {
    const dueAt = timers.awake() + LOCK_PATIENCE_MS
    const before = line
    const { promise, resolve } = Promise.withResolvers<void>()
    line = promise
    try {
      await before
      return await whileLocked(timers, run, dueAt)
    } finally {
      resolve()
      if (line === promise) line = null
    }
  }

  const repeated = (handler: Handler): Handler => {
    return (input, client) => {
      const run = (): Answer | Promise<Answer> => handler(input, client)
      if (line !== null) return waitInLine(run)
      const answer = run()
      if (answer instanceof Promise)
        return answer.then((first) => (isLocked(first) ? waitInLine(run) : first))
      return isLocked(answer) ? waitInLine(run) : answer
    }
  }
  return {
    ...handlers,
    ...Object.fromEntries(REPEATED.map((name) => [name, repeated(handlers[name])])),
  }
}
