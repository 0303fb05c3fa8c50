import { setTimeout as delay } from 'node:timers/promises'
import { text } from '../../e2e/fake-model-server/parts.ts'
import { message } from '../../e2e/fake-model-server/replies.ts'
import { freshFolder } from '../../e2e/support/host.ts'
import type { Trial } from '../bench.ts'
import { type Figure, median, ms, withGoal } from '../figures.ts'
import { bareStartMs, cpuSeconds, percentAtRest } from '../process-cost.ts'
import { Rig } from '../rig.ts'

/** From the start of the host's process to its first request to the model, with a client that drives it at once. */
export async function measureStart(trial: Trial): Promise<readonly Figure[]> {
  const starts = trial.isShort ? 1 : 7
  const [times, bare]: [number[], number[]] = [[], []]
  for (let start = 0; start < starts; start++) {
    bare.push(await bareStartMs())
    times.push(await startToFirstRequest(trial))
  }
  const value = median(times)
  const what = `start of the host to the first request (median of ${starts})`
  const measured = `${ms(value)}, Node alone ${ms(median(bare))}`
  return [withGoal({ what, value, measured }, 'under 400 ms', value < 400)]
}

async function startToFirstRequest(trial: Trial): Promise<number> {
  const start = performance.now()
  const rig = await Rig.start(trial)
  let firstRequest = Number.NaN
  rig.model.respond(() => {
    firstRequest = performance.now()
    return message([text('Hello.')])
  })
  const client = await rig.connect()
  const conversation = await client.newConversation(freshFolder('work'))
  const idle = client.untilIdle()
  await client.send(conversation, 'Hello')
  await idle
  client.close()
  await rig.end()
  return firstRequest - start
}

/**
 * By then the search thread has started (at 2 s), and garbage from the start has been collected (at 8 s): before that
 * the host is not idle.
 */
export const STARTED_MS = 10_000

/** CPU of a host with 20 conversations open and nothing to do. */
export async function measureIdle(trial: Trial): Promise<readonly Figure[]> {
  const seconds = trial.isShort ? 1 : 5
  const rig = await Rig.start(trial)
  const client = await rig.connect()
  const folder = freshFolder('work')
  for (let count = 0; count < 20; count++) await client.newConversation(folder)
  await delay(STARTED_MS)
  const value = await percentAtRest(() => cpuSeconds(rig.host.pid), seconds)
  client.close()
  await rig.end()
  const what = `idle CPU with 20 conversations open, over ${seconds} s`
  return [
    withGoal({ what, value, measured: `at most ${value.toFixed(2)} %` }, 'under 1 %', value < 1),
  ]
}
