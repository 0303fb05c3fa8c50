import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ok } from '../../../shared/result.ts'
import type { EndpointDraft } from '../../../shared/models/endpoint.ts'
import { type Endpoints, openEndpoints } from './endpoints.ts'
import { createSecretBox, type Keyring } from '../secrets/secret-box.ts'
import { openSecrets } from '../secrets/secrets.ts'

let folder: string
let reported: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-endpoints-'))
  reported = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const now = (): number => 1_700_000_000_000

function open(keyring: Keyring = { type: 'unasked' }): Endpoints {
  return openEndpoints({
    folder,
    secrets: openSecrets({ folder, keyring, choice: () => ok({ keyRest: null }), now }),
    now,
    onSecret: (secret) => reported.push(secret),
  })
}

const DRAFT: EndpointDraft = {
  id: 'work',
  kind: 'openai',
  baseUrl: 'https://models.example/v1/',
  models: [
    {
      id: 'qwen3',
      contextTokens: 32_768,
      outputTokens: null,
      price: { input: 0.1, output: 0, cacheRead: 0.05, cacheWrite: null },
    },
  ],
  timeouts: { silenceMs: 20_000 },
  apiKey: 'sk-SECRET-1',
  headers: { 'X-Team': 'SECRET-2' },
}
const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777

test('an endpoint survives a restart, with its secrets in a separate file', () => {
  expect(open().save(DRAFT)).toEqual({ ok: true, value: null })
  const again = open()
  expect(again.find('work')).toEqual({ ...DRAFT, baseUrl: 'https://models.example/v1' })
  expect(again.view()).toEqual([
    {
      id: 'work',
      kind: 'openai',
      baseUrl: 'https://models.example/v1',
      models: DRAFT.models,
      timeouts: { silenceMs: 20_000 },
      hasKey: true,
      headerNames: ['X-Team'],
      keyRest: 'file',
    },
  ])
  expect(readFileSync(join(folder, 'endpoints.json'), 'utf8')).not.toContain('SECRET')
  expect(modeOf('work.key')).toBe(0o600)
  expect(new Set(reported)).toEqual(new Set(['sk-SECRET-1', 'SECRET-2']))
})

test('models saved before prices existed have none', () => {
  const model = { id: 'qwen3', contextTokens: null, outputTokens: null }
  const saved = { id: 'work', kind: 'openai', baseUrl: 'https://models.example', models: [model] }
  writeFileSync(join(folder, 'endpoints.json'), JSON.stringify({ endpoints: [saved] }))
  expect(open().find('work')?.models).toEqual([{ ...model, price: null }])
})

test('a field left as null keeps its value; an empty key is removed', () => {
  const endpoints = open()
  endpoints.save(DRAFT)
  endpoints.save({ ...DRAFT, apiKey: null, headers: null, baseUrl: 'http://localhost:11434/v1' })
  expect(endpoints.find('work')).toMatchObject({ apiKey: 'sk-SECRET-1', headers: DRAFT.headers })
  endpoints.save({ ...DRAFT, apiKey: '', headers: {} })
  expect(open().find('work')).toMatchObject({ apiKey: null, headers: {} })
  expect(readdirSync(folder)).toEqual(['endpoints.json'])
})

test('with a keyring its key and its headers are sealed; without one, another change leaves them sealed', () => {
  const keyring = { type: 'here', box: createSecretBox(Buffer.alloc(32, 7)) } as const
  open(keyring).save(DRAFT)
  const sealed = readFileSync(join(folder, 'work.key'), 'utf8')
  expect(sealed).not.toMatch(/SECRET|X-Team/)
  expect(open(keyring).view()).toMatchObject([{ hasKey: true, keyRest: 'sealed' }])
  const without = open()
  expect(without.notices).toEqual([expect.stringContaining('encrypted with a keyring')])
  expect(without.view()).toMatchObject([{ hasKey: false, headerNames: [], keyRest: null }])
  without.save({ ...DRAFT, apiKey: null, headers: null, baseUrl: 'http://localhost:1' })
  expect(readFileSync(join(folder, 'work.key'), 'utf8')).toBe(sealed)
  expect(open(keyring).find('work')).toMatchObject({
    baseUrl: 'http://localhost:1',
    apiKey: 'sk-SECRET-1',
  })
  expect(without.remove('work')).toEqual({ ok: true, value: null })
  expect(readdirSync(folder)).toEqual(['endpoints.json'])
})

