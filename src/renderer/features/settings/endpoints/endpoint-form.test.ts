import { expect, test } from 'vitest'
import {
  draftOf,
  type EndpointFields,
  fieldsOf,
  type ModelFields,
  NEW_MODEL,
  withAddress,
  withKind,
  withRegion,
  withFound,
} from './endpoint-form.ts'

const PRICE = { input: 0.15, output: 2, cacheRead: null, cacheWrite: 0 }
const SAVED = {
  id: 'ollama',
  kind: 'openai',
  baseUrl: 'http://localhost:11434/v1',
  models: [{ id: 'qwen3:8b', contextTokens: 32_000, outputTokens: null, price: PRICE }],
  timeouts: { firstByteMs: 900_000 },
  hasKey: true,
  headerNames: ['X-Team'],
  keyRest: 'file',
} as const

function changed(change: Partial<EndpointFields>): EndpointFields {
  return { ...fieldsOf(SAVED), ...change }
}

test('a saved endpoint is shown unchanged, and its secrets stay if nothing is typed', () => {
  const draft = draftOf(fieldsOf(SAVED))
  const { id, kind, baseUrl, models, timeouts } = SAVED
  expect(draft).toEqual({
    ok: true,
    value: { id, kind, baseUrl, models, timeouts, apiKey: null, headers: null },
  })
})

