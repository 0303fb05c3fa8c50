import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import { variedTexts } from '../bench/varied-texts.ts'
import type { ConversationId } from '../src/shared/ids.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from './fake-model-server/fake-model-server.ts'
import { call, text } from './fake-model-server/parts.ts'
import { drip, message } from './fake-model-server/replies.ts'
import { freshFolder, Host } from './support/host.ts'
import { bytesOf, storedLog, type StoredLog } from './support/stored-log.ts'

const PIECES = 4_000
/** About five seconds: a log that saved the stream every second or two would save it more than once. */
const [BYTES, EVERY_MS] = [100, 1]

let model: FakeModelServer
beforeAll(async () => {
  model = await startFakeModelServer()
})
afterAll(() => model.close())

/** Runs one turn in a new conversation of a host that then ends. */
async function afterTurn(folder: string): Promise<StoredLog & { readonly dataFolder: string }> {
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const host = await Host.start({ environment })
  const client = await BenchClient.connect(host.address)
  const conversation: ConversationId = await client.newConversation(folder)
  const idle = client.untilIdle()
  await client.send(conversation, 'Go')
  await idle
  client.close()
  await host.stop()
  return { ...storedLog(join(host.dataFolder, 'phoenix.db')), dataFolder: host.dataFolder }
}

function kindsIn(log: StoredLog | undefined): readonly unknown[] | undefined {
  return log?.rows.map(({ body, kind }) => [kind, Object(Object(body).input ?? body).type])
}

test('R23: a reply in thousands of pieces leaves the same rows as one in a single piece, and its words once', async () => {
  const said = variedTexts().prose(1, PIECES)
  const logs: StoredLog[] = []
  for (const pieces of [1, PIECES]) {
    model.enqueue(drip(message([text(said, pieces)]), BYTES, EVERY_MS))
    logs.push(await afterTurn(freshFolder('work')))
  }
  const [whole, streamed] = logs
  expect(kindsIn(streamed)).toEqual(kindsIn(whole))
  expect(streamed?.messages).toHaveLength(2)
  expect(JSON.stringify(streamed?.messages).split(said)).toHaveLength(2)
  expect(JSON.stringify(streamed?.rows)).not.toContain(said.slice(0, 100))
})

test('R23: an image is a file named by its hash, and neither the log nor a message has its bytes', async () => {
  const work = freshFolder('work')
  const size = { width: 300, height: 300, channels: 3 } as const
  const noise = await sharp(randomBytes(300 * 300 * 3), { raw: size })
    .png()
    .toBuffer()
  writeFileSync(join(work, 'noise.png'), noise)
  model.enqueue(
    message([call('read_file', { path: 'noise.png' })]),
    message([text('I see noise.')]),
  )
  const { dataFolder, messages, rows } = await afterTurn(work)
  const blobs = readdirSync(join(dataFolder, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const named = blobs.filter((path) => JSON.stringify(messages).includes(basename(path)))
  expect(named.length).toBeGreaterThan(0)
  for (const path of named) {
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(basename(path))
    expect(JSON.stringify([rows, messages])).not.toContain(
      readFileSync(path).toString('base64').slice(300, 400),
    )
  }
  expect(bytesOf(messages)).toBeLessThan(noise.length / 10)
})
