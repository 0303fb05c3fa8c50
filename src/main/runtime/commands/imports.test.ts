import { expect, test } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { BlobHash } from '../../../shared/ids.ts'
import type { FileId } from '../../../shared/messages/attachment.ts'
import { failed, ok } from '../../../shared/result.ts'
import { testAttachment } from '../../core/testing/test-attachment.ts'
import { agent, call, place, result, text, user } from '../../core/testing/test-messages.ts'
import { World } from '../fakes/world.ts'
import type { ReadSession } from '../ports/import-port.ts'
import { verifyHistory } from './history/verify-history.ts'

const NEW = 'imported' as ConversationId
const SESSION: ReadSession = {
  title: 'Mend the door\nplease',
  folder: '/work/door',
  messages: place([
    user('Mend the door'),
    agent(call('p')),
    result(1, 0, 'out'),
    agent(text('It hangs')),
  ]),
  images: new Map(),
  skipped: [{ what: 'notes of pi', count: 2 }],
}

function worldWith(session: ReadSession): World {
  const world = new World()
  world.imports.readFound = (id) => Promise.resolve(id === 's' ? ok(session) : failed('Not known.'))
  return world
}

function importIt(world: World, sessionId = 's') {
  return world.request('import.session', { conversationId: NEW, sessionId })
}

async function differencesIn(world: World): Promise<unknown> {
  const pacing = { clock: world.time, pause: () => Promise.resolve() }
  return (await verifyHistory(world.store.log, null, pacing)).differences
}

test('an imported session is a conversation like any other: it continues, replays and survives a restart', async () => {
  const world = worldWith(SESSION)
  expect(await importIt(world)).toMatchObject({
    ok: true,
    value: {
      summary: { id: NEW, title: 'Mend the door', folder: '/work/door', activity: 'idle' },
      skipped: SESSION.skipped,
    },
  })
  const types = world.store.history(NEW).map(({ content }) => content.type)
  expect(types).toEqual(['user', 'agent', 'tool', 'agent'])
  const messageId = 'next' as MessageId
  const said = { conversationId: NEW, messageId, text: 'And the window?', attachments: [] }
  await world.request('message.send', { ...said, mode: 'policy' })
  await world.time.settle()
  expect(JSON.stringify(world.model.last.call.request.messages)).toContain('It hangs')
  world.model.last.replyText('Closed')
  await world.time.settle()
  expect(await differencesIn(world)).toEqual([])
  const again = world.restart()
  expect(again.registry.get(NEW)?.current.type).toBe('idle')
  expect(await differencesIn(again)).toEqual([])
})

test('importing twice under one id makes one conversation', async () => {
  const world = worldWith(SESSION)
  const [first, second] = [await importIt(world), await importIt(world)]
  expect(second).toEqual(first)
  expect(world.store.history(NEW)).toHaveLength(4)
})

test('a long session is written in parts while others continue, with the same result as a short one', async () => {
  const turns = Array.from({ length: 120 }, (_, n) => [
    user(`Question ${n}`),
    agent(call(`p${n}`)),
    result(4 * n + 2, 0, `out ${n}`),
    agent(text(`Answer ${n}`)),
  ])
  // A part that ends after 100 messages would end with a result.
  const said = [user('First of all'), ...turns.flat()]
  const world = worldWith({ ...SESSION, messages: place(said) })
  const asked = importIt(world)
  const sizes: number[] = []
  for (let beat = 0; beat < 200 && sizes.at(-1) !== said.length; beat++) {
    await world.time.settle()
    sizes.push(world.store.records.get(NEW)?.messages.length ?? 0)
  }
  expect(await asked).toMatchObject({
    value: { summary: { title: 'Mend the door', activity: 'idle' } },
  })
  const commits = world.store.commits.filter(({ conversationId }) => conversationId === NEW)
  expect(Math.max(...commits.map(({ messages }) => messages.length))).toBeLessThan(110)
  expect(world.store.history(NEW).map(({ content }) => content.type)).toEqual(
    said.map(({ type }) => type),
  )
  expect(await differencesIn(world)).toEqual([])
})

