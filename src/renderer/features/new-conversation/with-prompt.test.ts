import { expect, test } from 'vitest'
import { DEMO_PROMPT } from '../../../shared/models/demo-prompts.ts'
import { withPrompt } from './with-prompt.ts'

const { file, slow } = DEMO_PROMPT

test('a chosen prompt takes the place of nothing or of another prompt', () => {
  expect(withPrompt('', slow)).toBe(slow)
  expect(withPrompt(' \n', slow)).toBe(slow)
  expect(withPrompt(file, slow)).toBe(slow)
})

test('it follows what a person has typed', () => {
  expect(withPrompt('Please: ', slow)).toBe(`Please:\n${slow}`)
})
