import { finished } from 'node:stream/promises'
import { bash, text } from '../../e2e/fake-model-server/parts.ts'
import { message } from '../../e2e/fake-model-server/replies.ts'
import { freshFolder } from '../../e2e/support/host.ts'
import { spawnCommand } from '../../src/main/adapters/processes/spawn/spawn-command.ts'
import type { Trial } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { comparePairs, timeOf } from '../pairs.ts'
import { Rig } from '../rig.ts'

const COMMAND = 'yes | head -c 50000000'

/**
 * 50 MB of tool output: from the moment the model's reply leaves the fake server to the arrival of the next request,
 * compared with a process that reads the same command's output and discards it. The goal allows for the round itself,
 * and for the 16 MB that go to a file.
 */
export async function measureOutput(trial: Trial): Promise<readonly Figure[]> {
  const rig = await Rig.start(trial)
  const client = await rig.connect()
  const conversation = await client.newConversation(freshFolder('work'))
  let calls = 0
  let repliedAt = 0
  let took = 0
  rig.model.respond(() => {
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
  const count = trial.isShort ? 1 : 15
  const pair = { what: '50 MB of output to the next request', count, limit: 1.5 }
  const figure = await comparePairs(pair, ours, () => timeOf(bareCommand))
  client.close()
  await rig.end()
  return [figure]
}

async function bareCommand(): Promise<void> {
  const environment = { PATH: process.env['PATH'] ?? '' }
  const spawned = await spawnCommand({
    command: COMMAND,
    folder: '/',
    environment,
    runToken: null,
    launch: null,
  })
  if (spawned.type !== 'started') throw new Error('bash did not start')
  const { stderr, stdout } = spawned.child
  await Promise.all([finished(stdout.resume()), finished(stderr.resume()), spawned.exit])
}
