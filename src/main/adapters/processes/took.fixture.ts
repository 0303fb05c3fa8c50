import { schedulingDelayMs } from '../../../../e2e/support/scheduling-delay.ts'

/**
 * How long something took (ms): by the clock, and without the time in which the machine kept this thread waiting for a
 * processor.
 */
export interface Took {
  readonly wall: number
  readonly own: number
}

export async function took(work: () => unknown): Promise<Took> {
  const [startedAt, delayBefore] = [performance.now(), schedulingDelayMs('thread-self')]
  await work()
  const wall = performance.now() - startedAt
  return { wall, own: wall - (schedulingDelayMs('thread-self') - delayBefore) }
}

/** Stops what runs, and waits for its end. */
export function tookToStop(stop: AbortController, running: Promise<unknown>): Promise<Took> {
  return took(() => {
    stop.abort()
    return running
  })
}
