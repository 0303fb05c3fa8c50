import { expect, test, vi } from 'vitest'
import { failed, ok } from '../../../../shared/result.ts'
import {
  type AttachedFile,
  type FileId,
  MAX_FILE_BYTES,
  MAX_HEAD_BYTES,
} from '../../../../shared/messages/attachment.ts'
import type { BlobHash, ConversationId, MessageId } from '../../../../shared/ids.ts'
import { testAttachment, testFile } from '../../../core/testing/test-attachment.ts'
import { testContext } from '../../../core/testing/test-context.ts'
import { ClientSession } from './client-session.ts'
import { World } from '../../fakes/world.ts'

const ID = 'c1' as ConversationId
const FILE = 'f1' as FileId
const base64 = (text: string): string => Buffer.from(text).toString('base64')

async function send(world: World, text: string, fileId = FILE, name = 'cat.png'): Promise<unknown> {
  await world.request('attachment.begin', { fileId, name, bytes: text.length })
  for (const piece of text.match(/..?/g) ?? []) {
    await world.request('attachment.append', { fileId, data: base64(piece) })
  }
  return world.request('attachment.finish', { fileId })
}

test('a file is uploaded in pieces; when finish answers, the original and its copy are stored', async () => {
  const world = new World()
  expect(await send(world, 'Image')).toMatchObject({
    ok: true,
    value: { type: 'ready', attachment: { name: 'cat.png', bytes: 2 } },
  })
  const kept = [...world.blobs.blobs.values()].map((bytes) => Buffer.from(bytes).toString())
  expect(kept).toEqual(['Image', 'Im'])
})

test('a file that claims to be an image and is not is refused with a sentence, and nothing of it is stored', async () => {
  const world = new World()
  const value = { type: 'refused', reason: 'notes.png is no image.' }
  expect(await send(world, 'text', FILE, 'notes.png')).toEqual({ ok: true, value })
  expect(await send(world, '', FILE, 'empty.png')).toMatchObject({ ok: true })
  expect(world.blobs.blobs.size).toBe(0)
})

interface Taken {
  readonly value: { readonly attachment: AttachedFile; readonly notice: string | null }
}

async function attachFile(world: World, text: string, name: string): Promise<Taken['value']> {
  const fileId = name as FileId
  await world.request('attachment.begin', { fileId, name, bytes: text.length })
  for (let at = 0; at < text.length; at += 500_000) {
    const data = base64(text.slice(at, at + 500_000))
    await world.request('attachment.append', { fileId, data })
  }
  return ((await world.request('attachment.finish', { fileId })) as Taken).value
}

async function sendFiles(world: World, ...attachments: readonly AttachedFile[]): Promise<void> {
  const message = { conversationId: ID, messageId: 'm-1' as MessageId, text: 'Look' }
  const sent = { ...message, attachments, mode: 'policy' } as const
  expect(await world.request('message.send', sent)).toEqual({ ok: true, value: {} })
  await world.time.settle()
}

/** The first request's words. */
function asked(world: World): readonly string[] {
  const [first] = world.model.last.call.request.messages
  return first?.blocks.map((block) => (block.type === 'text' ? block.text : block.type)) ?? []
}

