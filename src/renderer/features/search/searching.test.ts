import { beforeEach, expect, test } from 'vitest'
import { createClient } from '../../../client/client.ts'
import { FakeHost, settled } from '../../../client/fakes/fake-host.ts'
import { CallId, ConversationId, MessageId } from '../../../shared/ids.ts'
import type { FoundConversation, SearchAnswer, SearchHit } from '../../../shared/search/search.ts'
import { Searching } from './searching.svelte.ts'

const INDEXING = { done: 1, total: 2 } as const
const SECOND_PAGE = { skip: 0, belowKey: 7 } as const
const THIRD_PAGE = { skip: 0, belowKey: 4 } as const
let host: FakeHost
let searching: Searching

function hitAt(at: number): SearchHit {
  const place = { messageId: MessageId.parse('m1'), seq: 4, callId: CallId.parse('c1') }
  const about = { role: 'agent', isTakenBack: false, isBySubAgent: true, marks: [] } as const
  return { ...place, ...about, at, text: `word ${at}` }
}

beforeEach(() => {
  host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  searching = new Searching(client, () => 0)
})

function found(name: string): FoundConversation {
  const about = { title: name, titleMarks: [], folder: '/work', updatedAt: 0 }
  return { id: ConversationId.parse(name), ...about, count: 1, hasMore: false, hits: [] }
}

function withHits(...times: readonly number[]): SearchAnswer {
  const conversations = [{ ...found('a'), hits: times.map(hitAt) }]
  return { conversations, next: null, indexing: INDEXING }
}

async function answer(names: string, next: SearchAnswer['next']): Promise<void> {
  const conversations = names.split('').map(found)
  host.last('search.find').answer({ conversations, next, indexing: INDEXING })
  await settled()
}

const names = (): string => searching.conversations.map(({ title }) => title).join('')

beforeEach(async () => {
  searching.type('word')
  await answer('ab', SECOND_PAGE)
})

test('while the index is being built, what was found since is added, and the pages shown and the selection stay', async () => {
  searching.step(1)
  await answer('cd', THIRD_PAGE)
  searching.step(1)
  expect([names(), searching.selected]).toEqual(['abcd', 2])
  void searching.refresh()
  await answer('xab', SECOND_PAGE)
  expect([names(), searching.selected]).toEqual(['xabcd', 3])
  expect(searching.next).toEqual(THIRD_PAGE)
})

test('of one page, nothing stays that is no longer found', async () => {
  void searching.refresh()
  await answer('b', null)
  expect(names()).toBe('b')
  expect(searching.next).toBeNull()
})

test('what is being asked is not asked from the beginning instead', async () => {
  void searching.more()
  void searching.refresh()
  await answer('cd', THIRD_PAGE)
  expect(names()).toBe('abcd')
  searching.type('another')
  void searching.refresh()
  await answer('e', null)
  expect([names(), searching.selected]).toEqual(['e', 0])
})

test('until the answer to another search is here, no page is added to the results of the last one', async () => {
  searching.type('another')
  void searching.more()
  await answer('e', null)
  expect([names(), searching.found]).toEqual(['e', 'another'])
})

test.each([
  ['the place that was found', [], 1],
  ['the conversation, if its title has the words', [[0, 4]] as const, 0],
])('Enter opens %s', async (_, titleMarks, selected) => {
  searching.type('word')
  const conversations = [{ ...found('a'), titleMarks, hits: [hitAt(1)] }]
  host.last('search.find').answer({ conversations, next: null, indexing: INDEXING })
  await settled()
  expect(searching.selected).toBe(selected)
})

test('of several lines that a sub-agent said, the selected one stays selected', async () => {
  searching.type('words')
  host.last('search.find').answer(withHits(1, 2))
  await settled()
  searching.step(1)
  void searching.refresh()
  host.last('search.find').answer(withHits(3, 1, 2))
  await settled()
  expect(searching.lines[searching.selected]?.hit?.at).toBe(2)
})
