import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import { endOf, idOf, titleOf } from '../bench/stored-history.ts'
import { openDatabase } from '../src/main/adapters/sqlite/open-database.ts'
import { prepareIndexJob } from '../src/main/adapters/sqlite/search/index-job.ts'
import { createSqliteStore } from '../src/main/adapters/sqlite/store.ts'
import { agent, text, user } from '../src/main/core/testing/test-messages.ts'
import { append, input } from '../src/main/runtime/fakes/contracts/store-samples.ts'
import type { MessageId } from '../src/shared/ids.ts'
import { freshFolder, Host } from './support/host.ts'

const CONVERSATIONS = 10_000
/** Per conversation. */
const EVENTS = 100
const FIRST_DAY = Date.UTC(2026, 0, 1)
const STARTS = 5
const START_MS = 2_000
/** Conversations per transaction. */
const TOGETHER = 100

const dataFolder = freshFolder('years')
afterAll(() => {
  for (const made of [dataFolder, `${dataFolder}-cache`])
    rmSync(made, { recursive: true, force: true })
})

const numbers = Array.from({ length: CONVERSATIONS }, (_, index) => index + 1)

/** Writes through the store, like steps do. */
function write(): void {
  const opened = openDatabase(join(dataFolder, 'phoenix.db'))
  if (!opened.ok) throw new Error(opened.error)
  const db = opened.value
  // This file need not survive a power cut.
  db.pragma('synchronous = OFF')
  const store = createSqliteStore(db, { warn: (what, { error }) => fail(`${what}: ${error}`) })
  for (let from = 0; from < CONVERSATIONS; from += TOGETHER) {
    db.transaction(() => {
      for (const number of numbers.slice(from, from + TOGETHER)) {
        const [id, at] = [idOf(number), FIRST_DAY + number]
        store.createConversation({ id, folder: '/work', permissionMode: 'ask', at })
        const messages = [user(`Say the end of ${number}`), agent(text(endOf(number)))].map(
          (content, index) => ({ id: `m${number}-${index}` as MessageId, at, content }),
        )
        const rows = Array.from({ length: EVENTS }, (_, index) => input(`e${number}-${index}`))
        append(store, { conversationId: id, rows, messages, at, title: titleOf(number) })
      }
    })()
  }
  const work = prepareIndexJob(db)
  while (work() === 'worked');
  db.close()
}

function fail(reason: string): never {
  throw new Error(reason)
}

interface Started {
  readonly host: Host
  readonly client: BenchClient
  readonly listed: readonly { readonly id: string; readonly title: string }[]
  /** From the start of the process to the list (ms). */
  readonly took: number
}

async function start(): Promise<Started> {
  const from = performance.now()
  const host = await Host.start({ dataFolder })
  const client = await BenchClient.connect(host.address)
  const { conversations } = await client.request('app.open', {})
  return { host, client, listed: conversations, took: performance.now() - from }
}

describe('10,000 conversations with a million events', () => {
  beforeAll(write, 1_200_000)

  test('R11 every conversation is in the list, whatever its age, and found by its title and by what was said', async () => {
    const { client, host, listed } = await start()
    const newestFirst = numbers.toReversed().map((number) => [idOf(number), titleOf(number)])
    expect(listed.map(({ id, title }) => [id, title])).toEqual(newestFirst)
    for (const number of [1, 2, 4_999, 9_999, CONVERSATIONS]) {
      const found = await client.request('search.find', {
        text: `"${endOf(number)}"`,
        order: 'newest',
        role: 'agent',
        folder: null,
        state: null,
        since: null,
        until: null,
        from: { skip: 0, belowKey: null },
      })
      expect([number, JSON.stringify(found).includes(idOf(number))]).toEqual([number, true])
      const opened = await client.request('conversation.open', { conversationId: idOf(number) })
      expect([number, JSON.stringify(opened).includes(endOf(number))]).toEqual([number, true])
    }
    client.close()
    await host.stop()
  })

  test('R23: a start shows the list within 2 s', async () => {
    const times: number[] = []
    for (let count = 0; count < STARTS; count++) {
      const { client, host, took } = await start()
      times.push(Math.round(took))
      client.close()
      await host.stop()
    }
    console.info(`starts on ${CONVERSATIONS * EVENTS} events: ${times.join(', ')} ms`)
    // The fastest start: the others wait for other work on the machine.
    expect(Math.min(...times)).toBeLessThan(START_MS)
  })
})