test('a partly written session says so in its title', async () => {
  const said = Array.from({ length: 150 }, (_, n) => [user(`Q ${n}`), agent(text(`A ${n}`))])
  const world = worldWith({ ...SESSION, messages: place(said.flat()) })
  const commit = world.store.commit.bind(world.store)
  let commits = 0
  world.store.commit = (step) => {
    commits++
    if (commits > 2) world.store.failing = 'full'
    return commit(step)
  }
  const asked = importIt(world)
  for (let beat = 0; beat < 20; beat++) await world.time.settle()
  expect(await asked).toMatchObject({ ok: false, error: { code: 'storage' } })
  expect(world.store.conversation(NEW)?.title).toBe('Not fully imported: Mend the door')
})

test('a session that ends with a message of the person can be continued', async () => {
  const world = worldWith({ ...SESSION, messages: place([user('Mend the door')]) })
  expect(await importIt(world)).toMatchObject({ value: { summary: { activity: 'unfinished' } } })
  await world.request('turn.continue', { conversationId: NEW })
  await world.time.settle()
  expect(JSON.stringify(world.model.last.call.request.messages)).toContain('Mend the door')
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(await differencesIn(world)).toEqual([])
})

test('an image is imported with its session; a missing image or file is named in the text', async () => {
  const [here, gone] = [testAttachment('a'), testAttachment('b')]
  const file = {
    kind: 'file',
    original: BlobHash.parse('c'.repeat(64)),
    name: 'notes.md',
    bytes: 3,
    mediaType: 'text/markdown',
    isText: true,
    path: '/etc/passwd',
    head: { text: 'my notes', isWhole: true },
  } as const
  const said = { ...user('See'), attachments: [here, gone, file] }
  const images = new Map([[here.copy, Buffer.from('I am pixels').toString('base64')]])
  const world = worldWith({ ...SESSION, messages: place([said, agent(text('Seen'))]), images })
  await importIt(world)
  const [first] = world.store.history(NEW)
  if (first?.content.type !== 'user') throw new Error('nothing was said')
  const { attachments, text: words } = first.content
  expect(attachments).toHaveLength(1)
  expect(world.registry.get(NEW)).not.toBeNull()
  expect(words).toContain('[notes.md was not in the imported session.]\nmy notes')
  expect(words).toContain(`[${gone.name} was not`)
  expect(JSON.stringify(first)).not.toContain('/etc/passwd')
})

test('a missing folder stays the folder of the session; without one it is the home folder', async () => {
  const missing = failed(appError('folderMissing', 'There is no such folder.'))
  const world = worldWith(SESSION)
  world.folders.check = () => Promise.resolve(missing)
  expect(await importIt(world)).toMatchObject({ value: { summary: { folder: '/work/door' } } })
  const without = worldWith({ ...SESSION, folder: '' })
  without.folders.check = () => Promise.resolve(missing)
  expect(await importIt(without)).toMatchObject({ value: { summary: { folder: '/home/me' } } })
})

test('an unreadable or empty session and a full disk are refused with a sentence, and no row appears', async () => {
  const world = worldWith({ ...SESSION, messages: [] })
  const refused = { ok: false, error: { code: 'fileRefused' } }
  expect(await importIt(world, 'other')).toMatchObject(refused)
  expect(await importIt(world)).toMatchObject(refused)
  world.imports.readFound = () => Promise.resolve(ok(SESSION))
  world.store.failing = 'full'
  expect(await importIt(world)).toMatchObject({ ok: false, error: { code: 'storage' } })
  world.store.failing = null
  expect(world.store.conversation(NEW)).toBeNull()
  expect(await importIt(world)).toMatchObject({ ok: true })
})

/** Uploads a file and opens it to be read. */
async function openFile(world: World, id = 'f') {
  const fileId = id as FileId
  await world.request('attachment.begin', { fileId, name: 'a.json', bytes: 1 })
  await world.request('attachment.append', { fileId, data: 'YQ==' })
  return world.request('import.open', { fileId })
}

