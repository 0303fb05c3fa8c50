import { guard } from './guard.ts'

interface Starter {
  start(afterMs: number, fire: () => void): () => void
}

/** The pauses between attempts, about ten seconds in all. */
const PAUSES_MS = [300, 600, 1_200, 2_400, 4_800]

/**
 * Reads until it works: most faults of a disk pass, such as too many open files. Returns the last result if it never does, and
 * at once after an abort.
 */
export async function readAgain<Read>(
  read: () => Read | Promise<Read>,
  hasFailed: (result: Read) => boolean,
  { signal, timers }: { readonly signal: AbortSignal; readonly timers: Starter },
): Promise<Read> {
  let result = await read()
  for (const pauseMs of PAUSES_MS) {
    if (!hasFailed(result) || signal.aborted) break
    await pause(pauseMs, timers, signal)
    if (signal.aborted) break
    result = await read()
  }
  return result
}

async function pause(ms: number, timers: Starter, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const onAbort = guard('a stop before another attempt to read', () => resolve(undefined))
  signal.addEventListener('abort', onAbort, { once: true })
  const stopTimer = timers.start(ms, () => resolve(undefined))
  await promise
  stopTimer()
  signal.removeEventListener('abort', onAbort)
}
