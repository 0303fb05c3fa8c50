import fc from 'fast-check'
import { type Activity, activityOf } from '../../../../shared/conversation/conversation.ts'
import type { SearchedState } from '../../../../shared/search/search.ts'
import { storeState } from '../../../core/log/stored-state.ts'
import { anyState } from '../../../core/testing/arbitraries.ts'
import { viewOf } from '../../../core/view/view-of.ts'
import { prepareStateFilter } from './state-filter.ts'
import { expect, test } from 'vitest'
import { append, TURN } from '../../../runtime/fakes/contracts/store-samples.ts'
import { opened } from '../temporary.fixture.ts'
import { prepareFindWithin } from './answer-within.ts'
import {
  byPerson,
  EVERYTHING,
  idsWith,
  only,
  PATIENT,
  search,
  addMessages,
  messageOf,
} from './search.fixture.ts'
import type { AgentId, CallId, ConversationId } from '../../../../shared/ids.ts'

test('filters by folder, role, state and time keep what matches', () => {
  const { db, store } = opened()
  addMessages(store, 'old', [byPerson('whale', 100)], { folder: '/sea', at: 100, title: 'Old' })
  addMessages(store, 'new', [byPerson('whale', 500)], {
    folder: '/land',
    at: 500,
    title: 'A whale',
  })
  expect(idsWith(db, 'whale')).toEqual(['new', 'old'])
  expect(idsWith(db, 'whale', { folder: '/sea' })).toEqual(['old'])
  expect(idsWith(db, 'whale', { role: 'title' })).toEqual(['new'])
  expect(idsWith(db, 'whale', { role: 'output' })).toEqual([])
  expect(idsWith(db, 'whale', { since: 200 })).toEqual(['new'])
  expect(idsWith(db, 'whale', { until: 200 })).toEqual(['old'])
  const state = { type: 'contextExhausted', turnId: TURN, choices: [] } as const
  append(store, { conversationId: 'old' as ConversationId, state, at: 100 })
  expect(idsWith(db, 'whale', { state: 'needsYou' })).toEqual(['old'])
  expect(idsWith(db, 'whale', { state: 'resting' })).toEqual(['new'])
  expect(idsWith(db, 'whale', { state: 'running' })).toEqual([])
  expect(idsWith(db, 'whale', { state: 'archived' })).toEqual([])
  store.place('old' as ConversationId, { isArchived: true, pinnedAt: null, rank: null })
  expect(idsWith(db, 'whale', { state: 'archived' })).toEqual(['old'])
  expect(idsWith(db, 'whale', { state: 'needsYou' })).toEqual(['old'])
  expect(idsWith(db, 'whale')).toEqual(['new', 'old'])
})

test('in a conversation that spans the given time only messages of that time are found', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [byPerson('one whale', 100)], { at: 100 })
  addMessages(store, 'c1', [byPerson('two whales', 300)], { at: 300 })
  addMessages(store, 'c1', [byPerson('three whales', 500)], { at: 500 })
  const seqs = only(search(db, 'whale', { since: 200, until: 400 })).hits.map(({ seq }) => seq)
  expect(seqs).toEqual([2])
  expect(search(db, 'whale', { since: 350, until: 400 }).conversations).toEqual([])
})

test('the newest come first, or those with the words in the title and then the most matches', () => {
  const { db, store } = opened()
  addMessages(store, 'often', [byPerson('whale'), byPerson('whale'), byPerson('whale')], { at: 1 })
  addMessages(store, 'titled', [byPerson('x')], { title: 'The whale', at: 2 })
  addMessages(store, 'newest', [byPerson('whale')], { at: 3 })
  expect(idsWith(db, 'whale')).toEqual(['newest', 'titled', 'often'])
  expect(idsWith(db, 'whale', { order: 'best' })).toEqual(['titled', 'often', 'newest'])
})

test('pages follow each other without a gap, even if a search stops at its limits', () => {
  const { db, store } = opened()
  const ids = Array.from({ length: 50 }, (_, index) => `c${index}`)
  for (const [at, id] of ids.entries())
    addMessages(store, id, [byPerson('whale'), byPerson('whale')], { at })
  for (const messages of [20_000, 30, 1]) {
    const found: string[] = []
    let from: (typeof EVERYTHING)['from'] | null = EVERYTHING.from
    while (from !== null) {
      const page = search(db, 'whale', { from }, { ...PATIENT, messages })
      found.push(...page.conversations.map(({ id }) => id))
      from = page.next
    }
    expect(found).toEqual(ids.toReversed())
  }
})

test('a search that nobody waits for stops', () => {
  const { db, store } = opened()
  for (const id of ['c1', 'c2']) {
    addMessages(
      store,
      id,
      Array.from({ length: 1_200 }, () => byPerson('whale')),
    )
  }
  const stopped = search(db, 'whale', {}, { ...PATIENT, isStopped: () => true })
  expect(only(stopped)).toMatchObject({ id: 'c2', count: 499, hasMore: true })
  expect(stopped.next).not.toBeNull()
})

