import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../e2e/fake-model-server/fake-model-server.ts'
import { text } from '../e2e/fake-model-server/parts.ts'
import { message } from '../e2e/fake-model-server/replies.ts'
import { freshFolder, Host } from '../e2e/support/host.ts'
import { hasStrace, HOW_TO_GET_STRACE } from '../e2e/support/traced-host.ts'
import type { ConversationId, MessageId } from '../src/shared/ids.ts'

if (!hasStrace) console.warn(HOW_TO_GET_STRACE)

/**
 * Tried: a disk that fails one flush or one write under a running host, at each of the first moments of a turn. Holds:
 * the host reopens its database by itself within seconds, every acknowledged message is there, and the next turn works.
 */
let model: FakeModelServer
const made: string[] = []

beforeAll(async () => {
  model = await startFakeModelServer()
  model.respond(() => message([text('word '.repeat(50))]))
})
afterAll(async () => {
  await model.close()
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/**
 * Makes the call of this kind with this number fail, once in each thread of this process: not in those that begin later,
 * so the next program's calls succeed.
 */
async function failAt(pid: number, call: string, when: number): Promise<ChildProcess> {
  const inject = `inject=${call}:error=EIO:when=${when}`
  const threads = readdirSync(`/proc/${pid}/task`)
  const attached = threads.flatMap((thread) => ['-p', thread])
  const strace = spawn(
    'strace',
    [...attached, '-o', '/dev/null', '-e', `trace=${call}`, '-e', inject],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  while (said.split(' attached').length <= threads.length) {
    const [words] = (await once(strace.stderr as NodeJS.EventEmitter, 'data')) as [Buffer]
    said += words.toString()
  }
  return strace
}

/** True if the message was acknowledged; false also if the connection ended before an answer came. */
async function send(
  client: BenchClient,
  id: ConversationId,
  messageId: MessageId,
): Promise<boolean> {
  const lost = client.closed().then(() => false)
  const sent = client
    .request('message.send', {
      conversationId: id,
      messageId,
      text: 'Go on',
      attachments: [],
      mode: 'policy',
    })
    .then(
      () => true,
      () => false,
    )
  return Promise.race([sent, lost])
}

/** Retries until the next program serves, as a window does. */
async function connectedAgain(origin: string, token: string): Promise<BenchClient> {
  for (;;) {
    const client = await BenchClient.connectWith(origin, token)
    const isServed = await Promise.race([
      client.request('app.open', {}).then(() => true),
      client.closed().then(() => false),
    ])
    if (isServed) return client
  }
}

describe.runIf(hasStrace)('a failing disk under a running host (needs strace)', () => {
  test.each(
    ['fdatasync', 'pwrite64'].flatMap((call) => [1, 2, 3, 5, 8].map((when) => ({ call, when }))),
  )(
    'is answered with a new connection, nothing lost: $call $when',
    async ({ call, when }) => {
      const [dataFolder, folder] = [freshFolder('failing'), freshFolder('work')]
      made.push(dataFolder, folder)
      const threads = { UV_THREADPOOL_SIZE: '1' }
      const environment = {
        ...threads,
        ANTHROPIC_API_KEY: model.key,
        ANTHROPIC_BASE_URL: model.url,
      }
      const host = await Host.start({ environment, dataFolder })
      const { origin, token } = await BenchClient.tokenOf(host.address)
      const first = await BenchClient.connectWith(origin, token)
      const id = await first.newConversation(folder)
      const acknowledged: MessageId[] = []
      const goOn = async (client: BenchClient): Promise<void> => {
        const messageId = randomUUID() as string as MessageId
        if (await send(client, id, messageId)) acknowledged.push(messageId)
      }
      const idle = first.untilIdle()
      await goOn(first)
      await idle
      const strace = await failAt(host.pid, call, when)
      // The host ends the connection: its program is replaced by another one.
      const isOver = first.closed().then(() => true)
      for (let isLost = false; !isLost;) {
        const rests = first.untilIdle().then(() => false)
        await goOn(first)
        isLost = await Promise.race([rests, isOver])
      }
      strace.kill('SIGINT')
      await once(strace, 'exit')
      const second = await connectedAgain(origin, token)
      const opened = await second.request('conversation.open', { conversationId: id })
      expect(opened.state.type).toBe('idle')
      const there = opened.messages.map((each) => each.id)
      expect(there).toEqual(expect.arrayContaining(acknowledged))
      const rests = second.untilIdle()
      await goOn(second)
      await rests
      second.close()
      await host.stop()
      expect(readdirSync(dataFolder).filter((name) => name.includes('corrupt'))).toEqual([])
    },
    120_000,
  )
})
