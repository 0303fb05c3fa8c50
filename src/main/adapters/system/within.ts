import { guard } from '../../runtime/guard.ts'
import { systemTimers } from './system-clock.ts'

export type Within<Value> =
  | { readonly type: 'done'; readonly value: Value }
  | { readonly type: 'late' }
  | { readonly type: 'aborted' }

/** For a wait that is never aborted. */
export const NEVER = new AbortController().signal

/**
 * Resolves with the first of three: the value, the end of the time awake, the abort. Leaves neither timer nor listener
 * behind.
 */
export function within<Value>(
  work: Promise<Value>,
  limitMs: number,
  signal: AbortSignal,
): Promise<Within<Value>> {
  if (signal.aborted) return Promise.resolve({ type: 'aborted' })
  return new Promise((resolve, reject) => {
    const stopWaiting = (): void => {
      stopTimer()
      signal.removeEventListener('abort', onAbort)
    }
    const settle = (answer: Within<Value>): void => {
      stopWaiting()
      resolve(answer)
    }
    const onAbort = guard('an abort', () => settle({ type: 'aborted' }))
    const stopTimer = systemTimers.start(limitMs, () => settle({ type: 'late' }))
    // Its listeners would be those of all waits of the program, and each new one is compared with them all.
    if (signal !== NEVER) signal.addEventListener('abort', onAbort)
    const onDone = (value: Value): void => {
      settle({ type: 'done', value })
    }
    const onFailed = (error: unknown): void => {
      stopWaiting()
      reject(error)
    }
    work.then(onDone, onFailed)
  })
}
