import { guard } from '../../runtime/guard.ts'
import type { Flushed, FlushPort } from '../../runtime/ports/store.ts'

/** Flushes what one store writes, in its order. */
export interface FlushQueue extends FlushPort {
  /** Called after each write. */
  wrote(): void
  /** Nobody knows what of the writes is on disk: nothing may be written through this connection any more. */
  readonly hasFailed: boolean
}

/** Somebody waits for the first so many writes. */
interface Waiting {
  readonly through: number
  readonly promise: Promise<Flushed>
  readonly resolve: (flushed: Flushed) => void
}

export interface FlushQueueOptions {
  /** Flushes all that is written by now. Called again only after `done`. May throw. */
  readonly flush: (done: (error: unknown) => void) => void
  /** A flush failed: it was the last. */
  readonly onFailed: (error: unknown) => void
}

/** One flush at a time: for all that was written in the same tick, and while the flush before it ran. */
export function createFlushQueue({ flush, onFailed }: FlushQueueOptions): FlushQueue {
  const waiting: Waiting[] = []
  let written = 0
  let kept = 0
  let isRunning = false
  let hasFailed = false

  function begin(): void {
    isRunning = true
    queueMicrotask(
      guard('a flush', () => {
        const through = written
        const done = guard('the end of a flush', (error: unknown) => end(through, error))
        try {
          flush(done)
        } catch (error) {
          done(error)
        }
      }),
    )
  }

  function end(through: number, error: unknown): void {
    isRunning = false
    if (error !== null && error !== undefined) {
      hasFailed = true
      for (const { resolve } of waiting.splice(0)) resolve('failed')
      return onFailed(error)
    }
    kept = through
    if (written > kept) begin()
    const done = waiting.filter((each) => each.through <= kept)
    for (const { resolve } of waiting.splice(0, done.length)) resolve('kept')
  }

  return {
    wrote: () => {
      written += 1
      if (!isRunning && !hasFailed) begin()
    },
    flushing: () => {
      if (hasFailed) return 'failed'
      if (kept === written) return 'kept'
      const last = waiting.at(-1)
      if (last?.through === written) return last.promise
      const wait = { through: written, ...Promise.withResolvers<Flushed>() }
      waiting.push(wait)
      return wait.promise
    },
    get hasFailed() {
      return hasFailed
    },
  }
}
