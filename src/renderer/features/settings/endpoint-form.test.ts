import { expect, test } from 'vitest'
import { draftOf, type EndpointFields, fieldsOf, withFound } from './endpoint-form.ts'

const SAVED = {
  id: 'ollama',
  kind: 'openai',
  baseUrl: 'http://localhost:11434/v1',
  models: [{ id: 'qwen3:8b', contextTokens: 32_000, outputTokens: null }],
  timeouts: { firstByteMs: 900_000 },
  isLocal: true,
  hasKey: true,
  headerNames: ['X-Team'],
  keyRest: 'file',
} as const

function changed(change: Partial<EndpointFields>): EndpointFields {
  return { ...fieldsOf(SAVED), ...change }
}

test('a saved endpoint comes back as it is, and its secrets stay where nothing is written', () => {
  const draft = draftOf(fieldsOf(SAVED))
  const { id, kind, baseUrl, models, timeouts } = SAVED
  expect(draft).toEqual({
    ok: true,
    value: { id, kind, baseUrl, models, timeouts, apiKey: null, headers: null },
  })
})

test('secrets that are written take the place of the saved ones, and can be removed', () => {
  const headers = 'X-Team: search\n\n Authorization : Basic a:b \n'
  expect(draftOf(changed({ apiKey: ' sk-1 ', headers }))).toMatchObject({
    value: { apiKey: 'sk-1', headers: { 'X-Team': 'search', Authorization: 'Basic a:b' } },
  })
  expect(draftOf(changed({ removesKey: true, removesHeaders: true }))).toMatchObject({
    value: { apiKey: '', headers: {} },
  })
  expect(draftOf(changed({ apiKey: 'sk-2', removesKey: true }))).toMatchObject({
    value: { apiKey: 'sk-2' },
  })
})

const WRONG: readonly (readonly [string, Partial<EndpointFields>, string])[] = [
  ['name', { id: 'My Gateway' }, 'Name: Use lower-case letters, digits and hyphens, at most 40.'],
  ['taken name', { id: 'anthropic' }, 'Name: This name is taken.'],
  ['header line', { headers: 'X-A: 1\nnonsense' }, 'Headers: line 2 is not “Name: value”.'],
  ['header name', { headers: 'X A: 1' }, 'Headers: This is no name of a header.'],
  [
    'model that stands there twice',
    { models: [row('a'), row(' a ')] },
    'Models: a stands there twice.',
  ],
  [
    'size',
    { models: [row('a', '8k')] },
    'Models: the sizes of a must be whole numbers of tokens, or empty.',
  ],
  [
    'size that is too small',
    { models: [row('a', '12')] },
    'Models: a must be able to read 1000 tokens at least.',
  ],
]
test.each(WRONG)('a wrong %s is said in a sentence', (_, change, error) => {
  expect(draftOf(changed(change))).toEqual({ ok: false, error })
})

test('rows without a name are none', () => {
  expect(draftOf(changed({ models: [row(' ')] }))).toMatchObject({ value: { models: [] } })
})

test('what is found fills what is not said, and takes nothing away', () => {
  const found = [
    { id: 'b', contextTokens: 8_192, outputTokens: null },
    { id: 'a', contextTokens: 4_096, outputTokens: 512 },
  ]
  expect(withFound([row('a', '32000'), row('own')], found)).toEqual([
    { id: 'b', contextTokens: '8192', outputTokens: '' },
    { id: 'a', contextTokens: '32000', outputTokens: '512' },
    row('own'),
  ])
})

function row(id: string, contextTokens = ''): EndpointFields['models'][number] {
  return { id, contextTokens, outputTokens: '' }
}