test('a removed endpoint is gone with its secrets', () => {
  const endpoints = open()
  endpoints.save(DRAFT)
  expect(endpoints.remove('work')).toEqual({ ok: true, value: null })
  expect(endpoints.remove('work')).toEqual({ ok: true, value: null })
  expect([endpoints.view(), open().view()]).toEqual([[], []])
  expect(readdirSync(folder)).toEqual(['endpoints.json'])
})

test.each(['ftp://x', 'http://me:pw@x/v1', 'https://x/v1?key=1', 'nonsense'])(
  'the address %s is refused, and nothing of it is repeated',
  (baseUrl) => {
    const saved = open().save({ ...DRAFT, baseUrl })
    expect(saved).toMatchObject({ ok: false, error: { code: 'invalidInput' } })
    expect(JSON.stringify(saved)).not.toContain('pw')
    expect(readdirSync(folder)).toEqual([])
  },
)

test('a key that cannot be sent in a header is refused', () => {
  expect(open().save({ ...DRAFT, apiKey: 'two words' })).toMatchObject({ ok: false })
})

test('if the list cannot be written, neither it nor the secrets change', () => {
  const endpoints = open()
  // A folder is in its place: no file can be renamed over it.
  mkdirSync(join(folder, 'endpoints.json', 'x'), { recursive: true })
  expect(endpoints.save(DRAFT)).toMatchObject({ ok: false, error: { code: 'storage' } })
  expect(endpoints.find('work')).toBeNull()
  expect(readdirSync(folder)).toEqual(['endpoints.json'])
})

test('unreadable files are named, and the old one is kept', () => {
  writeFileSync(join(folder, 'endpoints.json'), '{')
  const endpoints = open()
  expect(endpoints.view()).toEqual([])
  expect(endpoints.notices).toEqual([expect.stringContaining('endpoints.json.corrupt-')])
  endpoints.save(DRAFT)
  writeFileSync(join(folder, 'work.key'), 'not JSON')
  const again = open()
  expect(again.notices).toEqual([expect.stringContaining('work')])
  expect(again.find('work')).toMatchObject({ apiKey: null })
})

const AWS = 'AKIAFAKEFAKEFAKEFAKE:secretSECRET/of/forty+characters:sessionSECRET'

test('an endpoint of a cloud keeps its place, and every part of its key is a secret', () => {
  const cloud = { ...DRAFT, kind: 'bedrock', region: 'eu-central-1', apiKey: AWS } as const
  expect(open().save(cloud)).toMatchObject({ ok: true })
  expect(open().find('work')).toMatchObject({ region: 'eu-central-1', apiKey: AWS })
  expect(open().view()).toMatchObject([{ region: 'eu-central-1', hasKey: true }])
  expect(readFileSync(join(folder, 'endpoints.json'), 'utf8')).not.toContain('SECRET')
  expect(reported).toEqual(
    expect.arrayContaining(['secretSECRET/of/forty+characters', 'sessionSECRET']),
  )
  expect(open().save({ ...cloud, region: '' })).toMatchObject({ ok: true })
  expect(open().find('work')).not.toHaveProperty('region')
})

test('the key file of a service account is a key only for Vertex', () => {
  const privateKey =
    '-----BEGIN PRIVATE KEY-----\nSECRETLINE0123456789\n-----END PRIVATE KEY-----\n'
  const file = { type: 'service_account', client_email: 'a@b', private_key: privateKey }
  const apiKey = JSON.stringify(file, null, 2)
  expect(open().save({ ...DRAFT, kind: 'vertex', apiKey, project: 'p-1' })).toMatchObject({
    ok: true,
  })
  expect(open().find('work')).toMatchObject({ apiKey, project: 'p-1' })
  expect(reported).toContain('SECRETLINE0123456789')
  expect(reported).not.toContain('-----END PRIVATE KEY-----')
  expect(open().save({ ...DRAFT, apiKey })).toMatchObject({ ok: false })
  expect(open().save({ ...DRAFT, kind: 'vertex', apiKey: '{"type": "user"}' })).toMatchObject({
    ok: false,
  })
})

