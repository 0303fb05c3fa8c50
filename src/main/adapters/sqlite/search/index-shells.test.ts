import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { ConversationId, WorkId } from '../../../../shared/ids.ts'
import type { Store } from '../../../runtime/ports/store.ts'
import { createSqliteStore } from '../store.ts'
import { opened } from '../temporary.fixture.ts'
import { prepareFindWithin } from './answer-within.ts'
import { prepareIndexJob } from './index-job.ts'
import { rebuild } from './make-index.ts'
import {
  byPerson,
  idsWith,
  only,
  PATIENT,
  messageOf,
  search,
  addMessages,
  workToTheEnd,
} from './search.fixture.ts'

const C1 = ConversationId.parse('c1')
const ended = (output: string) => ({ phase: { type: 'exited', code: 0, at: 9 }, output }) as const

function run(
  store: Store,
  id: string,
  { afterSeq = 1, since = 5, command = `make ${id}` } = {},
): void {
  const phase = { type: 'running' } as const
  const row = {
    id: WorkId.parse(id),
    command,
    afterSeq,
    since,
    isSandboxed: false,
    phase,
    output: '',
  }
  store.beginShellCommand(C1, row)
}

function begun(): ReturnType<typeof opened> {
  const { db, store } = opened()
  addMessages(store, 'c1', [byPerson('Good morning')])
  return { db, store }
}

function hitsOf(db: Database.Database, word: string) {
  return only(search(db, word)).hits
}

test('a person’s own command and its output are found once it has ended, each under its own role', () => {
  const { db, store } = begun()
  const work = prepareIndexJob(db)
  const toTheEnd = (): void => {
    while (work() === 'worked');
  }
  run(store, 'narwhal')
  toTheEnd()
  expect(idsWith(db, 'narwhal')).toEqual([])
  store.endShellCommand(WorkId.parse('narwhal'), ended('3 dugongs'))
  toTheEnd()
  const place = { messageId: 'narwhal', callId: 'narwhal', seq: 1, isTakenBack: false }
  expect(hitsOf(db, 'narwhal')).toMatchObject([{ ...place, role: 'input', at: 5 }])
  expect(hitsOf(db, 'dugongs')).toMatchObject([{ ...place, role: 'output', text: '3 dugongs' }])
  expect(idsWith(db, 'dugongs', { role: 'output' })).toEqual(['c1'])
  expect(idsWith(db, 'dugongs', { role: 'input' })).toEqual([])
})

test('a command that ends while another program holds the database is found later', () => {
  const { db, store } = begun()
  const work = prepareIndexJob(db)
  const toTheEnd = (): void => {
    while (work() === 'worked');
  }
  run(store, 'narwhal')
  toTheEnd()
  store.endShellCommand(WorkId.parse('narwhal'), ended('done'))
  const other = new Database(db.name)
  onTestFinished(() => void other.close())
  db.pragma('busy_timeout = 0')
  other.exec('BEGIN IMMEDIATE')
  // It merges, and looks for commands, in turn.
  expect(work).toThrow('locked')
  expect(work).toThrow('locked')
  other.exec('ROLLBACK')
  toTheEnd()
  expect(idsWith(db, 'narwhal')).toEqual(['c1'])
})

test('the end of a command wakes the indexing thread', () => {
  const { db } = begun()
  let woken = 0
  const store = createSqliteStore(
    db,
    { warn: () => undefined },
    { onSearchable: () => (woken += 1) },
  )
  run(store, 'walrus')
  const before = woken
  store.endShellCommand(WorkId.parse('walrus'), ended('done'))
  expect(woken).toBe(before + 1)
})

test('in the conversation it follows its message', () => {
  const { db, store } = begun()
  run(store, 'walrus', { afterSeq: 1 })
  store.endShellCommand(WorkId.parse('walrus'), ended(''))
  addMessages(store, 'c1', [byPerson('A walrus, later')])
  workToTheEnd(db)
  run(store, 'last', { afterSeq: 2, command: 'sort <in >out' })
  store.endShellCommand(WorkId.parse('last'), ended('1 > 0'))
  workToTheEnd(db)
  const placesOf = (typed: string) =>
    prepareFindWithin(db)(C1, typed, PATIENT).places.map(({ role, seq }) => [role, seq])
  expect(placesOf('walrus')).toEqual([
    ['input', 1],
    ['person', 2],
  ])
  expect(placesOf('>')).toEqual([
    ['input', 2],
    ['output', 2],
  ])
})

