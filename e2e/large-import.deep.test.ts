import { closeSync, openSync, readdirSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { jsonOf } from '../src/client/export/export-json.ts'
import type { ConversationId, MessageId } from '../src/shared/ids.ts'
import { FILE_PIECE_BYTES, type FileId } from '../src/shared/messages/attachment.ts'
import type { Message } from '../src/shared/messages/message.ts'
import { agent, text, user } from '../src/main/core/testing/test-messages.ts'
import { InProcessApp } from './inside/in-process-app.ts'
import { freshFolder } from './support/host.ts'

const MB = 1024 * 1024
const FILE = 'large' as FileId
/** Messages per conversation; each file is larger than the old limit of 50 MB. */
const MANY = Array.from({ length: 10 }, () => 400)
const ONE_LARGE = [4_000, 2]

const apps: InProcessApp[] = []
afterAll(async () => {
  for (const app of apps) await app.close()
})

/** 14 KB, with all that JSON escapes. */
const WORDS = 'A "quoted" line\n\twith é and 漢字. '.repeat(350)

function* messagesOf(n: number, count: number): Generator<Message> {
  for (let seq = 1; seq <= count; seq++) {
    const said = `${n}.${seq} ${WORDS}`
    const content = seq % 2 === 1 ? user(said) : agent(text(said))
    yield { id: `c${n}m${seq}` as MessageId, seq, at: 1_700_000_000_000 + seq, content }
  }
}

/** Writes what the recovery view exports. */
function writeExport(sizes: readonly number[]): string {
  const path = join(freshFolder('export'), 'rescued.json')
  const file = openSync(path, 'wx')
  for (const [n, count] of sizes.entries()) {
    writeSync(file, n === 0 ? '[' : ',')
    const about = { title: `Part ${n}`, folder: '/work', shells: [], images: null, exportedAt: 1 }
    for (const part of jsonOf({ ...about, messages: [...messagesOf(n, count)] }))
      writeSync(file, part)
  }
  writeSync(file, ']\n')
  closeSync(file)
  return path
}

async function send(app: InProcessApp, path: string): Promise<void> {
  await app.request('import.begin', { fileId: FILE, bytes: statSync(path).size })
  const file = openSync(path, 'r')
  const piece = Buffer.alloc(FILE_PIECE_BYTES)
  for (let read = 0; (read = readSync(file, piece)) > 0;) {
    const data = piece.subarray(0, read).toString('base64')
    await app.request('import.append', { fileId: FILE, data })
  }
  closeSync(file)
}

/** Imports all of a file twice. */
async function importTwice(sizes: readonly number[]): Promise<void> {
  const path = writeExport(sizes)
  expect(statSync(path).size).toBeGreaterThan(50 * MB)
  const app = await InProcessApp.start({})
  apps.push(app)
  const ids: ConversationId[] = []
  for (let time = 0; time < 2; time++) {
    await send(app, path)
    const opened = await app.request('import.open', { fileId: FILE })
    if (opened.type !== 'list') throw new Error('no list')
    expect(opened.sessions.map(({ title }) => title)).toEqual(sizes.map((_, n) => `Part ${n}`))
    for (const { id: sessionId } of opened.sessions) {
      const conversationId = `asked ${sessionId} ${time}` as ConversationId
      const imported = await app.request('import.session', { conversationId, sessionId })
      ids.push(imported.summary.id)
    }
    await app.request('import.close', { fileId: FILE })
  }
  expect(ids.slice(0, sizes.length)).toEqual(ids.slice(sizes.length))
  expect(new Set(ids).size).toBe(sizes.length)
  for (const [n, count] of sizes.entries()) {
    const conversationId = ids[n]
    if (conversationId === undefined) throw new Error('not imported')
    const last = await app.request('conversation.open', { conversationId })
    expect(last.messages.at(-1)).toMatchObject({
      seq: count,
      content: { blocks: [{ text: `${n}.${count} ${WORDS}` }] },
    })
  }
  await expect.poll(() => readdirSync(join(app.dataFolder, 'imports'))).toEqual([])
}

test('a recovery export larger than 50 MB is imported whole, and not twice', async () => {
  await importTwice(MANY)
}, 300_000)

test('so is one conversation that is larger than 50 MB by itself', async () => {
  await importTwice(ONE_LARGE)
}, 300_000)