test('typed secrets replace the saved ones, and can be removed', () => {
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
  ['header name', { headers: 'X A: 1' }, 'Headers: This is not a valid header name.'],
  [
    'model that stands there twice',
    { models: [row('a'), row(' a ')] },
    'Models: a is listed twice.',
  ],
  [
    'size',
    { models: [row('a', '8k')] },
    'Models: the sizes of a must be whole numbers of tokens, or empty.',
  ],
  [
    'size that is too small',
    { models: [row('a', '12')] },
    'Models: a must be able to read at least 1000 tokens.',
  ],
  [
    'price',
    { models: [priced('a', { input: '1', output: '2', cacheRead: '0,1' })] },
    'Models: the cache read price of a must be a number of dollars from 0 to 10,000, such as 0.25, or empty.',
  ],
  [
    'price that is too high',
    { models: [priced('a', { input: '1', output: '10000.01' })] },
    'Models: the output price of a must be a number of dollars from 0 to 10,000, such as 0.25, or empty.',
  ],
  [
    'half of a price',
    { models: [priced('a', { output: '2' })] },
    'Models: the price of a needs both input and output, or neither.',
  ],
]
test.each(WRONG)('a wrong %s is reported with a sentence', (_, change, error) => {
  expect(draftOf(changed(change))).toEqual({ ok: false, error })
})

test('rows without a name are ignored', () => {
  expect(draftOf(changed({ models: [row(' ')] }))).toMatchObject({ value: { models: [] } })
})

test('found models fill empty fields, and remove nothing', () => {
  const found = [
    { id: 'b', contextTokens: 8_192, outputTokens: null, price: PRICE },
    { id: 'a', contextTokens: 4_096, outputTokens: 512, price: null },
  ]
  expect(withFound([row('a', '32000'), row('own')], found)).toEqual([
    { ...priced('b', { input: '0.15', output: '2', cacheWrite: '0' }), contextTokens: '8192' },
    { ...row('a', '32000'), outputTokens: '512' },
    row('own'),
  ])
})

test('a price given by a person stays whole: nothing found is mixed into it', () => {
  const found = { id: 'a', contextTokens: null, outputTokens: null }
  const named = [{ ...found, price: { ...PRICE, cacheRead: 0.1 } }]
  const own = priced('a', { input: '0', output: '0' })
  expect(withFound([own], named)).toEqual([own])
})

function row(id: string, contextTokens = ''): ModelFields {
  return { ...NEW_MODEL, id, contextTokens }
}

function priced(id: string, price: Partial<ModelFields['price']>): ModelFields {
  return { ...row(id), price: { ...NEW_MODEL.price, ...price } }
}

function kindAt(baseUrl: string, from: EndpointFields = fieldsOf(null)): string {
  return withAddress(from, baseUrl).kind
}

test("OpenAI's own address uses its newer API, unless a person has chosen otherwise", () => {
  expect(kindAt('https://api.openai.com/v1')).toBe('responses')
  expect(kindAt('http://localhost:11434/v1')).toBe('openai')
  expect(kindAt('https://api.openai.com.example.org')).toBe('openai')
  const chosen = { ...fieldsOf(null), baseUrl: 'https://api.openai.com' }
  expect(kindAt('https://api.openai.com/v1', chosen)).toBe('openai')
  expect(kindAt('https://api.openai.com', { ...fieldsOf(null), kind: 'anthropic' })).toBe(
    'anthropic',
  )
})

test("Google's own address uses its own API, except for the OpenAI-compatible path", () => {
  const root = 'https://generativelanguage.googleapis.com'
  expect(kindAt(root)).toBe('gemini')
  expect(kindAt(`${root}/v1beta`)).toBe('gemini')
  expect(kindAt(`${root}/v1beta/openai/`)).toBe('openai')
  const typed = withAddress(withAddress(fieldsOf(null), root), `${root}/v1beta/openai`)
  expect(typed.kind).toBe('openai')
  const chosen = { ...fieldsOf(null), baseUrl: root, kind: 'openai' } as const
  expect(kindAt(`${root}/v1beta`, chosen)).toBe('openai')
})

test('the address of a cloud follows its region, unless a person has typed another', () => {
  const bedrock = withRegion(withKind(fieldsOf(null), 'bedrock'), 'eu-central-1')
  expect(bedrock.baseUrl).toBe('https://bedrock-runtime.eu-central-1.amazonaws.com')
  expect(withRegion(bedrock, 'us-west-2').baseUrl).toContain('us-west-2')
  const own = withAddress(bedrock, 'https://gateway.example')
  expect(withRegion(own, 'us-west-2').baseUrl).toBe('https://gateway.example')
  const vertex = withKind(fieldsOf(null), 'vertex')
  expect(vertex.baseUrl).toBe('https://aiplatform.googleapis.com')
  expect(withRegion(vertex, 'eu').baseUrl).toBe('https://aiplatform.eu.rep.googleapis.com')
  expect(withRegion(vertex, 'europe-west1').baseUrl).toBe(
    'https://europe-west1-aiplatform.googleapis.com',
  )
  const gemini = withKind(fieldsOf(null), 'gemini')
  expect(gemini.baseUrl).toContain('generativelanguage')
  const responses = withKind(gemini, 'responses')
  expect(responses.baseUrl).toBe('https://api.openai.com/v1')
  expect(withKind(responses, 'openai').baseUrl).toBe('')
  expect(kindAt(bedrock.baseUrl)).toBe('bedrock')
  expect(kindAt('https://europe-west1-aiplatform.googleapis.com')).toBe('vertex')
})

test('keys of AWS become one text, and only if both are given', () => {
  const aws = { id: 'AKIAFAKEFAKEFAKEFAKE', secret: 'fake/secret+key/of/forty', session: '' }
  const cloud = { kind: 'bedrock', region: 'eu-central-1', project: 'x' } as const
  const draft = draftOf(changed({ ...cloud, aws }))
  expect(draft).toMatchObject({
    value: { apiKey: `${aws.id}:${aws.secret}`, region: 'eu-central-1' },
  })
  expect(draft.ok && 'project' in draft.value).toBe(false)
  expect(draftOf(changed({ ...cloud, aws: { ...aws, session: ' token ' } }))).toMatchObject({
    value: { apiKey: `${aws.id}:${aws.secret}:token` },
  })
  expect(draftOf(changed({ ...cloud, aws: { ...aws, secret: '' } }))).toEqual({
    ok: false,
    error: 'AWS keys: enter both the whole access key ID and the whole secret access key.',
  })
  expect(draftOf(changed({ ...cloud, region: 'Frankfurt am Main' }))).toEqual({
    ok: false,
    error: 'Region: A region has lower-case letters, digits and hyphens.',
  })
})
