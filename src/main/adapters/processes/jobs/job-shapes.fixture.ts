import { expect } from 'vitest'
import { ConversationId } from '../../../../shared/ids.ts'
import type { Supervisor } from '../supervisor.ts'
import { aliveWith, CONVERSATION, requestOf, uniqueSleep, until } from '../supervisor-fixture.ts'

/** How a job can be built that is hard to end, of sleeps of S seconds, and how many processes it has at least. */
export const shapes = [
  ['plain', 1, 'sleep S'],
  ['setsid grandchild', 2, 'setsid sleep S & sleep S'],
  ['child that ignores SIGTERM', 2, "(trap '' TERM; sleep S; sleep S) & wait"],
  ['double fork', 2, "(setsid bash -c 'sleep S & sleep S' &); sleep S"],
] as const

/** Starts a job and does not wait for the answer, which takes a second. */
export function begin(
  supervisor: Supervisor,
  script: string,
  seconds: string,
  conversationId = CONVERSATION,
): Promise<unknown> {
  return supervisor.jobs.start(requestOf(script.replaceAll('S', seconds), { conversationId }))
}

/** Answers how long the stop took until nothing was alive (ms). */
export async function stopOnce(
  supervisor: Supervisor,
  [, least, script]: (typeof shapes)[number],
): Promise<number> {
  const seconds = uniqueSleep()
  const id = ConversationId.parse(seconds)
  const start = begin(supervisor, script, seconds, id)
  await until(() => aliveWith(seconds).length >= least)
  const stoppedAt = performance.now()
  await supervisor.jobs.stop(id, 1)
  const took = performance.now() - stoppedAt
  expect(aliveWith(seconds)).toEqual([])
  await start
  return took
}
