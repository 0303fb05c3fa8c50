import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { EffortLevel } from '../../../shared/models/effort.ts'
import { MOST_USD, type Price } from '../../../shared/models/price.ts'
import { displayName } from '../../../shared/models/display-name.ts'
import { CLAUDE_MODELS } from '../settings/known-models.ts'
import { endOf, FAMILIES, levelsOf, limitsOf, listPriceOf } from './known-models.ts'

const ANTHROPIC = 'api.anthropic.com'
const ROWS = FAMILIES.flatMap(({ models }) => models)

test('every common family is in the table, with its source and date', () => {
  const names = FAMILIES.map(({ name }) => name)
  const used = 'Claude GPT Gemini Grok DeepSeek Kimi GLM Qwen Mistral MiniMax Llama gpt-oss'
  expect(names).toEqual(used.split(' '))
  for (const { models, name, sources, recordedOn } of FAMILIES) {
    expect(models.length, name).toBeGreaterThan(0)
    expect(sources.length, name).toBeGreaterThan(0)
    expect(recordedOn, name).toMatch(/^2026-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])$/)
  }
})

test('no two rows have the same prefix, and some name matches each row', () => {
  const prefixes = ROWS.map(({ prefix }) => prefix)
  expect(new Set(prefixes).size).toBe(prefixes.length)
  for (const prefix of prefixes) expect(prefix).toMatch(/^[a-z][a-z\d.-]+$/)
  // Claude's versions are looked up with hyphens.
  expect(prefixes.filter((each) => /^claude.*\./.test(each))).toEqual([])
  const hosts = FAMILIES.flatMap((family) => family.hosts)
  expect(new Set(hosts).size).toBe(hosts.length)
})

test('every row is plausible', () => {
  for (const { contextTokens, levels, outputTokens, prefix, ...row } of ROWS) {
    expect(contextTokens, prefix).toBeGreaterThanOrEqual(4_000)
    expect(contextTokens, prefix).toBeLessThanOrEqual(10_000_000)
    expect(outputTokens, prefix).toBeGreaterThanOrEqual(4_000)
    expect(outputTokens, prefix).toBeLessThanOrEqual(contextTokens)
    const order = EffortLevel.options.filter((level) => levels?.includes(level))
    expect(levels ?? [], prefix).toEqual(order)
    if (!row.thinks) expect(levels ?? [], prefix).toEqual([])
    if (row.endsOn !== undefined) {
      expect(new Date(row.endsOn).toISOString().slice(0, 10), prefix).toBe(row.endsOn)
    }
  }
})

test('people say a name of every model in the table', () => {
  const ids = ROWS.map(({ prefix }) => prefix).filter((prefix) => displayName(prefix) === null)
  // The first lines are of whole families.
  const families = 'claude-fable claude-mythos claude-3-7 claude-3 gpt-5.'
  expect(ids).toEqual(`${families} o3 o4-mini qwen3.6 qwen3.5 gpt-oss`.split(' '))
})

test('every price is plausible: output costs more than input, a cached token less than a new one', () => {
  for (const { contextTokens, prefix, price } of ROWS) {
    if (price === undefined) continue
    const { long, ...short } = price
    if (long !== null) {
      expect(long.above, prefix).toBeLessThan(contextTokens)
      expect(long.input, prefix).toBeGreaterThan(short.input)
      expect(long.output, prefix).toBeGreaterThan(short.output)
    }
    for (const { cacheRead, cacheWrite, input, output } of [short, long ?? short]) {
      expect(input, prefix).toBeGreaterThan(0)
      expect(output, prefix).toBeLessThan(MOST_USD)
      expect(output, prefix).toBeGreaterThan(input)
      expect(cacheRead, prefix).toBeLessThanOrEqual(input / 2)
      expect(cacheWrite, prefix).toBeGreaterThanOrEqual(input)
      expect(cacheWrite, prefix).toBeLessThanOrEqual(input * 1.25 + 1e-9)
    }
  }
})

test.each([
  ['claude-sonnet-5-5', 1_000_000, 128_000],
  ['claude-haiku-4-5-20251001', 200_000, 64_000],
  ['claude-opus-4-1', 200_000, 32_000],
  ['claude-opus-4-6', 1_000_000, 128_000],
  ['gpt-6.2-sol', 1_050_000, 128_000],
  ['gpt-5-codex', 400_000, 128_000],
  ['gpt-5.4-mini-2026-03-17', 400_000, 128_000],
  ['deepseek-v4-pro', 1_000_000, 384_000],
  ['gpt-oss:20b', 131_072, 32_768],
])('the limits of %s', (model, contextTokens, outputTokens) => {
  expect(limitsOf(model)).toEqual({ contextTokens, outputTokens })
})

test('T93 an unknown name gets the limits of most current models', () => {
  expect(limitsOf('llama-at-home')).toEqual({ contextTokens: 128_000, outputTokens: 16_384 })
  expect(levelsOf('llama-at-home')).toEqual(['low', 'medium', 'high'])
})

