import type { AppError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { NewMessage } from '../../../shared/messages/message.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { Input } from '../../core/machine/event.ts'
import { afterOthers } from '../after-others.ts'
import { storageError } from '../conversation/answers.ts'
import type { Timers } from '../ports/ports.ts'
import { whileLocked } from '../conversation/while-locked.ts'
import type { ConversationRegistry } from './conversation-registry.ts'

/** Applies an input to a conversation, loading it if necessary. */
export type Dispatch = (id: ConversationId, input: Input) => Promise<Result<unknown, AppError>>

interface SliceWriting {
  readonly registry: Pick<ConversationRegistry, 'deletions' | 'kept' | 'release'>
  readonly timers: Pick<Timers, 'awake' | 'soon' | 'start'>
  readonly dispatch: Dispatch
}

interface Sliced {
  readonly id: ConversationId
  /** Makes the conversation; it may contain the first messages already. */
  readonly create: () => Result<unknown, AppError> | Promise<Result<unknown, AppError>>
  readonly slices: Iterable<readonly NewMessage[]>
}

/**
 * Makes a conversation and writes its beginning in slices, so other work continues in between. Until all of it is
 * written, it is in no list; if a slice is refused, nothing of it stays, and a start that finds a part removes it.
 */
export async function writeSlices(
  { dispatch, registry, timers }: SliceWriting,
  { create, id, slices }: Sliced,
): Promise<Result<null, AppError>> {
  const { deletions } = registry
  const begun = await whileLocked(timers, () => deletions.beginWriting(id))
  if (!begun.ok) return failed(storageError(begun.error))
  const written = await writeAll()
  const ended = written.ok ? await whileLocked(timers, () => deletions.endWriting(id)) : null
  if (ended?.ok === true) return written
  deletions.discardWritten(id)
  return ended === null ? written : failed(storageError(ended.error))

  async function writeAll(): Promise<Result<null, AppError>> {
    registry.kept.add(id)
    try {
      const created = await whileLocked(timers, create)
      if (!created.ok) return created
      let isFirst = true
      for (const messages of slices) {
        if (!isFirst) await afterOthers(timers)
        isFirst = false
        const from = { type: 'messages', messages } as const
        const dispatched = await dispatch(id, { type: 'forked', from })
        if (!dispatched.ok) return dispatched
      }
      return ok(null)
    } finally {
      registry.kept.delete(id)
      registry.release(id)
    }
  }
}
