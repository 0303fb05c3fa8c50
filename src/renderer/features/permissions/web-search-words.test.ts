import { expect, test } from 'vitest'
import { noteOnWebSearch, sentenceOfWebSearch } from './web-search-words.ts'

test('the words say whether the model searches, what is sent then, and when there is nothing to switch', () => {
  const none = { searchesWeb: false, webSearch: true }
  expect(sentenceOfWebSearch(none)).toContain('has no web search')
  expect(noteOnWebSearch(none)).toContain('has no web search')
  const off = { searchesWeb: true, webSearch: false }
  expect(sentenceOfWebSearch(off)).toContain('is off')
  expect(noteOnWebSearch(off)).toContain('from its next request on')
  expect(sentenceOfWebSearch({ ...off, webSearch: true })).toContain('searches go to the provider')
})