test('a model is recognised under the names that routers use', () => {
  expect(limitsOf('moonshotai/Kimi-K2.6')).toEqual(limitsOf('kimi-k2.6'))
  expect(limitsOf('anthropic/claude-opus-4.6')).toEqual(limitsOf('claude-opus-4-6'))
  expect(limitsOf('openai/gpt-5.4')).toEqual(limitsOf('gpt-5.4'))
  expect(levelsOf('zai-org/GLM-5.3')).toEqual(['low', 'high', 'max'])
})

test('levels are those of the longest prefix', () => {
  expect(levelsOf('gpt-5-pro')).toEqual(['high'])
  expect(levelsOf('gpt-5.1')).not.toContain('xhigh')
  expect(levelsOf('gpt-6.2-sol')).not.toContain('none')
  expect(levelsOf('gpt-6-sol')).toContain('none')
  expect(levelsOf('claude-opus-5-5')).not.toContain('none')
  expect(levelsOf('deepseek-v4-pro')).toEqual(['high', 'max'])
  expect(levelsOf('kimi-k2.6')).toEqual([])
})

test('each model that Settings offers has limits of its own', () => {
  for (const model of CLAUDE_MODELS) {
    expect(limitsOf(model).outputTokens, model).toBeGreaterThan(32_000)
  }
})

function priceOf(model: string): Price | null {
  return listPriceOf(model, ANTHROPIC)
}

test('each model that Settings offers has its list price, except those missing from every complete list', () => {
  const unpriced = CLAUDE_MODELS.filter((model) => priceOf(model) === null)
  expect(unpriced).toEqual(['claude-mythos-5-2', 'claude-mythos-preview'])
})

test('for Claude reading a cached token costs less than a new one, and writing it more', () => {
  for (const model of CLAUDE_MODELS) {
    const price = priceOf(model)
    if (price === null) continue
    for (const { cacheRead, cacheWrite, input, output } of [price, price.long ?? price]) {
      expect(cacheRead, model).toBeLessThanOrEqual(input * 0.1 + 1e-9)
      expect(cacheWrite, model).toBeCloseTo(input * 1.25)
      expect(output, model).toBeCloseTo(input * 5)
    }
  }
})

function ofGpt(model: string): Price | null {
  return listPriceOf(model, 'api.openai.com')
}

test('a price applies to the model itself or a dated edition, never to a name with the same beginning', () => {
  expect(priceOf('claude-haiku-4-5-20251001')).toEqual(priceOf('claude-haiku-4-5'))
  expect(priceOf('claude-haiku-4-5')).toMatchObject({ input: 1, output: 5, cacheRead: 0.1 })
  for (const model of ['claude-opus-5-9', 'claude-opus', 'llama-at-home', '']) {
    expect(priceOf(model), model).toBeNull()
  }
  expect(ofGpt('gpt-5.2-2025-12-11')).toEqual(ofGpt('gpt-5.2'))
  expect(ofGpt('gpt-5.2-pro')).toBeNull()
})

test('list prices apply only at the maker', () => {
  expect(listPriceOf('claude-haiku-4-5', 'gateway.example')).toBeNull()
  expect(listPriceOf('deepseek-v4-pro', 'api.deepseek.com')).toMatchObject({ input: 1.32 })
  expect(listPriceOf('deepseek-v4-pro', 'openrouter.ai')).toBeNull()
  expect(listPriceOf('gpt-6-sol', ANTHROPIC)).toBeNull()
  expect(listPriceOf('gpt-oss-120b', '')).toBeNull()
})

test("a provider's search has a price if its maker publishes one", () => {
  expect(priceOf('claude-haiku-4-5')).toMatchObject({ search: 0.01 })
  expect(ofGpt('gpt-6-sol')).not.toHaveProperty('search')
})

test("a request above the maker's threshold costs more", () => {
  const long = { above: 272_000, input: 4, output: 15, cacheRead: 0.4, cacheWrite: 5 }
  const price = { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5, long }
  expect(listPriceOf('gpt-6-sol', 'api.openai.com')).toEqual(price)
})

test('a model retires at its maker on the announced day, and nowhere else', () => {
  expect(endOf('claude-sonnet-4-5', ANTHROPIC)).toBe('2026-11-30')
  expect(endOf('gpt-5', 'api.openai.com')).toBe('2026-12-11')
  expect(endOf('gpt-5.2', 'api.openai.com')).toBeNull()
  expect(endOf('claude-sonnet-4-5', 'bedrock.example')).toBeNull()
})

test('the retirement dates of Claude are those that the SDK warns of', () => {
  const sdk = dirname(createRequire(import.meta.url).resolve('@anthropic-ai/sdk'))
  const source = readFileSync(join(sdk, 'resources/messages/messages.js'), 'utf8')
  const list = /const DEPRECATED_MODELS = \{([^}]*)\}/.exec(source)?.[1] ?? ''
  const warned = [...list.matchAll(/'([^']+)': '(\w+) (\d+)\w*, (\d+)'/g)]
  expect(warned.length).toBeGreaterThan(0)
  for (const [, model = '', month, day, year] of warned) {
    const end = new Date(`${month} ${day}, ${year} UTC`).toISOString().slice(0, 10)
    expect(endOf(model, ANTHROPIC), model).toBe(end)
  }
  const ending = CLAUDE_MODELS.filter((model) => endOf(model, ANTHROPIC) !== null)
  expect(warned.map(([, model]) => model)).toEqual(expect.arrayContaining(ending))
})
