import { expect, test } from 'vitest'
import { type FileId, MAX_FILE_BYTES } from '../../shared/attachment.ts'
import type { BlobHash, ConversationId, MessageId } from '../../shared/ids.ts'
import { testAttachment } from '../core/test-attachment.ts'
import { ClientSession } from './client-session.ts'
import { World } from './fakes/world.ts'

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

test('a file goes up in pieces, and original and copy are kept when finish answers', async () => {
  const world = new World()
  expect(await send(world, 'Image')).toMatchObject({
    ok: true,
    value: { type: 'ready', attachment: { name: 'cat.png', bytes: 2 } },
  })
  const kept = [...world.blobs.kept.values()].map((bytes) => Buffer.from(bytes).toString())
  expect(kept).toEqual(['Image', 'Im'])
})

test('what is no image is refused in words, and nothing of it is kept', async () => {
  const world = new World()
  const value = { type: 'refused', reason: 'notes.png is no image.' }
  expect(await send(world, 'text', FILE, 'notes.png')).toEqual({ ok: true, value })
  expect(await send(world, '', FILE, 'empty.png')).toMatchObject({ ok: true })
  expect(world.blobs.kept.size).toBe(0)
})

test('a file that is shorter or longer than it said, or unknown, is not prepared', async () => {
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

test('a file that is too large is refused before it travels; memory is bounded over all of them', async () => {
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

test('a file belongs to its client, and goes with it', async () => {
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

test('a disk that takes nothing is told, and no attachment is given out', async () => {
  const world = new World()
  world.blobs.failing = 'full'
  expect(await send(world, 'Image')).toMatchObject({ ok: false, error: { code: 'storage' } })
})

test('a blob is read in pieces, and one that is not there is told', async () => {
  const world = new World()
  await send(world, 'Image')
  const [hash] = world.blobs.kept.keys()
  if (hash === undefined) throw new Error('nothing was kept')
  const value = { data: base64('age'), bytes: 5 }
  expect(await world.request('blob.read', { hash, offset: 2 })).toEqual({ ok: true, value })
  const none = { hash: 'f'.repeat(64) as BlobHash, offset: 0 }
  expect(await world.request('blob.read', none)).toMatchObject({ error: { code: 'notFound' } })
})

async function attached(world: World): Promise<ReturnType<typeof testAttachment>> {
  await send(world, 'Image')
  const [original, copy] = world.blobs.kept.keys()
  if (original === undefined || copy === undefined) throw new Error('nothing was kept')
  return testAttachment('cat.png', { original, copy, bytes: 2 })
}

// covers REQ-BED-013.1a REQ-BED-013.1b E-04
test('REQ-BED-013: a message may be an image alone; it is on record, names the conversation, and goes to the model', async () => {
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

test('a message that names what is not kept is refused, and nothing of it is stored', async () => {
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