test('in the conversation also the middle of a very long output is found', () => {
  const { db, store } = begun()
  const filler = 'a line of no interest\n'.repeat(5_000)
  run(store, 'short', { afterSeq: 1 })
  store.endShellCommand(WorkId.parse('short'), ended('nothing'))
  run(store, 'long', { afterSeq: 1, command: 'cat log' })
  store.endShellCommand(WorkId.parse('long'), ended(`${filler}octopus\n${filler}`))
  workToTheEnd(db)
  const { hasMore, places } = prepareFindWithin(db)(C1, 'octopus', PATIENT)
  expect(hasMore).toBe(false)
  expect(places).toMatchObject([{ messageId: 'long', role: 'output', count: 1 }])
})

test('messages come before commands, and time filters apply to commands too', () => {
  const { db, store } = begun()
  for (let index = 0; index < 5; index += 1) {
    run(store, `walrus${index}`, { command: 'walrus', since: 100 * (index + 1) })
    store.endShellCommand(WorkId.parse(`walrus${index}`), ended(''))
  }
  addMessages(store, 'c1', [byPerson('walrus', 150)], { at: 600 })
  workToTheEnd(db)
  expect(hitsOf(db, 'walrus').map(({ role }) => role)).toEqual(['person', 'input', 'input'])
  expect(only(search(db, 'walrus')).count).toBe(6)
  expect(only(search(db, 'walrus', { since: 300 })).count).toBe(3)
  expect(only(search(db, 'walrus', { until: 250 })).count).toBe(3)
})

test('a rebuilt index holds each command once, and one interrupted by a kill', () => {
  const { db, store } = begun()
  run(store, 'walrus')
  store.endShellCommand(WorkId.parse('walrus'), ended('done'))
  run(store, 'manatee')
  workToTheEnd(db)
  store.interruptShellCommands()
  rebuild(db)
  workToTheEnd(db)
  workToTheEnd(db)
  const rows = db.prepare('SELECT count(*) FROM search_text_docsize').pluck()
  expect([idsWith(db, 'walrus'), idsWith(db, 'manatee')]).toEqual([['c1'], ['c1']])
  expect(rows.get()).toBe(3)
})

test('removing a conversation removes its commands from the index, and a command that reuses the row is found', () => {
  const { db, store } = begun()
  const work = prepareIndexJob(db)
  const toTheEnd = (): void => {
    while (work() === 'worked');
  }
  run(store, 'walrus')
  store.endShellCommand(WorkId.parse('walrus'), ended('done'))
  toTheEnd()
  store.removeConversations([C1])
  toTheEnd()
  expect(db.prepare('SELECT count(*) FROM search_text_docsize').pluck().get()).toBe(0)
  addMessages(store, 'c2', [byPerson('Good evening')])
  const row = { id: WorkId.parse('manatee'), command: 'manatee', afterSeq: 1, since: 9 }
  const phase = { type: 'exited', code: 0, at: 9 } as const
  store.beginShellCommand(ConversationId.parse('c2'), {
    ...row,
    phase,
    isSandboxed: false,
    output: '',
  })
  toTheEnd()
  expect(idsWith(db, 'manatee')).toEqual(['c2'])
})

test('a command in a rewound message says so', () => {
  const { db, store } = begun()
  addMessages(store, 'c1', [byPerson('goes')])
  run(store, 'walrus', { afterSeq: 2 })
  store.endShellCommand(WorkId.parse('walrus'), ended(''))
  addMessages(store, 'c1', [messageOf({ type: 'rewound', fromSeq: 2 })])
  workToTheEnd(db)
  expect(hitsOf(db, 'walrus')).toMatchObject([{ seq: 2, isTakenBack: true }])
})