// covers E-04 D-14
test('a text file goes into the message, any other file by its name, type, size and path; both are stored twice and recorded', async () => {
  const world = new World()
  const { attachment: text } = await attachFile(world, 'To do:\n- eat', 'notes.txt')
  const { attachment: other } = await attachFile(world, 'F\0\0\0', 'a.zip')
  expect([...world.attached.files.keys()]).toEqual([text.path, other.path])
  expect([text, other].map(({ original }) => world.blobs.sizeOf(original))).toEqual([ok(12), ok(4)])
  await sendFiles(world, text, other)
  expect(asked(world)).toEqual([
    `[file notes.txt: text/plain, 12 bytes, kept at ${text.path}. Its text:]\nTo do:\n- eat`,
    `[file a.zip: application/zip, 4 bytes, kept at ${other.path}. Look at it with your tools.]`,
    'Look',
  ])
  const head = { text: 'To do:\n- eat', isWhole: true }
  expect(world.contents).toMatchObject([{ attachments: [{ ...text, head }, other] }])
  const rows = world.store.records.get(ID)?.rows ?? []
  const entries = rows.flatMap((row) => (row.kind === 'lifecycle' ? [row.entry] : []))
  expect(entries.filter(({ type }) => type === 'fileAttached')).toMatchObject([
    { original: text.original, copy: null, mediaType: 'text/plain' },
    { original: other.original, copy: null, mediaType: 'application/zip' },
  ])
})

test('a message holds the beginning of long texts, 256 KB in all and never half a character, and says where they continue', async () => {
  const world = new World()
  const { attachment: long, notice } = await attachFile(
    world,
    `T${'x'.repeat(299_999)}`,
    'long.txt',
  )
  expect(notice).toBe('The agent gets its first 256 KB; it can read the rest with its tools.')
  const { attachment: short } = await attachFile(world, 'T2', 'short.txt')
  const readWhole = vi.spyOn(world.blobs, 'read')
  await sendFiles(world, short, long)
  expect(readWhole.mock.calls).toEqual([[short.original]])
  const [first, second] = asked(world)
  expect(first).toContain('Its text:]\nT2')
  expect(second).toContain(
    `kept at ${long.path}. The beginning of its text, which continues there:]\nTx`,
  )
  expect(second?.split('\n')[1]).toHaveLength(MAX_HEAD_BYTES - 2)

  const full = new World()
  const { attachment: whole } = await attachFile(full, `T${'x'.repeat(299_999)}`, 'long.txt')
  const { attachment: left } = await attachFile(full, 'T2', 'short.txt')
  await sendFiles(full, whole, left)
  expect(asked(full)[1]).toBe(
    `[file short.txt: text/plain, 2 bytes, kept at ${left.path}. It is not in this message: read it there.]`,
  )
})

test('the text of a PDF is stored next to it, and follows all texts in the message if the model accepts no PDF', async () => {
  const world = new World()
  const { attachment: pdf, notice } = await attachFile(world, 'PWhales', 'a.pdf')
  expect(notice).toBeNull()
  expect(pdf.text).toMatchObject({ bytes: 6, path: `${pdf.path}.txt` })
  expect(Buffer.from(world.attached.files.get(`${pdf.path}.txt`) ?? []).toString()).toBe('Whales')
  const { attachment: scan } = await attachFile(world, 'P', 'scan.pdf')
  expect(scan.text).toBeUndefined()
  const { attachment: text } = await attachFile(world, `T${'x'.repeat(299_999)}`, 'long.txt')
  await sendFiles(world, pdf, scan, text)
  expect(asked(world).map((each) => each.split('\n')[0])).toEqual([
    `[file a.pdf: application/pdf, 7 bytes, kept at ${pdf.path}, its text at ${pdf.path}.txt. It is not in this message: read it there.]`,
    `[file scan.pdf: application/pdf, 1 byte, kept at ${scan.path}. Look at it with your tools.]`,
    `[file long.txt: text/plain, 293 KB, kept at ${text.path}. The beginning of its text, which continues there:]`,
    'Look',
  ])

  const roomy = new World()
  const { attachment: alone } = await attachFile(roomy, 'PWhales', 'a.pdf')
  await sendFiles(roomy, alone)
  expect(asked(roomy)[0]).toContain(`its text at ${alone.path}.txt. Its text:]\nWhales`)
})

