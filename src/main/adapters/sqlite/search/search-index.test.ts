import { expect, test } from 'vitest'
import { IDLE } from '../../../../shared/conversation/conversation-state.ts'
import { callIdOf } from '../../../../shared/messages/call-id.ts'
import type { CallId, ConversationId } from '../../../../shared/ids.ts'
import {
  child,
  append,
  commit,
  ID,
  REPLY,
  reply,
  TURN,
} from '../../../runtime/fakes/contracts/store-samples.ts'
import type { NewMessage } from '../../../../shared/messages/message.ts'
import { createSqliteStore } from '../store.ts'
import { prepareFindWithin } from './answer-within.ts'
import { opened } from '../temporary.fixture.ts'
import {
  byPerson,
  idsWith,
  markedIn,
  only,
  PATIENT,
  messageOf,
  search,
  addMessages,
} from './search.fixture.ts'

function printed(callId: CallId, text: string): NewMessage {
  return messageOf({
    type: 'tool',
    callId,
    outcome: 'ok',
    content: [{ type: 'text', text }],
    durationMs: 1,
    summary: null,
    files: [],
  })
}

const CALL = callIdOf(REPLY, 0)

test('titles, messages of people and agents, inputs and outputs are found as soon as they are stored', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [byPerson('Why does the walrus hang?')], { title: 'Marine trouble' })
  addMessages(store, 'c1', [reply(['grep -rn narwhal src'], ['I look for the manatee.'])])
  addMessages(store, 'c1', [printed(CALL, 'src/dugong.ts:3: hit')])
  for (const word of ['marine', 'walrus', 'narwhal', 'manatee', 'dugong']) {
    expect([word, idsWith(db, word)]).toEqual([word, ['c1']])
  }
  expect(idsWith(db, 'octopus')).toEqual([])
  const places = ['walrus', 'manatee', 'narwhal', 'dugong'].map(
    (word) => only(search(db, word)).hits,
  )
  expect(places).toMatchObject([
    [{ role: 'person', seq: 1, callId: null }],
    [{ role: 'agent', seq: 2, messageId: REPLY, callId: null }],
    [{ role: 'input', seq: 2, callId: CALL }],
    [{ role: 'output', seq: 3, callId: CALL }],
  ])
})

test('a new name replaces the old one', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [byPerson('x')], { title: 'First name' })
  store.rename(ID, 'Second thoughts', 'person')
  expect(idsWith(db, 'first')).toEqual([])
  const found = only(search(db, 'second'))
  expect(found.title).toBe('Second thoughts')
  expect(found.titleMarks).toEqual([[0, 6]])
  expect(found.hits).toEqual([])
})

test('a removed conversation is no longer found, at once', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [byPerson('walrus')], { title: 'Marine trouble' })
  addMessages(store, 'c2', [byPerson('walrus again')], { title: 'Marine life' })
  expect(store.removeConversations([ID]).ok).toBe(true)
  for (const word of ['walrus', 'marine']) expect(idsWith(db, word)).toEqual(['c2'])
})

test('the removal of a conversation wakes the thread that tidies the index', () => {
  const { db } = opened()
  let woken = 0
  const store = createSqliteStore(
    db,
    { warn: () => undefined },
    { onSearchable: () => (woken += 1) },
  )
  addMessages(store, 'c1', [byPerson('walrus')])
  const before = woken
  store.removeConversations([ID])
  expect(woken).toBe(before + 1)
})

test('a step that fails leaves nothing in the index', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [byPerson('kept')])
  db.exec("CREATE TRIGGER fault AFTER UPDATE ON conversations BEGIN SELECT raise(ABORT, 'x'); END")
  const step = commit({ messages: [byPerson('vanished')], title: 'Gone' })
  expect(store.commit(step).ok).toBe(false)
  expect(store.rename(ID, 'Renamed', 'person').ok).toBe(false)
  db.exec('DROP TRIGGER fault')
  for (const word of ['vanished', 'gone', 'renamed']) expect(idsWith(db, word)).toEqual([])
  expect(idsWith(db, 'kept')).toEqual(['c1'])
})

test('a message must contain all words, and a phrase in order', () => {
  const { db, store } = opened()
  addMessages(store, 'both', [byPerson('the parser drops the last frame')])
  addMessages(store, 'apart', [byPerson('the parser is fine'), byPerson('a frame')])
  expect(idsWith(db, 'frame parser')).toEqual(['both'])
  expect(idsWith(db, '"last frame"')).toEqual(['both'])
  expect(idsWith(db, '"frame last"')).toEqual([])
  expect(idsWith(db, 'pars')).toEqual(['apart', 'both'])
})

test.for([
  ['parse_frame', ['snake', 'camel']],
  ['parseFrame', ['camel']],
  ['parseframe', ['camel']],
  ['src/main/app.ts', ['path']],
  ['app.ts', ['path']],
  ['日本', ['japanese']],
  ['本語', ['japanese']],
  ['测试', ['chinese']],
  ['elan', ['french']],
  ['"quoted', ['quoted']],
  ['NEAR(near', ['near']],
  ['near AND', ['near']],
  ['quo*', ['quoted']],
  ['-quoted', ['quoted']],
  ['person:near', []],
  ['{person}', []],
  ['"', []],
] as const)('what is typed finds what it says: %s', ([typed, ids]) => {
  const { db, store } = opened()
  addMessages(store, 'snake', [byPerson('call parse_frame(x)')])
  addMessages(store, 'camel', [byPerson('call parseFrame(x)')])
  addMessages(store, 'path', [byPerson('open src/main/app.ts')])
  addMessages(store, 'japanese', [byPerson('これは日本語の文章です')])
  addMessages(store, 'chinese', [byPerson('运行测试')])
  addMessages(store, 'french', [byPerson('avec Élan')])
  addMessages(store, 'quoted', [byPerson('a quoted word')])
  addMessages(store, 'near', [byPerson('near (near) and again')])
  expect([...idsWith(db, typed)].toSorted()).toEqual([...ids].toSorted())
})

