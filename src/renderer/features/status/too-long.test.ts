import { expect, test } from 'vitest'
import { ContextChoice, type StateViewOf } from '../../../shared/state-view.ts'
import { adviceOf, choicesOf } from './too-long.ts'

const STATE: StateViewOf<'contextExhausted'> = {
  type: 'contextExhausted',
  choices: ContextChoice.options,
}

test('a choice is offered where there is something that it can do', () => {
  const all = { canCompact: true, holdsImages: true }
  expect(choicesOf(STATE, all)).toEqual(ContextChoice.options)
  expect(choicesOf(STATE, { ...all, holdsImages: false })).toEqual(
    ContextChoice.options.filter((choice) => choice !== 'dropAttachments'),
  )
  expect(choicesOf(STATE, { ...all, canCompact: false })).not.toContain('compact')
})

test('what is advised is what is offered', () => {
  expect(adviceOf({ canCompact: true, holdsImages: false })).toBe(
    'Summarise it, let a model go on that can read more, go on in a new conversation that begins with what was said last, or take back what you said and say it anew.',
  )
  expect(adviceOf({ canCompact: true, holdsImages: true })).toContain('drop its images')
  expect(adviceOf({ canCompact: false, holdsImages: true })).toBe(
    'There is nothing to summarise: let a model go on that can read more, drop its images and PDFs (they stay here), go on in a new conversation that begins with what was said last, take back what you said and say it anew, or try again with a shorter system prompt.',
  )
})
