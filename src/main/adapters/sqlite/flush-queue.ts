import { guard } from '../../runtime/guard.ts'
import type { Flushed, FlushPort } from '../../runtime/ports/store.ts'

/** Flushes the writes of one store, in order. */
export interface FlushQueue extends FlushPort {
  /** Called after each write. */
  wrote(): void
  /** True if it is unknown which writes are on disk: nothing may be written through this connection any more. */
  readonly hasFailed: boolean
  /** Prevents further flushes: the database is about to be closed. */
  stop(): void
}

/** A caller that waits for the first `through` writes. */
interface Waiting {
  readonly through: number
  readonly promise: Promise<Flushed>
  readonly resolve: (flushed: Flushed) => void
}

export interface FlushQueueOptions {
  /** Flushes everything written so far. Called again only after `done`. May throw. */
  readonly flush: (done: (error: unknown) => void) => void
  /** Called when a flush has failed; it was the last. */
  readonly onFailed: (error: unknown) => void
}

/** Runs one flush at a time: for everything written in the same tick, and while the previous flush ran. */
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
    stop: () => {
      hasFailed = true
    },
  }
}
