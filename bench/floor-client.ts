import { spawnCommand } from '../src/main/adapters/processes/spawn-command.ts'
import { once } from 'node:events'

/** The least that an agent loop must do: post a body, read the answer, run `bash -c true`, post again. */
process.on('message', (order: { url: string; key: string; body: string; count: number }) => {
  void run(order).then(() => process.send?.('done'))
})

async function run({
  url,
  key,
  body,
  count,
}: {
  url: string
  key: string
  body: string
  count: number
}): Promise<void> {
  for (let round = 0; round < count; round++) {
    const answer = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': key,
        'anthropic-version': '2023-06-01',
        'x-bench': 'floor',
      },
      body,
    })
    await answer.text()
    const spawned = spawnCommand({
      command: 'true',
      folder: '/',
      environment: { PATH: process.env['PATH'] ?? '' },
      enclosure: null,
    })
    if (spawned.type !== 'started') throw new Error('bash did not start')
    await once(spawned.child, 'exit')
  }
}