test('matches are marked within a part of the text', () => {
  const { db, store } = opened()
  const filler = 'word '.repeat(2_000)
  addMessages(store, 'c1', [byPerson(`${filler}the Needle in a parseHaystack ${filler}`)])
  const found = only(search(db, 'needle haystack'))
  expect(markedIn(found)).toEqual(['Needle', 'Haystack'])
  expect(found.hits[0]?.text.length).toBeLessThan(300)
  expect(found.hits[0]?.text).toMatch(/^….*…$/u)
})

test('for a very long output the beginning and the end are found', () => {
  const { db, store } = opened()
  const middle = 'a line of no interest\n'.repeat(10_000)
  addMessages(store, 'c1', [printed(CALL, `first\n${middle}between\n${middle}last`)])
  expect(idsWith(db, 'first')).toEqual(['c1'])
  expect(idsWith(db, 'last')).toEqual(['c1'])
  expect(idsWith(db, 'between')).toEqual([])
})

test('in one conversation also the middle of a very long text is found, after what the index found', () => {
  const { db, store } = opened()
  const filler = 'a line of no interest\n'.repeat(5_000)
  const long = `first\n${filler}walrus between\n${filler}last`
  addMessages(store, 'c1', [byPerson('A walrus'), printed(CALL, long), reply([], [long])])
  addMessages(store, 'c2', [byPerson(long)])
  const within = prepareFindWithin(db)
  const seqsOf = (typed: string, limits = PATIENT) => {
    const { hasMore, places } = within('c1' as ConversationId, typed, limits)
    return { hasMore, places: places.map(({ count, role, seq }) => [seq, role, count]) }
  }
  const inLong = [
    [2, 'output', 1],
    [3, 'agent', 1],
  ]
  expect(seqsOf('between')).toEqual({ hasMore: false, places: inLong })
  expect(seqsOf('walrus betw')).toEqual({ hasMore: false, places: inLong })
  expect(seqsOf('walrus')).toEqual({ hasMore: false, places: [[1, 'person', 1], ...inLong] })
  expect(seqsOf('last between').places.map(([seq]) => seq)).toEqual([2, 3])
  expect(seqsOf('between octopus')).toEqual({ hasMore: false, places: [] })
  expect(seqsOf('walrus', { ...PATIENT, messages: 1 })).toEqual({
    hasMore: true,
    places: [[1, 'person', 1]],
  })
  expect(seqsOf('between', { ...PATIENT, ms: -1 })).toEqual({ hasMore: true, places: [] })
  let checks = 0
  const isStopped = (): boolean => (checks += 1) > 1
  expect(seqsOf('between', { ...PATIENT, isStopped })).toEqual({ hasMore: true, places: [] })
})

test('a version made active again is not marked as rewound, and the other one is', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [
    byPerson('stays'),
    byPerson('first'),
    messageOf({ type: 'rewound', fromSeq: 2 }),
  ])
  addMessages(store, 'c1', [byPerson('second'), messageOf({ type: 'rewound', fromSeq: 3 })])
  const isTakenBack = (word: string) => only(search(db, word)).hits[0]?.isTakenBack
  expect(['stays', 'first', 'second'].map(isTakenBack)).toEqual([false, false, true])
})

test('rewound messages are found and marked as rewound', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [
    byPerson('stays'),
    byPerson('goes'),
    messageOf({ type: 'rewound', fromSeq: 2 }),
  ])
  addMessages(store, 'c1', [byPerson('follows')])
  const isTakenBack = (word: string) => only(search(db, word)).hits[0]?.isTakenBack
  expect(['stays', 'goes', 'follows'].map(isTakenBack)).toEqual([false, true, false])
})

test('text of a sub-agent is found in the conversation that started it', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [byPerson('x'), reply(['spawn'])], { title: 'Parent' })
  append(store, { children: [child('a1', CALL, 0)] })
  addMessages(store, 'a1', [byPerson('look for the axolotl')])
  const found = only(search(db, 'axolotl'))
  expect(found).toMatchObject({ id: 'c1', title: 'Parent', count: 1 })
  const place = { messageId: REPLY, seq: 2, callId: CALL, isBySubAgent: true }
  expect(found.hits).toMatchObject([place])
})

test('only what people look for is found: no thinking, nothing added by Phoenix', () => {
  const { db, store } = opened()
  const thinking = { type: 'thinking', text: 'pondering', signature: null } as const
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
  addMessages(store, 'c1', [
    messageOf({ type: 'system', text: 'systematic' }),
    messageOf({ type: 'user', text: 'continued', attachments: [], author: 'phoenix' }),
    messageOf({
      type: 'agent',
      turnId: TURN,
      endpoint: 'e',
      model: 'm',
      blocks: [thinking],
      end: 'endTurn',
      usage,
      price: null,
    }),
  ])
  for (const word of ['pondering', 'systematic', 'continued']) expect(idsWith(db, word)).toEqual([])
})

test('a fork and its beginning are found', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [byPerson('x')])
  const conversationId = 'fork' as ConversationId
  const first = commit({
    conversationId,
    messages: [byPerson('begun')],
    state: IDLE,
    title: 'Forked',
  })
  expect(store.forkConversation(ID, first).ok).toBe(true)
  expect(idsWith(db, 'begun')).toEqual(['fork'])
  expect(idsWith(db, 'forked')).toEqual(['fork'])
})
