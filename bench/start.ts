import { startFakeModelServer } from '../e2e/fake-model-server/fake-model-server.ts'
import { text } from '../e2e/fake-model-server/parts.ts'
import { message } from '../e2e/fake-model-server/replies.ts'
import { freshFolder, Host } from '../e2e/host.ts'
import { BenchClient } from './client.ts'
import { type Figure, median, ms } from './figures.ts'
import { cpuSeconds } from './process-cost.ts'

const STARTS = 7
const IDLE_MS = 5_000

/** From the start of the host's process to its first request at the model, a client driving it at once. */
export async function measureStart(): Promise<readonly Figure[]> {
  const times: number[] = []
  for (let start = 0; start < STARTS; start++) times.push(await startToFirstRequest())
  const value = median(times)
  return [
    {
      what: `start of the host to the first request (median of ${STARTS})`,
      measured: ms(value),
      goal: 'under 700 ms',
      isMet: value < 700,
    },
  ]
}

async function startToFirstRequest(): Promise<number> {
  const model = await startFakeModelServer()
  let firstRequest = Number.NaN
  model.respond(() => {
    firstRequest = performance.now()
    return message([text('Hello.')])
  })
  const start = performance.now()
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const host = await Host.start({ environment })
  const client = await BenchClient.connect(host.address)
  const conversation = await client.newConversation(freshFolder('work'))
  const idle = client.untilIdle()
  await client.send(conversation, 'Hello')
  await idle
  client.close()
  await host.stop()
  await model.close()
  return firstRequest - start
}

/** CPU of a host with 20 conversations open and nothing to do. */
export async function measureIdle(): Promise<readonly Figure[]> {
  const host = await Host.start()
  const client = await BenchClient.connect(host.address)
  const folder = freshFolder('work')
  for (let count = 0; count < 20; count++) await client.newConversation(folder)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const before = cpuSeconds(host.pid)
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  const share = ((cpuSeconds(host.pid) - before) * 1_000 * 100) / IDLE_MS
  client.close()
  await host.stop()
  return [
    {
      what: 'idle CPU with 20 conversations open',
      measured: `${share.toFixed(2)} %`,
      goal: 'under 1 %',
      isMet: share < 1,
    },
  ]
}
