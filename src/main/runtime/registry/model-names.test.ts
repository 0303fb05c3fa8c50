import { expect, test } from 'vitest'
import { NO_FALLBACK } from '../../../shared/models/chosen-model.ts'
import { modelNamesOf } from './model-names.ts'

const USUAL = { model: 'claude-a', fallbackModel: 'claude-b' }
const TABLE = [
  [null, null, USUAL.model, USUAL.fallbackModel],
  ['ollama/x', null, 'ollama/x', USUAL.fallbackModel],
  [null, 'ollama/x', USUAL.model, 'ollama/x'],
  [null, NO_FALLBACK, USUAL.model, null],
  ['claude-b', null, 'claude-b', null],
  ['ollama/x', 'ollama/x', 'ollama/x', null],
] as const

test.each(TABLE)('own %s and %s: %s is asked, then %s', (chosenModel, chosenFallback, ...names) => {
  const [model, fallback] = names
  expect(modelNamesOf({ chosenModel, chosenFallback }, USUAL)).toEqual({ model, fallback })
})

test('without a fallback in the settings there is none', () => {
  const own = { chosenModel: null, chosenFallback: null }
  expect(modelNamesOf(own, { ...USUAL, fallbackModel: null }).fallback).toBeNull()
})