test("a message holds no more text of PDFs than a share of the model's limit", async () => {
  const { primary, ...context } = testContext()
  const limits = { ...primary.limits, contextTokens: 30_000 }
  const world = new World(undefined, undefined, {
    context: { ...context, primary: { ...primary, limits } },
  })
  const { attachment: pdf } = await attachFile(world, `P${'x'.repeat(40_000)}`, 'a.pdf')
  await sendFiles(world, pdf)
  const [head, words] = asked(world)[0]?.split('\n') ?? []
  expect(head).toContain('The beginning of its text, which continues there:')
  expect(words).toHaveLength(30_000)
})

test('a message does not mention PDF text that is not stored', async () => {
  const world = new World()
  const { attachment: pdf } = await attachFile(world, 'PWhales', 'a.pdf')
  if (pdf.text === undefined) throw new Error('no text')
  world.blobs.blobs.delete(pdf.text.blob)
  const message = { conversationId: ID, messageId: 'm-1' as MessageId, text: 'Look' }
  const sent = { ...message, attachments: [pdf], mode: 'policy' } as const
  expect(await world.request('message.send', sent)).toMatchObject({ ok: false })
})

test('a file stays with its message after a restart, and returns without its text if the message is rewound', async () => {
  const world = new World()
  const { attachment } = await attachFile(world, 'Text', 'a.txt')
  await sendFiles(world, attachment)
  world.model.last.replyText('Seen')
  await world.time.settle()
  const again = world.restart()
  await again.send('And now?')
  expect(asked(again)[0]).toContain('Its text:]\nText')
  again.model.last.replyText('Yes')
  await again.time.settle()
  const messageId = 'm-1' as MessageId
  const words = await again.request('conversation.rewind', { conversationId: ID, messageId })
  expect(words).toEqual({ ok: true, value: { text: 'Look', attachments: [attachment] } })
})

function refused(why: string): object {
  return { error: { code: 'fileRefused', message: expect.stringContaining(why) as string } }
}

test('a full disk refuses a file, and a message cannot name one that is missing or cannot be read', async () => {
  const world = new World()
  world.attached.failing = 'full'
  expect(await send(world, 'Text', FILE, 'a.txt')).toMatchObject({ error: { code: 'storage' } })
  const message = { conversationId: ID, messageId: 'm-1' as MessageId, text: 'Look' }
  const sent = { ...message, attachments: [testFile('gone.txt')], mode: 'policy' } as const
  expect(await world.request('message.send', sent)).toMatchObject(refused('no longer in'))
  vi.spyOn(world.blobs, 'sizeOf').mockReturnValue(failed('the disk reports an error'))
  const why = 'cannot be read now: the disk reports an error'
  expect(await world.request('message.send', sent)).toMatchObject(refused(why))
})

test('an unknown file, or one shorter or longer than announced, is refused', async () => {
  const world = new World()
  await world.request('attachment.begin', { fileId: FILE, name: 'a', bytes: 3 })
  await world.request('attachment.append', { fileId: FILE, data: base64('Im') })
  const short = await world.request('attachment.finish', { fileId: FILE })
  expect(short).toMatchObject({ ok: false, error: { code: 'fileRefused' } })
  await world.request('attachment.begin', { fileId: FILE, name: 'a', bytes: 1 })
  const long = await world.request('attachment.append', { fileId: FILE, data: base64('Im') })
  expect(long).toMatchObject({ ok: false, error: { code: 'fileRefused' } })
  const gone = await world.request('attachment.finish', { fileId: FILE })
  expect(gone).toMatchObject({ ok: false, error: { code: 'notFound' } })
  expect(world.images.seen).toEqual([])
})

test('a file that is too large is refused before it is sent; memory is limited across all files', async () => {
  const world = new World()
  const begin = (fileId: string, bytes: number): Promise<unknown> =>
    world.request('attachment.begin', { fileId: fileId as FileId, name: 'a', bytes })
  expect(await begin('big', MAX_FILE_BYTES + 1)).toMatchObject({
    ok: false,
    error: { code: 'fileRefused' },
  })
  for (let n = 0; n < 4; n++)
    expect(await begin(`f${n}`, MAX_FILE_BYTES)).toMatchObject({ ok: true })
  expect(await begin('one more', 1)).toMatchObject({ ok: false, error: { code: 'busy' } })
  await world.time.advance(10 * 60_000)
  expect(await begin('one more', 1)).toMatchObject({ ok: true })
})

