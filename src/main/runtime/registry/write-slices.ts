import type { AppError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { NewMessage } from '../../../shared/messages/message.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Input } from '../../core/machine/event.ts'
import { titleFrom } from '../../core/turn/title.ts'
import { afterOthers } from '../after-others.ts'
import type { Timers } from '../ports/ports.ts'
import type { ConversationRegistry } from './conversation-registry.ts'

/** Applies an input to a conversation, which is loaded for it. */
export type Dispatch = (id: ConversationId, input: Input) => Promise<Result<unknown, AppError>>

interface SliceWriting {
  readonly registry: Pick<ConversationRegistry, 'kept' | 'release' | 'rename'>
  readonly timers: Pick<Timers, 'soon'>
  readonly dispatch: Dispatch
}

/** The title that a conversation has until all of it is written: a crash leaves it so. `done`: `forked`, `imported`. */
export function unfinishedTitle(done: string, title: string): string {
  return titleFrom(`Not fully ${done}: ${title}`)
}

/**
 * Writes the beginning of a conversation slice by slice, so other work goes on in between. Then it
 * gets its title. The first slice that is refused ends it.
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
      const said = await dispatch(id, { type: 'forked', from: { type: 'messages', messages } })
      if (!said.ok) return said
    }
    registry.rename(id, title, 'model')
    return ok(null)
  } finally {
    registry.kept.delete(id)
    registry.release(id)
  }
}
