import type { Database } from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageId } from '../../../../shared/ids.ts'
import { activeMessages } from '../../../../shared/messages/active-messages.ts'
import { lastSeqOf, type Message, type NewMessage } from '../../../../shared/messages/message.ts'
import { neededMessages } from '../../../core/request/needed-messages.ts'
import { agent, summary, text } from '../../../core/testing/test-messages.ts'
import {
  append,
  ID,
  input,
  user,
  withConversation,
} from '../../../runtime/fakes/contracts/store-samples.ts'
import { MessagesInMemory } from '../../../runtime/conversation/record/messages-in-memory.ts'
import type { Store } from '../../../runtime/ports/store.ts'
import { freshFile, opened } from '../temporary.fixture.ts'
import { packText } from './packed.ts'

interface Filled {
  readonly db: Database
  readonly store: Store
  readonly warned: readonly string[]
}

/** This many user messages, with seqs from 1. */
function filled(count: number): Filled {
  const warned: string[] = []
  const warn = (_what: string, { missing, seq }: Readonly<Record<string, string | number>> = {}) =>
    void warned.push(`${seq}: ${missing} missing`)
  const { db, store } = opened(freshFile(), { warn })
  withConversation(store)
  const messages = Array.from({ length: count }, (_, n) => user(`m${n + 1}`))
  append(store, { rows: [input('e1')], messages })
  return { db, store, warned }
}

function ofPhoenix(id: string, text: string): NewMessage {
  const content = { type: 'user', text, attachments: [], author: 'phoenix' } as const
  return { id: id as MessageId, at: 5, content }
}

function spoil({ db }: Pick<Filled, 'db'>, seq: number, content: string | Uint8Array): void {
  db.prepare('UPDATE packed_messages SET content = ? WHERE seq = ?').run(content, seq)
}

function shown(messages: readonly Message[]): readonly string[] {
  return messages.map(({ content, seq }) =>
    content.type === 'unreadable'
      ? `${seq}: ${content.missing} missing`
      : `${seq}: ${content.type}`,
  )
}

/** The seqs that they take up. */
function places(all: readonly Message[]): readonly number[] {
  return all.flatMap((each) =>
    Array.from({ length: lastSeqOf(each) - each.seq + 1 }, (_, n) => each.seq + n),
  )
}

const NEWER = JSON.stringify({ type: 'hologram', of: 'a cat' })

test.each([
  ['of a type that a newer Phoenix writes', NEWER],
  ['packed, of such a type', packText(NEWER.padEnd(400), 0)],
  ['that is no JSON', 'Hello'],
  ['of other fields', JSON.stringify({ type: 'user', words: 'Hello' })],
  ['packed in an unknown form', Uint8Array.of(9, 1, 2)],
  ['with damaged bytes', Uint8Array.of(1, 255, 255, 255)],
])('R29 a message %s is one place that cannot be read, and the rest is there', (_, content) => {
  const { db, store, warned } = filled(3)
  spoil({ db }, 2, content)
  const whole = ['1: user', '2: 0 missing', '3: user']
  expect(shown(store.history(ID))).toEqual(whole)
  expect(shown(store.messages(ID, { beforeSeq: null, limit: 9 }))).toEqual(whole)
  expect(shown(store.messagesOf(ID, ['user'], { afterSeq: 0 }))).toEqual(whole)
  expect(store.landmarks(ID)).toEqual([])
  expect(store.message('m2' as MessageId)?.message.content.type).toBe('unreadable')
  expect(warned).toEqual(['2: 0 missing'])
})

test('landmarks among many long messages are found in parts, each message is unpacked once, and later ones are found, too', () => {
  const { db, store } = filled(0)
  const long = 'x y z '.repeat(100)
  const add = (from: number, count: number): void => {
    const messages = Array.from({ length: count }, (_, n) => user(`l${from + n}`, long))
    append(store, { messages })
  }
  add(0, 300)
  append(store, { messages: [ofPhoenix('p1', long)] })
  add(301, 200)
  let parts = 1
  while (store.seekLandmarks(ID)) parts += 1
  expect(parts).toBe(4)
  expect(shown(store.landmarks(ID))).toEqual(['301: user'])
  append(store, { messages: [ofPhoenix('p2', long)] })
  // Those that were looked at are not read again.
  db.exec("UPDATE packed_messages SET content = x'00' WHERE seq < 300")
  expect(shown(store.landmarks(ID))).toEqual(['301: user', '502: user'])
})

test('nothing is remembered of a conversation that was deleted', () => {
  const { store } = filled(3)
  expect(store.landmarks(ID)).toEqual([])
  store.removeConversations([ID])
  while (store.clearRows().ok && store.leavingRows().length > 0);
  withConversation(store)
  append(store, { messages: [ofPhoenix('p1', 'Hi')] })
  expect(shown(store.landmarks(ID))).toEqual(['1: user'])
})

