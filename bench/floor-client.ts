import { fdatasyncSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { spawnCommand } from '../src/main/adapters/processes/spawn/spawn-command.ts'
import { findSandbox } from '../src/main/adapters/sandbox/find-sandbox.ts'
import { openGate } from '../src/main/adapters/sandbox/gate.ts'
import type { SandboxLaunch } from '../src/main/adapters/sandbox/sandbox.ts'
import { ConversationId } from '../src/shared/ids.ts'
import { freshFolder } from '../e2e/support/host.ts'

/** The length at which SQLite's journal starts again. */
const JOURNAL_BYTES = 4 * 1024 * 1024

interface Order {
  readonly url: string
  readonly key: string
  readonly body: string
  readonly count: number
}

/**
 * The least that an agent loop must do: post a body, read the answer, run `bash -c true`, post again. With the argument
 * `durable`, the least for a loop that loses nothing: the answer is on disk before bash starts, and the result before
 * the next post.
 */
process.on('message', (order: Order) => {
  void run(order).then(() => process.send?.('done'))
})

const kind = process.argv[2] ?? 'bare'
const keep = kind === 'durable' ? journal() : () => undefined
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
    'x-bench': kind,
  }
  for (let round = 0; round < count; round++) {
    const answer = await fetch(`${url}/v1/messages`, { method: 'POST', headers, body })
    keep(await answer.text())
    const launch = await sandboxLaunch()
    const spawned = await spawnCommand({
      command: 'true',
      folder,
      environment: { PATH: environment['PATH'] ?? '' },
      runToken: null,
      launch,
    })
    if (spawned.type !== 'started') throw new Error('bash did not start')
    if (launch !== null) void openGate(spawned.child, spawned.exit, new AbortController().signal)
    const exit = await spawned.exit
    await launch?.release()
    keep(JSON.stringify(exit))
  }
}

async function sandboxLaunch(): Promise<SandboxLaunch | null> {
  if (found.type === 'missing') return null
  const enclosed = await found.sandbox.prepare({
    conversationId: ConversationId.parse('floor'),
    folder,
    command: 'true',
    sandboxPolicy: { folder: 'writable', network: true },
  })
  if (!enclosed.ok) throw new Error(enclosed.error)
  return enclosed.value
}

/**
 * Writes a text to disk before it returns. The file has its full length from the start, like SQLite's journal after its
 * first lap, so a flush writes only the text.
 */
function journal(): (text: string) => void {
  const path = join(freshFolder('floor-journal'), 'journal')
  writeFileSync(path, Buffer.alloc(JOURNAL_BYTES), { flush: true })
  const file = openSync(path, 'r+')
  let at = 0
  return (text) => {
    if (at + Buffer.byteLength(text) > JOURNAL_BYTES) at = 0
    at += writeSync(file, text, at)
    fdatasyncSync(file)
  }
}
