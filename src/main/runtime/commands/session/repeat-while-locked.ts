import type { AppError } from '../../../../shared/app-error.ts'
import type { CommandName } from '../../../../shared/protocol/commands.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import { failed, type Result } from '../../../../shared/result.ts'
import { LOCKED } from '../../conversation/answers.ts'
import type { MailLoop } from '../../conversation/mail-loop.ts'
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

/**
 * Commands that start or change something with what those have written: a message takes its draft with it, and goes out
 * with the settings that were chosen before it.
 */
const FOLLOWING = [
  'approval.answer',
  'attachments.drop',
  'conversation.chooseFolder',
  'conversation.restoreTo',
  'conversation.rewind',
  'conversation.showVersion',
  'edits.undo',
  'message.send',
  'outbox.put',
  'outbox.send',
  'question.answer',
  'shell.run',
  'turn.compact',
  'turn.continue',
  'turn.extend',
  'turn.retry',
] as const satisfies readonly CommandName[]

interface OfConversation {
  readonly conversationId: ConversationId
}

/** A command that waits for its turn. */
interface Place {
  /** Resolves when the next command may have its turn. */
  readonly over: Promise<void>
  readonly end: () => void
  readonly dueAt: number
}

/** So long after its time was up, a command will not be tried again. */
const LOST_MS = 1_000

type Answer = Result<unknown, AppError>
type Reply = Answer | Promise<Answer>
type Handler<Input> = (input: Input, client: ClientSession) => Reply
type Ordered = Readonly<Record<(typeof REPEATED)[number], Handler<never>>> &
  Readonly<Record<(typeof FOLLOWING)[number], Handler<never>>>

/**
 * Returns the handlers with the first of these commands repeated for a moment if they meet a lock, one after the other,
 * and the second taken after them, unless a Stop comes first.
 */
export function repeatWhileLocked<All extends Ordered>(
  handlers: All,
  timers: LockTimers,
  loopOf: (id: ConversationId) => Pick<MailLoop, 'follow'> | null,
): All {
  /** The commands that wait, in their order. */
  const places = new Set<Place>()

  const last = (): Place | null => [...places].at(-1) ?? null

  /** Resolves when the commands that wait had their turn; null if none waits, or if their timers were lost. */
  const line = (): Promise<void> | null => {
    const dueAt = last()?.dueAt ?? Infinity
    if (timers.awake() > dueAt + LOST_MS) for (const { end } of places) end()
    return last()?.over ?? null
  }

  function stand(): Place {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const end = (): void => {
      resolve()
      places.delete(place)
    }
    const place = { over, end, dueAt: timers.awake() + LOCK_PATIENCE_MS }
    places.add(place)
    return place
  }

  async function waitInLine(run: () => Reply): Promise<Answer> {
    const before = line()
    const { dueAt, end } = stand()
    try {
      await before
      return await whileLocked(timers, run, dueAt)
    } finally {
      end()
    }
  }

  const repeated = (handler: Handler<never>): Handler<never> => {
    return (input, client) => {
      const run = (): Reply => handler(input, client)
      if (line() !== null) return waitInLine(run)
      const answer = run()
      if (answer instanceof Promise)
        return answer.then((first) => (isLocked(first) ? waitInLine(run) : first))
      return isLocked(answer) ? waitInLine(run) : answer
    }
  }

  const following = <Input extends OfConversation>(handler: Handler<Input>): Handler<Input> => {
    return async (input, client) => {
      const before = line()
      if (before === null) return handler(input, client)
      const { end } = stand()
      try {
        const isInTurn = (await loopOf(input.conversationId)?.follow(before)) !== false
        return isInTurn ? handler(input, client) : failed(LOCKED)
      } finally {
        // What comes after it also waits for what was before it.
        void before.then(end)
      }
    }
  }
  return {
    ...handlers,
    ...Object.fromEntries(REPEATED.map((name) => [name, repeated(handlers[name])])),
    ...Object.fromEntries(FOLLOWING.map((name) => [name, following(handlers[name])])),
  }
}
