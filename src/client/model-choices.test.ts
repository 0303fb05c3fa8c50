import { expect, test } from 'vitest'
import { NO_FALLBACK } from '../shared/models/chosen-model.ts'
import { SAMPLE_SETTINGS } from './fakes/sample-settings.ts'
import {
  choicesOf,
  chosenFallbackIn,
  fallbackText,
  isChosen,
  noteOfModel,
  rowsFor,
  shortTokens,
  withFavourite,
} from './model-choices.ts'

const OLLAMA = {
  id: 'ollama',
  kind: 'openai',
  baseUrl: 'http://localhost:11434/v1',
  models: [{ id: 'qwen3:8b', contextTokens: 32_000, outputTokens: null, price: null }],
  timeouts: {},
  hasKey: false,
  headerNames: [],
  keyRest: null,
} as const

const settings = {
  ...SAMPLE_SETTINGS,
  endpoints: [OLLAMA],
  knownModels: ['demo', 'claude-sonnet-5-5', 'ollama/qwen3:8b'],
  favouriteModels: ['gone/llama', 'ollama/qwen3:8b'],
  contextTokens: {
    demo: 200_000,
    'claude-sonnet-5-5': 1_000_000,
    'ollama/qwen3:8b': 32_000,
    'gone/llama': 8_000,
  },
}

test('favourites come first, each model once, with its limit or that its endpoint is missing', () => {
  expect(choicesOf(settings)).toEqual([
    {
      name: 'gone/llama',
      label: 'gone/llama',
      isFavourite: true,
      about: 'its endpoint is missing',
    },
    { name: 'ollama/qwen3:8b', label: 'ollama/qwen3:8b', isFavourite: true, about: 'reads 32k' },
    { name: 'demo', label: 'Scripted demo, no real model', isFavourite: false, about: '' },
    {
      name: 'claude-sonnet-5-5',
      label: 'Claude Sonnet 5.5',
      isFavourite: false,
      about: 'reads 1M',
    },
  ])
})

test('a model is found by what people call it; two of the same name are told apart by their ids', () => {
  const knownModels = ['claude-opus-4-8', 'gpt-x/gpt-4o-2024-05-13', 'gpt-x/gpt-4o-2024-08-06']
  const choices = choicesOf({ ...settings, favouriteModels: [], knownModels })
  const labels = ['Claude Opus 4.8', ...knownModels.slice(1)]
  expect(choices.map(({ label }) => label)).toEqual(labels)
  expect(rowsFor(choices, 'opus 4.8')[0]).toMatchObject({ name: 'claude-opus-4-8' })
})

test('a hidden model is not listed, a favourite neither, but its name can still be chosen', () => {
  const hiding = { ...settings, hiddenModels: ['gone/llama', 'claude-sonnet-5-5'] }
  const choices = choicesOf(hiding)
  expect(choices.map(({ name }) => name)).toEqual(['ollama/qwen3:8b', 'demo'])
  expect(rowsFor(choices, 'claude-sonnet-5-5')).toEqual([
    { type: 'asItIs', name: 'claude-sonnet-5-5' },
  ])
  expect(isChosen('claude-sonnet-5-5', choices, 'claude-sonnet-5-5')).toBe(true)
  expect(noteOfModel('claude-sonnet-5-5', hiding)).toBe('')
})

test('a model that its maker retires says when, and afterwards that it has been retired', () => {
  const ending = { ...settings, modelEnds: { 'claude-sonnet-5-5': '2026-11-30' } }
  const at = (day: string): readonly (string | undefined)[] => {
    const now = Date.parse(day)
    const about = choicesOf(ending, now).find(({ name }) => name === 'claude-sonnet-5-5')?.about
    return [about, noteOfModel('claude-sonnet-5-5', ending, now)]
  }
  const ends = [
    'reads 1M, will be retired on 30 November 2026',
    'This model will be retired on 30 November 2026. After that, its provider refuses requests for it.',
  ]
  expect(at('2026-11-23')).toEqual(ends)
  expect(at('2026-11-30T23:00:00Z')).toEqual(ends)
  expect(at('2026-12-01')).toEqual(ends.map((words) => words.replace('will be', 'was')))
})

test('every typed word narrows the list, in any case and order; the last row is the typed text', () => {
  expect(namesFor('QWEN ollama')).toEqual(['listed ollama/qwen3:8b', 'asItIs QWEN ollama'])
  expect(namesFor('qwen sonnet')).toEqual(['asItIs qwen sonnet'])
  expect(namesFor(' ')).toHaveLength(4)
})

test('the model with exactly the typed name is the first row, and then no row offers the text itself', () => {
  expect(namesFor(' demo ')).toEqual(['listed demo'])
  const alike = ['lab/qwen3:8b', 'lab/qwen3'].map((name) => {
    return { name, label: name, isFavourite: false, about: '' }
  })
  expect(rowsFor(alike, 'lab/qwen3').map(({ name }) => name)).toEqual(['lab/qwen3', 'lab/qwen3:8b'])
})

test('typed text alone is no choice: a name of the list is, one taken as it is, and none', () => {
  const choices = choicesOf(settings)
  expect(isChosen('haiku', choices, null)).toBe(false)
  expect(isChosen('sonnet', choices, 'haiku')).toBe(false)
  expect(isChosen(' haiku ', choices, 'haiku')).toBe(true)
  expect(isChosen('demo', choices, null)).toBe(true)
  expect(isChosen('  ', choices, null)).toBe(true)
})

test('a model without its endpoint differs from an unknown one', () => {
  expect(noteOfModel('gone/llama', settings)).toBe(
    'There is no endpoint “gone” in Settings. Add it there, or choose another model.',
  )
  expect(noteOfModel('ollama/new', settings)).toContain('doesn’t know this model')
  expect(noteOfModel('constructor', settings)).toContain('doesn’t know this model')
  expect(noteOfModel('claude-next', settings)).toContain('doesn’t know this model')
  expect(noteOfModel('ollama/qwen3:8b', settings)).toBe('')
  expect(noteOfModel('demo', settings)).toBe('')
  expect(noteOfModel('', settings)).toBe('')
})

test('a favourite is added or taken away by its name, and nothing is said of others', () => {
  expect(withFavourite(settings, 'demo')).toEqual({ favouriteModels: { demo: true } })
  expect(withFavourite(settings, 'gone/llama')).toEqual({
    favouriteModels: { 'gone/llama': false },
  })
})

test('a fallback is none, the app’s default, or a model, and its field shows the choice', () => {
  for (const chosen of [null, NO_FALLBACK, 'ollama/qwen3:8b'])
    expect(chosenFallbackIn(fallbackText(chosen))).toBe(chosen)
  expect(chosenFallbackIn(' none ')).toBe(NO_FALLBACK)
  expect(chosenFallbackIn('  ')).toBeNull()
})

test('sizes are abbreviated', () => {
  expect([400, 999, 999_499, 999_600].map(shortTokens)).toEqual(['400', '999', '999k', '999k'])
  expect([8_192, 128_000, 200_000, 1_000_000, 1_048_576, 2_500_000].map(shortTokens)).toEqual([
    '8k',
    '128k',
    '200k',
    '1M',
    '1M',
    '2.5M',
  ])
})

function namesFor(text: string): readonly string[] {
  return rowsFor(choicesOf(settings), text).map(({ type, name }) => `${type} ${name}`)
}
