import { once } from 'node:events'
import { bash, text } from '../e2e/fake-model-server/parts.ts'
import { startFakeModelServer } from '../e2e/fake-model-server/fake-model-server.ts'
import { message } from '../e2e/fake-model-server/replies.ts'
import { freshFolder, Host } from '../e2e/host.ts'
import { spawnCommand } from '../src/main/adapters/processes/spawn-command.ts'
import { BenchClient } from './client.ts'
import type { Figure } from './figures.ts'
import { comparePairs, timeOf } from './pairs.ts'

const COMMAND = 'yes | head -c 50000000'

/**
 * 50 MB of a tool's output: from the model's reply leaving the fake server to the next request's arrival there, beside
 * the same command read to its end by a process that looks at none of it. The goal leaves room for the round itself, and
 * for the 16 MB that go to a file.
 */
export async function measureOutput(): Promise<readonly Figure[]> {
  const model = await startFakeModelServer({ remember: 3 })
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const host = await Host.start({ environment })
  const client = await BenchClient.connect(host.address)
  const conversation = await client.newConversation(freshFolder('work'))
  let calls = 0
  let repliedAt = 0
  let took = 0
  model.respond(() => {
    const isCall = calls++ % 2 === 0
    if (!isCall) took = performance.now() - repliedAt
    repliedAt = performance.now()
    return message([isCall ? bash(`${COMMAND} # ${calls}`) : text('Read.')])
  })
  async function ours(): Promise<number> {
    const idle = client.untilIdle()
    await client.send(conversation, 'Print')
    await idle
    return took
  }
  const pair = { what: '50 MB of output to the next request', count: 15, limit: 1.5 }
  const figure = await comparePairs(pair, ours, () => timeOf(bareCommand))
  client.close()
  await host.stop()
  await model.close()
  return [figure]
}

async function bareCommand(): Promise<void> {
  const environment = { PATH: process.env['PATH'] ?? '' }
  const spawned = spawnCommand({ command: COMMAND, folder: '/', environment, enclosure: null })
  if (spawned.type !== 'started') throw new Error('bash did not start')
  spawned.child.stdout?.resume()
  spawned.child.stderr?.resume()
  await once(spawned.child, 'close')
}
