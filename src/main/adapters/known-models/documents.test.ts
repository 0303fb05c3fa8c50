import { expect, test } from 'vitest'
import type { EndpointKind } from '../../../shared/models/endpoint.ts'
import { DOCUMENT_FAMILIES, documentsOf } from './documents.ts'

function pagesOf(
  model: string,
  kind: EndpointKind,
  host = '',
  contextTokens = 1_000_000,
): number | null {
  return documentsOf(model, { kind, host }, contextTokens)?.pages ?? null
}

test('each family that accepts documents has its source', () => {
  expect(DOCUMENT_FAMILIES.map(({ family }) => family.name)).toEqual(['Claude', 'GPT', 'Gemini'])
  for (const { source } of DOCUMENT_FAMILIES) expect(source).toMatch(/^https:\/\//)
})

test('Claude accepts 600 pages, 100 with a limit under a million tokens and at Amazon, and never more than it can read', () => {
  expect(pagesOf('claude-opus-5-5', 'anthropic')).toBe(266)
  expect(pagesOf('claude-opus-5-5', 'anthropic', '', 10_000_000)).toBe(600)
  expect(pagesOf('claude-haiku-4-5', 'anthropic', '', 200_000)).toBe(53)
  expect(pagesOf('claude-haiku-4-5', 'anthropic', '', 999_999)).toBe(100)
  expect(pagesOf('eu.anthropic.claude-sonnet-5-v1:0', 'bedrock')).toBe(100)
  expect(pagesOf('claude-sonnet-5', 'vertex')).toBe(266)
  expect(documentsOf('claude-sonnet-5', { kind: 'vertex', host: '' }, 1_000_000)?.bytes).toBe(
    18_000_000,
  )
})

test('GPT accepts them over the Responses API, Gemini over its own', () => {
  expect(pagesOf('gpt-5.6', 'responses', 'api.openai.com')).toBe(333)
  expect(pagesOf('gpt-5.6', 'responses', 'my.openai.azure.com')).toBe(333)
  expect(pagesOf('gemini-3.8-flash', 'gemini')).toBe(1_000)
  expect(pagesOf('gemini-3.8-flash', 'gemini', '', 100_000)).toBe(111)
})

test('over chat completions a PDF is sent only to endpoints known to accept one', () => {
  expect(pagesOf('gpt-5.6', 'openai', 'api.openai.com')).toBe(333)
  expect(pagesOf('anthropic/claude-sonnet-5', 'openai', 'openrouter.ai')).toBe(266)
  expect(pagesOf('google/gemini-3.8-flash', 'openai', 'openrouter.ai')).toBe(1_000)
  expect(pagesOf('gpt-5.6', 'openai', 'localhost')).toBeNull()
  expect(pagesOf('claude-sonnet-5', 'openai', 'api.openai.com')).toBeNull()
  expect(pagesOf('gemini-3.8-flash', 'openai', 'generativelanguage.googleapis.com')).toBeNull()
})

test('a model that is unknown, sees no images, or is behind a server that drops documents accepts none', () => {
  expect(pagesOf('nova-9', 'responses')).toBeNull()
  expect(pagesOf('deepseek-v4-pro', 'anthropic', 'api.deepseek.com')).toBeNull()
  expect(pagesOf('claude-opus-5-5', 'anthropic', 'api.deepseek.com')).toBeNull()
  expect(pagesOf('gpt-3.5-turbo', 'responses', 'api.openai.com')).toBeNull()
  expect(pagesOf('gpt-5.6', 'gemini')).toBeNull()
})
