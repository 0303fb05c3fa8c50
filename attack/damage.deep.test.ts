import { closeSync, cpSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../e2e/fake-model-server/fake-model-server.ts'
import { text } from '../e2e/fake-model-server/parts.ts'
import { message } from '../e2e/fake-model-server/replies.ts'
import { freshFolder, Host } from '../e2e/support/host.ts'
import { isAtRest } from '../src/shared/conversation/state-view.ts'
import type { ConversationId } from '../src/shared/ids.ts'
import type { Message } from '../src/shared/messages/message.ts'

/**
 * Tried: every page of a database with four conversations, one after another, filled with 0xa5, and every second one
 * with zeros; then a start, the list, and in each conversation a look and a message. Holds: the host starts, or serves
 * only the recovery of its database. Everything that cannot be read or saved is answered with an error that names the
 * damage; nothing claims success, nothing waits forever, and stopping the host ends it.
 */
const PAGE_BYTES = 4096
const CONVERSATIONS = 4

/** The messages about damage. */
const DAMAGE_MESSAGES = /is damaged|Phoenix’s database could not be opened/

let model: FakeModelServer
let environment: Readonly<Record<string, string>>
let dataFolder: string
let folder: string
const ids: ConversationId[] = []
/** The messages of each conversation before any damage. */
const whole = new Map<ConversationId, readonly Message[]>()

beforeAll(async () => {
  model = await startFakeModelServer()
  model.respond(() => message([text('word '.repeat(300))]))
  environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  dataFolder = freshFolder('damage')
  folder = freshFolder('work')
  const host = await Host.start({ environment, dataFolder })
  const client = await BenchClient.connect(host.address)
  for (let each = 0; each < CONVERSATIONS; each++) {
    const id = await client.newConversation(folder)
    ids.push(id)
    for (let turn = 0; turn < 3; turn++) expect(await sent(client, id)).toBe('idle')
    const { messages } = await client.request('conversation.open', { conversationId: id })
    expect(messages).toHaveLength(6)
    whole.set(id, messages)
  }
  client.close()
  await host.stop()
  expect(readdirSync(dataFolder)).not.toContain('phoenix.db-wal')
})
afterAll(async () => {
  await model.close()
  for (const made of [dataFolder, folder]) rmSync(made, { recursive: true, force: true })
})

let copy: string
afterEach(() => rmSync(copy, { recursive: true, force: true }))

test('whichever page is damaged, the host reports it correctly and exits', async () => {
  const pages = statSync(join(dataFolder, 'phoenix.db')).size / PAGE_BYTES
  const damaged = new Set<number>()
  for (let page = 1; page < pages; page++) {
    for (const filling of page % 2 === 0 ? [0xa5, 0] : [0xa5]) {
      const said = await livesWith(page, filling)
      if (said.length > 0) damaged.add(page)
      for (const words of said)
        expect([page, filling, words]).toEqual([
          page,
          filling,
          expect.stringMatching(DAMAGE_MESSAGES),
        ])
      rmSync(copy, { recursive: true, force: true })
    }
  }
  // Most pages contain data that one of these lives reads.
  expect(damaged.size).toBeGreaterThan(pages / 2)
}, 600_000)

/** The failures in a life with this page filled with this byte. */
async function livesWith(page: number, filling: number): Promise<readonly string[]> {
  copy = freshFolder('damage')
  cpSync(dataFolder, copy, { recursive: true })
  const file = openSync(join(copy, 'phoenix.db'), 'r+')
  writeSync(file, Buffer.alloc(PAGE_BYTES, filling), 0, PAGE_BYTES, page * PAGE_BYTES)
  closeSync(file)
  const start = await Host.start({ environment, dataFolder: copy })
  const client = await BenchClient.connect(start.address)
  const said: string[] = []
  const hear = (error: Error): void => void said.push(error.message)
  await client.request('app.open', {}).catch(hear)
  for (const id of ids) {
    try {
      const { messages } = await client.request('conversation.open', { conversationId: id })
      const end = await sent(client, id)
      if (end !== 'idle') said.push(end)
      else if (!isDeepStrictEqual(messages, whole.get(id)))
        said.push(`page ${page}: it lost messages`)
    } catch (error) {
      hear(error as Error)
    }
  }
  client.close()
  await start.stop()
  return said
}

/** The state type in which the conversation comes to rest, or its error message. */
async function sent(client: BenchClient, id: ConversationId): Promise<string> {
  const rests = Promise.race(
    (['conversation.stepped', 'conversation.unsaved'] as const).map((type) =>
      client.next(type, ({ conversationId, state }) => conversationId === id && isAtRest(state)),
    ),
  )
  await client.send(id, 'Go '.repeat(200))
  const { state } = await rests
  return state.type === 'error' ? state.message : state.type
}
