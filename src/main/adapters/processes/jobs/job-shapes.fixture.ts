import { expect } from 'vitest'
import { ConversationId } from '../../../../shared/ids.ts'
import type { Supervisor } from '../supervisor.ts'
import {
  aliveWith,
  asleep,
  CONVERSATION,
  requestOf,
  uniqueSleep,
  until,
} from '../supervisor-fixture.ts'

/**
 * Shapes of jobs that are hard to end: how to build each from sleeps of S seconds, and how many of them sleep at a time.
 */
export const shapes = [
  ['plain', 1, 'sleep S'],
  ['setsid grandchild', 2, 'setsid sleep S & sleep S'],
  ['child that ignores SIGTERM', 1, "(trap '' TERM; sleep S; sleep S) & wait"],
  ['double fork', 3, "(setsid bash -c 'sleep S & sleep S' &); sleep S"],
] as const

/** Starts a job without waiting for the answer, which takes a second. */
export function begin(
  supervisor: Supervisor,
  script: string,
  seconds: string,
  conversationId = CONVERSATION,
): Promise<unknown> {
  return supervisor.jobs.start(requestOf(script.replaceAll('S', seconds), { conversationId }))
}

/** Returns how long the stop took until nothing was alive (ms). */
export async function stopOnce(
  supervisor: Supervisor,
  [, sleeps, script]: (typeof shapes)[number],
): Promise<number> {
  const seconds = uniqueSleep()
  const id = ConversationId.parse(seconds)
  const start = begin(supervisor, script, seconds, id)
  await until(() => asleep(seconds).length === sleeps)
  const stoppedAt = performance.now()
  await supervisor.jobs.stop(id, 1)
  const took = performance.now() - stoppedAt
  expect(aliveWith(seconds)).toEqual([])
  await start
  return took
}
