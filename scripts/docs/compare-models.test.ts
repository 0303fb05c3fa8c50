import { expect, test } from 'vitest'
import { FAMILIES } from '../../src/main/adapters/known-models/known-models.ts'
import { differencesFrom } from './compare-models.ts'

const LISTS = 'anthropic openai google xai deepseek moonshotai zai alibaba mistral minimax'.split(
  ' ',
)

/** A model of the catalogue that equals its row in the table. */
const OPUS = {
  id: 'claude-opus-5-5',
  name: 'Claude Opus 5.5',
  reasoning: true,
  tool_call: true,
  modalities: { input: ['text', 'image', 'pdf'], output: ['text'] },
  limit: { context: 1_000_000, output: 128_000 },
  cost: { input: 4, output: 20, cache_read: 0.2, cache_write: 5 },
}

function catalogue(...models: readonly { readonly id: string }[]) {
  const empty = Object.fromEntries(LISTS.map((id) => [id, { id, models: {} }]))
  const listed = Object.fromEntries(models.map((model) => [model.id, model]))
  return { ...empty, anthropic: { id: 'anthropic', models: listed } }
}

test('every maker in the table has a list in the catalogue', () => {
  expect(differencesFrom(catalogue(OPUS))).toEqual([])
  expect(LISTS).toHaveLength(FAMILIES.flatMap(({ hosts }) => hosts).length)
  const { openai: _, ...others } = catalogue(OPUS) as Record<string, unknown>
  expect(differencesFrom(others)).toEqual(['GPT: the catalogue has no list of api.openai.com'])
})

test.each([
  [{ limit: { context: 2_000_000, output: 128_000 } }, 'context: 1000000 here, 2000000 there'],
  [{ limit: { context: 1_000_000, output: 64_000 } }, 'output: 128000 here, 64000 there'],
  [{ reasoning: false }, 'thinks: true here, false there'],
  [{ modalities: { input: ['text'], output: ['text'] } }, 'images: true here, false there'],
  [{ cost: { input: 5, output: 20 } }, 'price of input: 4 here, 5 there'],
  [{ cost: { input: 4, output: 25 } }, 'price of output: 20 here, 25 there'],
  [
    { cost: { input: 4, output: 20, cache_read: 0.4 } },
    'price of cached input: 0.2 here, 0.4 there',
  ],
])('differences from the catalogue are reported: %o', (change, told) => {
  const differences = differencesFrom(catalogue({ ...OPUS, ...change }))
  expect(differences).toEqual([`Claude: claude-opus-5-5: ${told}`])
})

test('a model without a row is reported, unless it is unsuitable for agents', () => {
  const fresh = { ...OPUS, id: 'sonata-1' }
  expect(differencesFrom(catalogue(fresh))).toEqual(['Claude: sonata-1 is in no row'])
  const none = [
    { ...fresh, tool_call: false },
    { ...fresh, status: 'deprecated' },
    { ...fresh, modalities: { input: ['text'], output: ['image'] } },
  ]
  for (const each of none) expect(differencesFrom(catalogue(each))).toEqual([])
})
