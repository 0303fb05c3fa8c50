import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import { median } from '../bench/figures.ts'
import { cpuSeconds } from '../bench/process-cost.ts'
import { variedTexts } from '../bench/varied-texts.ts'
import { openForReading } from '../src/main/adapters/sqlite/open-database.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from './fake-model-server/fake-model-server.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder, Host } from './support/host.ts'
import { bytesOf, storedLog } from './support/stored-log.ts'

/** Two weeks of work, with a restart of the host each day. */
const DAYS = 14
const CONVERSATIONS = 5
const TURNS = 7
/** Rounds per turn, of one call each; every third turn has none. */
const ROUNDS = 4
/** The largest log, as a multiple of its texts. */
const MOST_LOG = 3

const { lines, prose } = variedTexts()
let model: FakeModelServer
let rounds = ROUNDS
let said = 0
let round = 0
beforeAll(async () => {
  model = await startFakeModelServer({ remember: 3 })
  model.respond(() => {
    said += 1
    if (round >= rounds) {
      round = 0
      return message([text(prose(said, 120))])
    }
    round += 1
    return message([text(prose(said, 20)), bash(`echo '${lines(said, 30)}'`)])
  })
})
afterAll(() => model.close())

interface Day {
  readonly messages: number
  readonly bytes: number
  /** Processor time until the list is available, in seconds. */
  readonly start: number
}

async function begin(
  dataFolder: string,
): Promise<{ host: Host; client: BenchClient; start: number }> {
  const environment = {
    ANTHROPIC_API_KEY: model.key,
    ANTHROPIC_BASE_URL: model.url,
    PHOENIX_SANDBOX: 'off',
  }
  const host = await Host.start({ dataFolder, environment })
  const client = await BenchClient.connect(host.address)
  await client.request('app.open', {})
  return { host, client, start: cpuSeconds(host.pid) }
}

async function turn(
  client: BenchClient,
  conversation: Awaited<ReturnType<BenchClient['newConversation']>>,
): Promise<void> {
  const idle = client.untilIdle()
  await client.send(conversation, prose(said, 25))
  await idle
}

async function dayOf(dataFolder: string, work: string): Promise<Day> {
  const { client, host, start } = await begin(dataFolder)
  for (let each = 0; each < CONVERSATIONS; each++) {
    const conversation = await client.newConversation(work)
    for (let count = 0; count < TURNS; count++) {
      rounds = count % 3 === 1 ? 0 : ROUNDS
      await turn(client, conversation)
    }
    await client.request('conversation.leave', { conversationId: conversation })
  }
  client.close()
  await host.stop()
  return { start, ...sizesIn(join(dataFolder, 'phoenix.db')) }
}

function sizesIn(file: string): Omit<Day, 'start'> {
  const opened = openForReading(file)
  if (!opened.ok) throw new Error(opened.error)
  const messages = opened.value.prepare('SELECT count(*) FROM packed_messages').pluck().get()
  opened.value.close()
  return { messages: Number(messages), bytes: statSync(file).size }
}

test('R23: in two weeks of work each message costs the file the same, the log takes less than three times what was said, and the last start is as fast as the first', async () => {
  const dataFolder = freshFolder('weeks')
  const work = freshFolder('work')
  const days: Day[] = []
  for (let day = 0; day < DAYS; day++) days.push(await dayOf(dataFolder, work))
  const between = (from: Day | undefined, to: Day | undefined): number => {
    if (from === undefined || to === undefined) throw new Error('no such day')
    return (to.bytes - from.bytes) / (to.messages - from.messages)
  }
  const [first, second] = [between(days[1], days[7]), between(days[7], days[13])]
  const starts = days.map(({ start }) => start)
  const [early, late] = [median(starts.slice(1, 5)), median(starts.slice(-4))]
  const last = days.at(-1)
  expect(last?.messages).toBeGreaterThan(3_000)
  expect(second).toBeLessThan(first * 1.15)
  const { messages, rows } = storedLog(join(dataFolder, 'phoenix.db'))
  const log = bytesOf(rows) / bytesOf(messages)
  console.info(`the log: ${log.toFixed(2)} of what was said`)
  expect(messages).toHaveLength(last?.messages ?? 0)
  expect(log).toBeLessThan(MOST_LOG)
  expect(late).toBeLessThan(early * 1.25)
  for (const made of [dataFolder, `${dataFolder}-cache`, work])
    rmSync(made, { recursive: true, force: true })
}, 1_200_000)