test('a file belongs to its client, and disappears with it', async () => {
  const world = new World()
  await world.request('attachment.begin', { fileId: FILE, name: 'a', bytes: 2 })
  const timers = world.time.timers
  const stranger = new ClientSession(world.registry, () => {})
  const theirs = await world.handlers['attachment.finish']({ fileId: FILE }, stranger)
  expect(theirs).toMatchObject({ ok: false, error: { code: 'notFound' } })
  world.client.close()
  expect(world.time.timers).toBeLessThan(timers)
  const late = await world.request('attachment.append', { fileId: FILE, data: base64('Im') })
  expect(late).toMatchObject({ ok: false, error: { code: 'notFound' } })
})

test('a full disk is reported, and no attachment is created', async () => {
  const world = new World()
  world.blobs.failing = 'full'
  expect(await send(world, 'Image')).toMatchObject({ ok: false, error: { code: 'storage' } })
})

test('a blob is read in pieces, and a missing one is reported', async () => {
  const world = new World()
  await send(world, 'Image')
  const [hash] = world.blobs.blobs.keys()
  if (hash === undefined) throw new Error('nothing was kept')
  const value = { data: base64('age'), bytes: 5 }
  expect(await world.request('blob.read', { hash, offset: 2 })).toEqual({ ok: true, value })
  const none = { hash: 'f'.repeat(64) as BlobHash, offset: 0 }
  expect(await world.request('blob.read', none)).toMatchObject({ error: { code: 'notFound' } })
  world.blobs.unread = 'too many files are open'
  const unread = await world.request('blob.read', { hash, offset: 0 })
  expect(unread).toMatchObject({ error: { code: 'storage' } })
})

async function attached(world: World): Promise<ReturnType<typeof testAttachment>> {
  await send(world, 'Image')
  const [original, copy] = world.blobs.blobs.keys()
  if (original === undefined || copy === undefined) throw new Error('nothing was kept')
  return testAttachment('cat.png', { original, copy, bytes: 2 })
}

// covers REQ-BED-013.1a REQ-BED-013.1b E-04
test('REQ-BED-013: a message may be only an image; it is recorded, titles the conversation, and goes to the model', async () => {
  const world = new World()
  const attachment = await attached(world)
  const message = { conversationId: ID, messageId: 'm-1' as MessageId, text: '' }
  const sent = { ...message, attachments: [attachment], mode: 'policy' } as const
  expect(await world.request('message.send', sent)).toEqual({ ok: true, value: {} })
  expect(await world.request('message.send', sent)).toEqual({ ok: true, value: {} })
  await world.time.settle()
  expect(world.lifecycle.filter((entry) => entry === 'fileAttached')).toHaveLength(1)
  expect(world.contents).toMatchObject([{ type: 'user', attachments: [attachment] }])
  expect(world.registry.rows.all()).toMatchObject([{ title: 'cat.png' }])
  const { bytes, copy: blob, mediaType, name } = attachment
  expect(world.model.last.call.request.messages).toEqual([
    { role: 'user', blocks: [{ type: 'image', blob, bytes, mediaType, name }] },
  ])
})

test('a message that names a missing attachment is refused and not stored', async () => {
  const world = new World()
  const attachments = [testAttachment('gone.png')]
  const message = { conversationId: ID, messageId: 'm-1' as MessageId, text: 'Look' }
  expect(
    await world.request('message.send', { ...message, attachments, mode: 'policy' }),
  ).toMatchObject({
    ok: false,
    error: { code: 'fileRefused' },
  })
  expect(world.contents).toEqual([])
})
