import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { FileId } from '../../../shared/messages/attachment.ts'
import { failed, ok } from '../../../shared/result.ts'
import { agent, place, text, user } from '../../core/testing/test-messages.ts'
import { World } from '../fakes/world.ts'
import type { ReadSession } from '../ports/import-port.ts'
import {
  NEW,
  SESSION,
  differencesIn,
  openFile,
  holding,
  holdingAll,
  LONG,
} from '../fakes/import-worlds.ts'

/** Opens a file with one conversation. */
async function openOne(world: World, id?: string) {
  const opened = await openFile(world, id)
  if (!opened.ok || opened.value.type !== 'conversation') throw new Error('not opened')
  return opened.value.file
}

function worldWithFile(session: ReadSession): World {
  return holding(new World(), { type: 'session', session })
}

test('a file opens read only: it is not listed and not stored until a person continues in it', async () => {
  const world = worldWithFile(SESSION)
  const opened = await openOne(world)
  expect(opened).toMatchObject({
    title: SESSION.title,
    folder: '/work/door',
    messageCount: 4,
    uncopied: 0,
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
  world.imports.look = () => Promise.resolve(failed('It is no conversation.'))
  expect(await openFile(world)).toMatchObject(refused)
})

test('a file with several conversations is listed, and each of them can be imported, once', async () => {
  const other = { ...SESSION, title: 'Paint the door' }
  const world = holdingAll(new World(), SESSION, other)
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
      value: { summary: { id: PAINTED, title: 'Paint the door', activity: 'idle' } },
    })
  expect(world.store.history(PAINTED)).toHaveLength(4)
  expect(world.store.list().map(({ title }) => title)).toContain('Paint the door')
  expect(world.store.list()).toHaveLength(2)
})

const PAINTED = `${'1'.repeat(32)}-0` as ConversationId

/** Opens the file of `holdingAll` and imports one of its conversations. */
async function importListed(world: World, index: number) {
  const opened = await openFile(world)
  if (!opened.ok || opened.value.type !== 'list') throw new Error('no list')
  const sessionId = opened.value.sessions[index]?.id ?? ''
  const asked = world.request('import.session', { conversationId: NEW, sessionId })
  for (let beat = 0; beat < 50; beat++) await world.time.settle()
  return asked
}

test('a file that is opened again after a restart imports nothing twice, except what was deleted', async () => {
  const world = holdingAll(new World(), SESSION, { ...SESSION, title: 'Paint the door' })
  await importListed(world, 1)
  const again = holdingAll(world.restart(), SESSION, { ...SESSION, title: 'Paint the door' })
  await importListed(again, 1)
  await importListed(again, 0)
  expect(again.store.list()).toHaveLength(3)
  await again.request('conversation.delete', { conversationId: PAINTED })
  const reimported = await importListed(again, 1)
  expect(reimported).toMatchObject({ value: { summary: { title: 'Paint the door' } } })
  expect(reimported.ok && reimported.value.summary.id).not.toBe(PAINTED)
})

/** Writes nothing more after this many commits, as if the program had been killed. */
function dieAfter({ store }: World, count: number): void {
  const commit = store.commit.bind(store)
  let commits = 0
  store.commit = (step) => {
    if (commits++ === count) store.failing = 'io'
    return commit(step)
  }
}

test('a kill in the middle of an import leaves nothing of it, and importing again makes it whole', async () => {
  const [long, short] = [{ ...SESSION, messages: LONG }, SESSION]
  const world = holdingAll(new World(), short, long)
  await importListed(world, 0)
  dieAfter(world, 2)
  await importListed(world, 1)
  const written = world.store.records.get(PAINTED)?.messages.length ?? 0
  expect([written > 0, written < LONG.length]).toEqual([true, true])

  world.store.failing = null
  const again = holdingAll(world.restart(), short, long)
  expect(again.registry.rows.all()).toHaveLength(2)
  expect(again.store.conversation(PAINTED)).toBeNull()
  const whole = await importListed(again, 1)
  if (!whole.ok) throw new Error(whole.error.message)
  expect(again.store.history(whole.value.summary.id)).toHaveLength(LONG.length)
  expect(again.registry.rows.all()).toHaveLength(3)
  expect(await differencesIn(again)).toEqual([])
})

const KEPT = () => Promise.resolve(ok(null))

/** Numbers the files on the disk; returns those that were removed. */
function holdingFiles(world: World): readonly string[] {
  const removed: string[] = []
  let files = 0
  world.imports.hold = () => {
    const path = `${files++}`
    return Promise.resolve(ok({ path, append: KEPT, remove: () => void removed.push(path) }))
  }
  return removed
}

test('a file whose client leaves is deleted, also if it leaves before the file is there', async () => {
  const world = new World()
  const removed = holdingFiles(world)
  await world.request('import.begin', { fileId: 'half' as FileId, bytes: 2 })
  const beginning = world.request('import.begin', { fileId: 'none' as FileId, bytes: 2 })
  world.client.close()
  expect(removed).toEqual(['0'])
  await beginning
  expect(removed).toEqual(['0', '1'])
})

test('a file that is closed is deleted, and so is one that is not sent in time', async () => {
  const world = holdingAll(new World(), SESSION, SESSION)
  const removed = holdingFiles(world)
  await openFile(world)
  await world.request('import.close', { fileId: 'f' as FileId })
  expect(removed).toEqual(['0'])
  await world.request('import.begin', { fileId: 'half' as FileId, bytes: 2 })
  await world.request('import.append', { fileId: 'half' as FileId, data: 'YQ==' })
  expect(await world.request('import.open', { fileId: 'half' as FileId })).toMatchObject({
    error: { message: expect.stringContaining('changed') },
  })
  await world.request('import.begin', { fileId: 'late' as FileId, bytes: 2 })
  await world.time.advance(11 * 60_000)
  expect(removed).toEqual(['0', '1', '2'])
  const huge = { fileId: 'huge' as FileId, bytes: 5 * 1024 ** 3 }
  expect(await world.request('import.begin', huge)).toMatchObject({
    error: { code: 'fileRefused' },
  })
})
