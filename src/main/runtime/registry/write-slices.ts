import type { AppError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { NewMessage } from '../../../shared/messages/message.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Input } from '../../core/machine/event.ts'
import { titleFrom } from '../../core/turn/title.ts'
import { afterOthers } from '../after-others.ts'
import type { Timers } from '../ports/ports.ts'
import type { ConversationRegistry } from './conversation-registry.ts'

/** Applies an input to a conversation, loading it if necessary. */
export type Dispatch = (id: ConversationId, input: Input) => Promise<Result<unknown, AppError>>

interface SliceWriting {
  readonly registry: Pick<ConversationRegistry, 'kept' | 'release' | 'rename'>
  readonly timers: Pick<Timers, 'soon'>
  readonly dispatch: Dispatch
}

/**
 * Returns the title of a conversation until all of it is written; a crash leaves this title. `done`: `forked`,
 * `imported`.
 */
export function unfinishedTitle(done: string, title: string): string {
  return titleFrom(`Not fully ${done}: ${title}`)
}

/**
 * Writes the beginning of a conversation in slices, so other work continues in between, then sets its title. Stops at
 * the first slice that is refused.
 */
export async function writeSlices(
  { dispatch, registry, timers }: SliceWriting,
  {
    id,
    slices,
    title,
  }: {
    readonly id: ConversationId
    readonly slices: readonly (readonly NewMessage[])[]
    readonly title: string
  },
): Promise<Result<null, AppError>> {
  registry.kept.add(id)
  try {
    for (const [index, messages] of slices.entries()) {
      if (index > 0) await afterOthers(timers)
      const dispatched = await dispatch(id, {
        type: 'forked',
        from: { type: 'messages', messages },
      })
      if (!dispatched.ok) return dispatched
    }
    registry.rename(id, title, 'model')
    return ok(null)
  } finally {
    registry.kept.delete(id)
    registry.release(id)
  }
}