test('R29 a damaged summary or instruction is not taken for one', () => {
  const { db, store } = filled(1)
  const contents = [summary('All.'), agent(text('Done.'))]
  append(store, {
    messages: contents.map((content, n) => ({ id: `s${n}` as MessageId, at: 1, content })),
  })
  expect(shown(store.landmarks(ID))).toEqual(['2: summary'])
  spoil({ db }, 2, '{}')
  expect(store.landmarks(ID)).toEqual([])
})

test.each([
  ['in the middle', [3, 4], ['1: user', '2: user', '3: 2 missing', '5: user', '6: user']],
  [
    'at the beginning',
    [1],
    ['1: 1 missing', '2: user', '3: user', '4: user', '5: user', '6: user'],
  ],
  ['at the end', [5, 6], ['1: user', '2: user', '3: user', '4: user', '5: 2 missing']],
  ['everywhere', [1, 2, 3, 4, 5, 6], ['1: 6 missing']],
])(
  'R29 messages that are missing %s leave one entry, which the log mentions once',
  (_, expired, seen) => {
    const { db, store, warned } = filled(6)
    db.prepare('DELETE FROM packed_messages WHERE seq IN (SELECT value FROM json_each(?))').run(
      JSON.stringify(expired),
    )
    for (let n = 0; n < 3; n++) expect(shown(store.history(ID))).toEqual(seen)
    expect(warned).toEqual(seen.filter((each) => each.endsWith('missing')))
  },
)

test('R29 behind a summary, requests need the same messages where the first reply is damaged', () => {
  const { db, store } = filled(1)
  const done = agent(text('Done.'))
  const expected = ['m2', 'm3'].map((id) => user(id).content)
  const contents = [done, ...expected, done, ...expected, summary('All.'), ...expected, done]
  append(store, {
    messages: contents.map((content, n) => ({ id: `s${n}` as MessageId, at: n, content })),
  })
  for (const damaged of [null, '{}']) {
    if (damaged !== null) spoil({ db }, 2, damaged)
    const needed = neededMessages(activeMessages(store.history(ID)))
    expect(shown(new MessagesInMemory(store, ID).needed())).toEqual(shown(needed))
    expect(shown(needed)).toContain(damaged === null ? '2: agent' : '5: agent')
  }
})

test('R29 what is written after a missing end keeps its place, and the gap stays visible', () => {
  const { db, store } = filled(3)
  db.exec('DELETE FROM packed_messages WHERE seq > 1')
  append(store, { rows: [input('e2')], messages: [user('m4')] })
  expect(shown(store.history(ID))).toEqual(['1: user', '2: 2 missing', '4: user'])
})

test('R29 rows that another program added without counting them are read, and written behind', () => {
  const { db, store } = filled(2)
  db.exec(`INSERT INTO packed_messages (key, seq, id, at, type, bytes, content)
    SELECT key, 3, 'theirs', 1, 'user', 2, '{}' FROM packed_messages WHERE seq = 1;
    INSERT INTO packed_events (key, seq, id, at, kind, type, parent_id, body)
    SELECT key, 2, 'e-theirs', 1, 0, 'hologram', NULL, '{}' FROM packed_events WHERE seq = 1`)
  expect(store.conversation(ID)?.seq).toBe(2)
  expect(append(store, { rows: [input('e3')], messages: [user('m4')] })).toMatchObject({
    ok: true,
    value: { after: 2, seq: 3, messages: [{ seq: 4 }] },
  })
  expect(shown(store.history(ID))).toEqual(['1: user', '2: user', '3: 0 missing', '4: user'])
})

test('R29 whatever is missing, the pages together show each place once, as the whole history does', () => {
  const { db, store } = filled(12)
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 12 })),
      fc.integer({ min: 1, max: 5 }),
      (expired, limit) => {
        db.exec('SAVEPOINT whole')
        db.prepare('DELETE FROM packed_messages WHERE seq IN (SELECT value FROM json_each(?))').run(
          JSON.stringify(expired),
        )
        const pages: Message[] = []
        for (let beforeSeq: number | null = null; ;) {
          const page = store.messages(ID, { beforeSeq, limit })
          pages.unshift(...page)
          beforeSeq = page[0]?.seq ?? 1
          if (beforeSeq === 1) break
        }
        const whole = store.history(ID)
        db.exec('ROLLBACK TO whole')
        const all = Array.from({ length: 12 }, (_, n) => n + 1)
        expect(places(pages)).toEqual(all)
        expect(places(whole)).toEqual(all)
        const left = all.filter((seq) => !expired.includes(seq))
        for (const read of [pages, whole])
          expect(
            read.filter(({ content }) => content.type === 'user').map(({ seq }) => seq),
          ).toEqual(left)
      },
    ),
  )
})