const LOCAL = { ...DRAFT, id: 'local', apiKey: null, headers: null }

/** Two endpoints, `work` and `local`, changed by hand. */
function editedByHand(change: (endpoints: Record<string, unknown>[]) => void): Endpoints {
  const path = join(folder, 'endpoints.json')
  open().save(DRAFT)
  open().save(LOCAL)
  const file = JSON.parse(readFileSync(path, 'utf8'))
  change(file.endpoints)
  writeFileSync(path, JSON.stringify({ ...file, ofLater: 1 }))
  return open()
}

function savedNow(): { readonly ofLater?: number; readonly endpoints: readonly unknown[] } {
  return JSON.parse(readFileSync(join(folder, 'endpoints.json'), 'utf8'))
}

test('an endpoint with a wrong value is refused alone, and its entry and its key stay', () => {
  const endpoints = editedByHand(([work]) => Object.assign(work ?? {}, { kind: 'opneai' }))
  expect(endpoints.view().map(({ id }) => id)).toEqual(['local'])
  expect(endpoints.notices).toEqual([
    expect.stringMatching(
      /^The endpoint work cannot be used: kind is missing or has a wrong value/,
    ),
  ])
  endpoints.save({ ...LOCAL, baseUrl: 'http://localhost:1' })
  expect(savedNow().endpoints).toMatchObject([
    { id: 'work', kind: 'opneai' },
    { id: 'local', baseUrl: 'http://localhost:1' },
  ])
  endpoints.remove('local')
  expect(savedNow().endpoints).toMatchObject([{ id: 'work', kind: 'opneai' }])
  expect(endpoints.save({ ...DRAFT, apiKey: null, headers: null })).toMatchObject({ ok: true })
  expect(endpoints.notices).toEqual([])
  expect(open().find('work')).toMatchObject({ kind: 'openai', apiKey: 'sk-SECRET-1' })
  expect(savedNow().endpoints).toHaveLength(1)
})

test('of two endpoints with one name the second is refused', () => {
  const endpoints = editedByHand(([, local]) => Object.assign(local ?? {}, { id: 'work' }))
  expect(endpoints.view()).toMatchObject([{ id: 'work' }])
  expect(endpoints.notices).toEqual([expect.stringContaining('another one with its name')])
})

test('what is no endpoint at all is refused by its number, and nothing of it is repeated', () => {
  const endpoints = editedByHand((all) => all.unshift({ id: 'SECRET/ID' }))
  expect(endpoints.view()).toHaveLength(2)
  expect(endpoints.notices).toEqual([expect.stringContaining('The endpoint number 1 ')])
  expect(endpoints.notices.join()).not.toContain('SECRET')
})

test('fields that this version does not know stay in the file, whatever is changed', () => {
  const endpoints = editedByHand(([work, local]) => {
    Object.assign(work ?? {}, { ofLater: 2, models: [{ ...DRAFT.models[0], ofLater: 3 }] })
    Object.assign(work ?? {}, { timeouts: { silenceMs: 9_000, ofLater: 5 } })
    Object.assign(local ?? {}, { ofLater: 4 })
  })
  endpoints.save({ ...DRAFT, apiKey: null, headers: null, baseUrl: 'http://localhost:1' })
  expect(savedNow()).toMatchObject({
    ofLater: 1,
    endpoints: [
      {
        id: 'work',
        baseUrl: 'http://localhost:1',
        ofLater: 2,
        models: [{ ofLater: 3 }],
        timeouts: { ofLater: 5 },
      },
      { id: 'local', ofLater: 4 },
    ],
  })
  endpoints.save({ ...DRAFT, apiKey: null, headers: null, models: [] })
  expect(savedNow().endpoints).toMatchObject([{ ofLater: 2, models: [] }, { ofLater: 4 }])
})
