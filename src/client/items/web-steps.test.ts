import { expect, test } from 'vitest'
import type { Block } from '../../shared/messages/content.ts'
import type { WebStep } from '../../shared/messages/web-step.ts'
import { shownStep, sourcesOf } from './web-steps.ts'

const A = { url: 'https://a.example/x', title: 'A title' }
const B = { url: 'http://b.example/', title: null }

const search = (
  id: string,
  found: readonly { url: string; title: string | null }[] | null,
): WebStep => ({
  type: 'search',
  id,
  queries: ['node lts', 'node eol'],
  found,
})
const result = (
  id: string,
  failure: string | null,
  ...found: (typeof A | typeof B)[]
): WebStep => ({
  type: 'result',
  id,
  found,
  failure,
})
const page: WebStep = { type: 'page', id: 'p', url: A.url }
const block = (step: WebStep): Block => ({ type: 'serverTool', step, json: {} })

test.each<[WebStep, readonly WebStep[], string | null]>([
  [search('s', [A, B]), [], '2 results'],
  [search('s', [A]), [], '1 result'],
  [search('s', null), [result('s', null)], 'no results'],
  [search('s', null), [result('t', null, A), result('s', null, A, B)], '2 results'],
  [search('s', null), [result('s', 'too_many_requests')], 'failed: too many requests'],
  [search('s', null), [], null],
])('%j with %j is told with %j', (step, others, words) => {
  const what = 'Searched the web: node lts, node eol'
  expect(shownStep(step, others.map(block))).toEqual({ what, result: words })
})

test('a page that was read is named, with the reason if reading failed; a result belongs to its step', () => {
  const what = `Read a web page: ${A.url}`
  expect(shownStep(page, [block(result('p', null, A))])).toEqual({ what, result: null })
  expect(shownStep(page, [block(result('p', 'url_not_accessible'))])).toEqual({
    what,
    result: 'failed: url not accessible',
  })
  expect(shownStep(result('p', null, A), [])).toBeNull()
})

const says = (...sources: { url: string; title: string | null }[]): Block => ({
  type: 'text',
  text: 'x',
  sources,
})

test('the sources of an answer are its citations, or else the search results, each once and only as web addresses', () => {
  const shownA = { href: A.url, title: 'A title', host: 'a.example' }
  const shownB = { href: B.url, title: 'b.example', host: null }
  expect(sourcesOf([block(search('s', [A, B])), says(B), says(B)])).toEqual([shownB])
  expect(sourcesOf([block(search('s', [A, B])), block(result('s', null, A))])).toEqual([
    shownA,
    shownB,
  ])
  expect(sourcesOf([{ type: 'text', text: 'https://a.example/x' }])).toEqual([])
  const bad = [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'mailto:a@b.example',
    'data:text/html,x',
    'x',
  ]
  expect(sourcesOf(bad.map((url) => says({ url, title: 'Click' })))).toEqual([])
})

test('a title that names another host than its link is followed by the real host, without invisible characters', () => {
  const title = '\u202ehttps://bank.example\u200b'
  const [shown] = sourcesOf([says({ url: 'https://evil.example/', title })])
  expect(shown).toEqual({
    href: 'https://evil.example/',
    title: 'https://bank.example',
    host: 'evil.example',
  })
})
