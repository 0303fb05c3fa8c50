import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { ok } from '../../../shared/result.ts'
import type { FoundConversation, SearchAnswer, SearchQuery } from '../../../shared/search/search.ts'
import { NO_SEARCH } from '../fakes/absent/no-search.ts'
import { World } from '../fakes/world.ts'
import { searchHandlers } from './search-handlers.ts'

const CLIENT = new World().client
const QUERY = { text: 'walrus' } as SearchQuery

function foundIn(...ids: readonly string[]): SearchAnswer {
  const conversations = ids.map((id) => ({ id }) as FoundConversation)
  return { conversations, next: null, indexing: null }
}

const isNamedDeleted = (id: ConversationId): boolean => id === 'deleted'

test('a search does not find a conversation whose deletion can still be undone', async () => {
  const find = () => Promise.resolve(ok(foundIn('kept', 'deleted')))
  const handlers = searchHandlers({ search: { ...NO_SEARCH, find }, isDeleted: isNamedDeleted })
  expect(await handlers['search.find'](QUERY, CLIENT)).toEqual(ok(foundIn('kept')))
})

test('a new search ends the previous one of the same client only', async () => {
  const signals: AbortSignal[] = []
  const find = (_query: SearchQuery, signal: AbortSignal) => {
    signals.push(signal)
    return Promise.resolve(ok(foundIn()))
  }
  const handlers = searchHandlers({ search: { ...NO_SEARCH, find }, isDeleted: () => false })
  await handlers['search.find'](QUERY, CLIENT)
  await handlers['search.find'](QUERY, new World().client)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
  await handlers['search.find'](QUERY, CLIENT)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false])
})
