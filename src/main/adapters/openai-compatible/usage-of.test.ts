import { expect, test } from 'vitest'
import { usageOf } from './usage-of.ts'

test('output is at least the total minus the input: xAI counts its reasoning nowhere else', () => {
  const xai = { prompt_tokens: 200, completion_tokens: 631, total_tokens: 200 + 4_829 }
  expect(usageOf(xai)).toMatchObject({ inputTokens: 200, outputTokens: 4_829 })
  expect(usageOf({ prompt_tokens: 200, completion_tokens: 631, total_tokens: 0 })).toMatchObject({
    outputTokens: 631,
  })
  expect(usageOf({ completion_tokens: 5 })).toMatchObject({ inputTokens: 0, outputTokens: 5 })
})

test.each([
  ['OpenAI', { prompt_tokens_details: { cached_tokens: 70 } }, 70, 0],
  ['DeepSeek', { prompt_cache_hit_tokens: 70, prompt_cache_miss_tokens: 30 }, 70, 0],
  ['Moonshot', { cached_tokens: 70 }, 70, 0],
  ['OpenRouter', { prompt_tokens_details: { cached_tokens: 10, cache_write_tokens: 60 } }, 10, 60],
  ['LiteLLM', { cache_read_input_tokens: 10, cache_creation_input_tokens: 60 }, 10, 60],
])('cache reads and writes are counted once, as %s reports them', (_, reported, read, written) => {
  const usage = usageOf({
    prompt_tokens: 100,
    completion_tokens: 1,
    total_tokens: 101,
    ...reported,
  })
  expect(usage).toEqual({
    inputTokens: 100 - read - written,
    outputTokens: 1,
    cacheReadTokens: read,
    cacheWriteTokens: written,
  })
})

test.each([
  ['OpenRouter', { cost: 0.0125 }, 0.0125],
  [
    'OpenRouter with a key of the person',
    { cost: 0.001, is_byok: true, cost_details: { upstream_inference_cost: 0.02 } },
    0.021,
  ],
  ['Perplexity', { cost: { total_cost: 0.006 } }, 0.006],
  ['nobody', { cost: 'cheap' }, undefined],
])('a reported cost is kept, as %s reports it', (_, reported, usd) => {
  expect(usageOf({ prompt_tokens: 1, ...reported }).usd).toBe(usd)
})