test('in a conversation each place has its number of matches, in page order', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [byPerson('a whale'), byPerson('nothing'), byPerson('whale, whale')])
  addMessages(store, 'c2', [byPerson('another whale')])
  const within = prepareFindWithin(db)
  const found = within('c1' as ConversationId, 'whale', PATIENT)
  expect(found.places.map(({ count, seq }) => [seq, count])).toEqual([
    [1, 1],
    [3, 2],
  ])
  expect(found.hasMore).toBe(false)
  const few = within('c1' as ConversationId, 'whale', { ...PATIENT, messages: 1 })
  expect(few.places.map(({ seq }) => seq)).toEqual([3])
  expect(few.hasMore).toBe(true)
})

test('in a conversation several words mean the phrase, and each of them only where it never occurs', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [
    byPerson('a free port'),
    byPerson('The port is free: free, port-like ports'),
    byPerson('a safe harbour, free'),
  ])
  const within = prepareFindWithin(db)
  const placesOf = (typed: string) => {
    const { isPhrase, places } = within('c1' as ConversationId, typed, PATIENT)
    return { isPhrase, places: places.map(({ count, seq }) => [seq, count]) }
  }
  const phrase = {
    isPhrase: true,
    places: [
      [1, 1],
      [2, 1],
    ],
  }
  expect(placesOf('free port')).toEqual(phrase)
  expect(placesOf('harbour free')).toEqual({ isPhrase: true, places: [[3, 1]] })
  expect(placesOf('harbour safe')).toEqual({ isPhrase: false, places: [[3, 2]] })
  expect(placesOf('"free" port').isPhrase).toBe(false)
  expect(placesOf('port')).toEqual({
    isPhrase: false,
    places: [
      [1, 1],
      [2, 3],
    ],
  })
})

test('in a conversation symbols are found without the index, the newest first', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [byPerson('a -> b -> c'), byPerson('nothing'), byPerson('std::map ->')])
  addMessages(store, 'c2', [byPerson('d -> e')])
  const within = prepareFindWithin(db)
  const found = within('c1' as ConversationId, '->', PATIENT)
  expect(found.places.map(({ count, seq }) => [seq, count])).toEqual([
    [1, 2],
    [3, 1],
  ])
  expect(found.hasMore).toBe(false)
  expect(within('c1' as ConversationId, '::', PATIENT).places).toMatchObject([{ seq: 3, count: 1 }])
  const few = within('c1' as ConversationId, '->', { ...PATIENT, messages: 1 })
  expect([few.places.map(({ seq }) => seq), few.hasMore]).toEqual([[3], true])
  expect(within('c1' as ConversationId, '->', { ...PATIENT, ms: -1 })).toMatchObject({
    places: [],
    hasMore: true,
  })
})

test('what sub-agents found is one place of their card, and its repetition for the model is none', () => {
  const { db, store } = opened()
  const callId = 'm.0' as CallId
  const ended = (agentId: string, text: string) =>
    messageOf({
      type: 'subAgent',
      callId,
      agentId: agentId as AgentId,
      task: 'Look',
      outcome: 'completed',
      text,
    })
  addMessages(store, 'c1', [
    byPerson('a whale?'),
    ended('a1', 'A whale.'),
    ended('a2', 'A whale, and another whale.'),
    messageOf({
      type: 'tool',
      callId,
      outcome: 'ok',
      content: [{ type: 'text', text: 'Sub-agent 1 (Look): completed\n\nA whale.' }],
      durationMs: null,
      summary: '2 of 2 completed',
      files: [],
    }),
  ])
  const placesOf = (typed: string) =>
    prepareFindWithin(db)('c1' as ConversationId, typed, PATIENT).places
  expect(placesOf('whale').map(({ count, seq }) => [seq, count])).toEqual([
    [1, 1],
    [2, 3],
  ])
  expect(placesOf('completed')).toEqual([])
})

test('an empty query finds nothing', () => {
  const { db, store } = opened()
  addMessages(store, 'c1', [byPerson('whale')])
  expect(search(db, ' -> ').conversations).toEqual([])
  expect(prepareFindWithin(db)('c1' as ConversationId, '"', PATIENT).places).toEqual([])
})

test('the state is the one shown in the list', () => {
  const { db, store } = opened()
  const isIn = prepareStateFilter(db)
  const id = addMessages(store, 'c1', [byPerson('whale')])
  const write = db.prepare('UPDATE conversations SET state = ?')
  fc.assert(
    fc.property(anyState, (state) => {
      write.run(JSON.stringify(storeState(state)))
      const activity = activityOf(viewOf(state))
      const status = (['running', 'needsYou', 'resting'] as const).filter((each) => isIn(id, each))
      expect([activity, ...status]).toEqual([activity, STATUS_OF[activity]])
    }),
  )
  write.run('{')
  expect(isIn(id, 'resting')).toBe(true)
})

const STATUS_OF: Readonly<Record<Activity, SearchedState>> = {
  asking: 'needsYou',
  contextFull: 'needsYou',
  failed: 'needsYou',
  waiting: 'running',
  answering: 'running',
  compacting: 'running',
  runningTool: 'running',
  delegating: 'running',
  retrying: 'running',
  stopping: 'running',
  idle: 'resting',
  unfinished: 'resting',
  atLimit: 'resting',
  done: 'resting',
  setAside: 'resting',
}
