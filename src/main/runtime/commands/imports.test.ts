import { expect, test } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import type { MessageId } from '../../../shared/ids.ts'
import { BlobHash } from '../../../shared/ids.ts'
import { failed, ok } from '../../../shared/result.ts'
import { testAttachment } from '../../core/testing/test-attachment.ts'
import { agent, call, place, result, text, user } from '../../core/testing/test-messages.ts'
import { NEW, SESSION, worldWith, importIt, differencesIn, LONG } from '../fakes/import-worlds.ts'

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

test('a lock that begins while the title is written costs the conversation no title', async () => {
  const world = worldWith(SESSION)
  const rename = world.store.rename.bind(world.store)
  world.store.rename = () => {
    world.store.rename = rename
    return failed('locked')
  }
  const asked = importIt(world)
  await world.time.advance(100)
  expect(await asked).toMatchObject({ value: { summary: { title: 'Mend the door' } } })
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

test('a partly written session that cannot be removed either is out of reach until a start removes it', async () => {
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
  expect(world.store.history(NEW).length).toBeGreaterThan(0)
  world.store.failing = null
  expect(await importIt(world)).toMatchObject({ ok: false, error: { code: 'deleted' } })
  expect(world.registry.rows.all().map(({ id }) => id)).not.toContain(NEW)
  expect(world.restart().store.conversation(NEW)).toBeNull()
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

test('while a file of the session cannot be read or stored, nothing is imported', async () => {
  const [here, there] = [testAttachment('a'), testAttachment('b')]
  const said = { ...user('See'), attachments: [here, there] }
  const images = new Map([[here.copy, Buffer.from('I am pixels').toString('base64')]])
  const world = worldWith({ ...SESSION, messages: place([said]), images })
  world.blobs.failing = 'full'
  const full = { code: 'fileRefused', message: expect.stringContaining('disk is full') as string }
  expect(await importIt(world)).toMatchObject({ ok: false, error: full })
  world.blobs.failing = null
  world.blobs.unread = 'too many files are open'
  const message = 'b cannot be read right now: too many files are open.'
  const unread = { message: expect.stringContaining(message) as string }
  expect(await importIt(world)).toMatchObject({ ok: false, error: unread })
  expect(world.store.conversation(NEW)).toBeNull()
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

test('an import that fails in the middle leaves nothing, and its conversation is in no list before it is whole', async () => {
  const world = worldWith({ ...SESSION, messages: LONG })
  const listed = (): boolean => world.registry.rows.all().some(({ id }) => id === NEW)
  const commit = world.store.commit.bind(world.store)
  let commits = 0
  world.store.commit = (step) => {
    commits++
    world.store.failing = commits === 3 ? 'full' : null
    const committed = commit(step)
    world.store.failing = null
    expect(listed()).toBe(false)
    return committed
  }
  const asked = importIt(world)
  for (let beat = 0; beat < 20; beat++) await world.time.settle()
  expect(await asked).toMatchObject({ ok: false, error: { code: 'storage' } })
  expect(world.store.conversation(NEW)).toBeNull()
})