/** Opens a file with one conversation. */
async function openOne(world: World, id?: string) {
  const opened = await openFile(world, id)
  if (!opened.ok || opened.value.type !== 'conversation') throw new Error('not opened')
  return opened.value.file
}

function worldWithFile(session: ReadSession): World {
  const world = new World()
  world.imports.readFile = () => Promise.resolve(ok([session]))
  return world
}

test('a file opens read only: it is not listed and not stored until a person continues in it', async () => {
  const world = worldWithFile(SESSION)
  const opened = await openOne(world)
  expect(opened).toMatchObject({
    title: SESSION.title,
    folder: '/work/door',
    messageCount: 4,
    skipped: SESSION.skipped,
  })
  expect(opened.newest).toEqual({ messages: SESSION.messages, hasEarlier: false })
  expect(world.store.commits).toEqual([])
  expect(world.registry.get(NEW)).toBeNull()
  const continued = { conversationId: NEW, fileId: 'f' as FileId }
  expect(await world.request('import.file', continued)).toMatchObject({
    value: { summary: { id: NEW, title: 'Mend the door', activity: 'idle' } },
  })
  expect(world.store.history(NEW)).toHaveLength(4)
})

test('a long file arrives in pages, the newest first, each message once', async () => {
  const said = Array.from({ length: 250 }, (_, n) => [user(`Q ${n}`), agent(text(`A ${n}`))])
  const world = worldWithFile({ ...SESSION, messages: place(said.flat()) })
  const { fileId, newest } = await openOne(world)
  const seqs = newest.messages.map(({ seq }) => seq)
  for (let isMore = newest.hasEarlier; isMore;) {
    const wanted = { fileId, beforeSeq: seqs[0] ?? 0 }
    const page = await world.request('import.earlier', wanted)
    if (!page.ok) throw new Error('no page')
    seqs.unshift(...page.value.messages.map(({ seq }) => seq))
    isMore = page.value.hasEarlier
  }
  expect(seqs).toEqual(Array.from({ length: 500 }, (_, n) => n + 1))
})

test('a fifth file replaces the one opened first, and a file that is not open is refused with a sentence', async () => {
  const world = worldWithFile(SESSION)
  for (const id of ['a', 'b', 'c', 'd', 'e']) await openFile(world, id)
  const refused = { ok: false, error: { code: 'fileRefused' } }
  const gone = 'a' as FileId
  expect(await world.request('import.earlier', { fileId: gone, beforeSeq: 2 })).toMatchObject(
    refused,
  )
  const continued = { conversationId: NEW, fileId: gone }
  expect(await world.request('import.file', continued)).toMatchObject(refused)
  expect(world.store.conversation(NEW)).toBeNull()
  world.imports.readFile = () => Promise.resolve(failed('It is no conversation.'))
  expect(await openFile(world)).toMatchObject(refused)
})

test('a file with several conversations is listed, and each of them can be imported, once', async () => {
  const world = worldWithFile(SESSION)
  const other = { ...SESSION, title: 'Paint the door' }
  world.imports.readFile = () => Promise.resolve(ok([SESSION, other]))
  const opened = await openFile(world)
  if (!opened.ok || opened.value.type !== 'list') throw new Error('no list')
  const { sessions } = opened.value
  expect(sessions.map(({ program, title }) => [program, title])).toEqual([
    ['phoenix', SESSION.title],
    ['phoenix', 'Paint the door'],
  ])
  expect(world.store.commits).toEqual([])
  const asked = { conversationId: NEW, sessionId: sessions[1]?.id ?? '' }
  for (let time = 0; time < 2; time++)
    expect(await world.request('import.session', asked)).toMatchObject({
      value: { summary: { id: NEW, title: 'Paint the door', activity: 'idle' } },
    })
  expect(world.store.history(NEW)).toHaveLength(4)
})
