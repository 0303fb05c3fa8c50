import { expect, test } from 'vitest'
import { Scope } from '../../../shared/access/access.ts'
import { sentenceOfToken, wordsOfScope } from './token-words.ts'

const NOW = Date.parse('2026-11-25T12:00:00')
const TOKEN = {
  id: '1',
  name: 'editor',
  scopes: ['read', 'approve'] as const,
  createdAt: Date.parse('2025-01-02T03:04:00'),
  lastUsedAt: null,
  connections: 0,
}

test('a token shows what it allows and when it was used', () => {
  expect(sentenceOfToken(TOKEN, NOW)).toMatch(
    /^Allows read, approve\. Created .*2025.*, never used\.$/,
  )
  const used = { ...TOKEN, lastUsedAt: NOW - 60_000 }
  expect(sentenceOfToken(used, NOW)).toMatch(/last used \d/)
  expect(sentenceOfToken({ ...used, connections: 2 }, NOW)).toContain('connected now (2)')
})

test('each scope has its own name', () => {
  expect(new Set(Scope.options.map((scope) => wordsOfScope(scope).name)).size).toBe(3)
})
