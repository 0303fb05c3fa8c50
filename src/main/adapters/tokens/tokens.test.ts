import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TokenView } from '../../../shared/access/token-commands.ts'
import { openTokens } from './tokens.ts'

let folder: string
let now: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-tokens-'))
  now = 1_000_000
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (): ReturnType<typeof openTokens> => openTokens(folder, () => now)
const file = (): string => join(folder, 'tokens.json')

function created(tokens = open()): { readonly token: string; readonly id: string } {
  const made = tokens.create('editor', ['read', 'write', 'read'])
  if (!made.ok) throw new Error(made.error)
  return { token: made.value.token, id: made.value.view.id }
}

function firstOf(tokens: ReturnType<typeof openTokens>): TokenView | undefined {
  const listed = tokens.list()
  return listed.ok ? listed.value[0] : undefined
}

test('a token admits its client, also after a restart; only its hash is on disk, readable by this account', () => {
  const { token } = created()
  expect(token).toMatch(/^phx_[\w-]{43}$/)
  expect(open().admit(token)?.scopes).toEqual(['read', 'write'])
  const kept = readFileSync(file(), 'utf8')
  expect(kept).not.toContain(token)
  expect(kept).not.toContain(token.slice(4, 20))
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

test.each(['', 'phx_', 'phx_AAAA', '../tokens', 'undefined'])('%j is not a token', (text) => {
  created()
  expect(open().admit(text)).toBeNull()
})

test('the hash of a token is not a token', () => {
  created()
  const [, hash = ''] = /"hash": "(\w+)"/.exec(readFileSync(file(), 'utf8')) ?? []
  expect(hash).toHaveLength(64)
  expect(open().admit(hash)).toBeNull()
  expect(open().admit(`phx_${hash}`)).toBeNull()
})

test('a revoked token ends its connections, once, and admits nobody any more', () => {
  const tokens = open()
  const { id, token } = created(tokens)
  const ended: string[] = []
  for (const name of ['one', 'gone', 'third', 'other']) {
    const admission = tokens.admit(token)
    admission?.onRevoked(() => ended.push(name))
    if (name === 'gone') admission?.release()
  }
  expect(firstOf(tokens)?.connections).toBe(3)
  expect(tokens.revoke(id)).toEqual({ ok: true, value: null })
  expect(tokens.revoke(id)).toEqual({ ok: true, value: null })
  expect(ended).toEqual(['one', 'third', 'other'])
  expect(tokens.admit(token)).toBeNull()
  expect(open().admit(token)).toBeNull()
  expect(tokens.list()).toEqual({ ok: true, value: [] })
})

test('a token revoked before its client listens ends it at once', () => {
  const tokens = open()
  const { id, token } = created(tokens)
  const admission = tokens.admit(token)
  tokens.revoke(id)
  let isEnded = false
  admission?.onRevoked(() => (isEnded = true))
  expect(isEnded).toBe(true)
})

test('a revocation that could not be saved takes effect at once, says so, and is saved by the next attempt', () => {
  const tokens = open()
  const { id, token } = created(tokens)
  const before = readFileSync(file(), 'utf8')
  rmSync(file())
  writeFileSync(file(), 'no json')
  const revoked = tokens.revoke(id)
  expect(revoked.ok ? '' : revoked.error).toContain('would work again after a restart')
  expect(tokens.admit(token)).toBeNull()
  writeFileSync(file(), before)
  expect(tokens.revoke(id)).toEqual({ ok: true, value: null })
  expect(open().admit(token)).toBeNull()
})

test('the last use is recorded to the minute', () => {
  const tokens = open()
  const { token } = created(tokens)
  expect(firstOf(tokens)?.lastUsedAt).toBeNull()
  tokens.admit(token)
  now += 59_000
  tokens.admit(token)
  expect(firstOf(open())?.lastUsedAt).toBe(1_000_000)
  now += 1_000
  tokens.admit(token)
  expect(firstOf(open())?.lastUsedAt).toBe(1_060_000)
})

test('an unreadable file admits nobody, says so, and is not overwritten', () => {
  const { token } = created()
  writeFileSync(file(), '{"tokens": [{"hash": 1}]}')
  const tokens = open()
  expect(tokens.admit(token)).toBeNull()
  expect(tokens.create('other', ['read']).ok).toBe(false)
  expect(tokens.list()).toEqual({
    ok: false,
    error: `${file()} cannot be read: it is damaged. Until it can be read, no token works.`,
  })
  expect(readFileSync(file(), 'utf8')).toBe('{"tokens": [{"hash": 1}]}')
})

test('a name belongs to one token', () => {
  const tokens = open()
  created(tokens)
  expect(tokens.create('editor', ['read']).ok).toBe(false)
})
