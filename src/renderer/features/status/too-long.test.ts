import { expect, test } from 'vitest'
import { ContextChoice, type StateViewOf } from '../../../shared/conversation/state-view.ts'
import { adviceOf, choicesOf } from './too-long.ts'

const STATE: StateViewOf<'contextExhausted'> = {
  type: 'contextExhausted',
  choices: ContextChoice.options,
}

test('a choice is offered if it can do something', () => {
  const all = { canCompact: true, holdsImages: true }
  expect(choicesOf(STATE, all)).toEqual(ContextChoice.options)
  expect(choicesOf(STATE, { ...all, holdsImages: false })).toEqual(
    ContextChoice.options.filter((choice) => choice !== 'dropAttachments'),
  )
  expect(choicesOf(STATE, { ...all, canCompact: false })).not.toContain('compact')
})

test('the advice matches the offered choices', () => {
  expect(adviceOf({ canCompact: true, holdsImages: false })).toBe(
    'Summarise it, switch to a model with a larger context, continue in a new conversation that starts from the end of this one, or edit your message and send it again.',
  )
  expect(adviceOf({ canCompact: true, holdsImages: true })).toContain('drop its images')
  expect(adviceOf({ canCompact: false, holdsImages: true })).toBe(
    'There is nothing to summarise: switch to a model with a larger context, drop its images and PDFs (they stay here), continue in a new conversation that starts from the end of this one, edit your message and send it again, or try again with a shorter system prompt.',
  )
})
