import { homedir } from 'node:os'
import { spawnCommand } from '../src/main/adapters/processes/spawn/spawn-command.ts'
import { findSandbox } from '../src/main/adapters/sandbox/find-sandbox.ts'
import { openGate } from '../src/main/adapters/sandbox/gate.ts'
import type { SandboxLaunch } from '../src/main/adapters/sandbox/sandbox.ts'
import { ConversationId } from '../src/shared/ids.ts'
import { freshFolder } from '../e2e/support/host.ts'

interface Order {
  readonly url: string
  readonly key: string
  readonly body: string
  readonly count: number
}

/** The least that an agent loop must do: post a body, read the answer, run `bash -c true`, post again. */
process.on('message', (order: Order) => {
  void run(order).then(() => process.send?.('done'))
})

const folder = freshFolder('floor')
const { env: environment, platform } = process
const found = await findSandbox({
  environment,
  platform,
  home: homedir(),
  dataFolder: freshFolder('floor-data'),
})
if (found.type === 'missing' && environment['PHOENIX_SANDBOX'] !== 'off') {
  throw new Error(found.reason)
}

async function run({ body, count, key, url }: Order): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    'x-bench': 'floor',
  }
  for (let round = 0; round < count; round++) {
    const answer = await fetch(`${url}/v1/messages`, { method: 'POST', headers, body })
    await answer.text()
    const launch = sandboxLaunch()
    const spawned = await spawnCommand({
      command: 'true',
      folder,
      environment: { PATH: environment['PATH'] ?? '' },
      runToken: null,
      launch,
    })
    if (spawned.type !== 'started') throw new Error('bash did not start')
    if (launch !== null) void openGate(spawned.child, spawned.exit, new AbortController().signal)
    await spawned.exit
    launch?.release()
  }
}

function sandboxLaunch(): SandboxLaunch | null {
  if (found.type === 'missing') return null
  const enclosed = found.sandbox.prepare({
    conversationId: ConversationId.parse('floor'),
    folder,
    command: 'true',
    sandboxPolicy: { folder: 'writable', network: true },
  })
  if (!enclosed.ok) throw new Error(enclosed.error)
  return enclosed.value
}
