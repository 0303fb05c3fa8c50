import { expect, test } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { sentenceOfRefusal } from './refusal-actions.ts'

const BUSY = appError('busy', 'The agent is busy. Stop it, or stop and send.')

test('above the ways to send, the sentence asks for one; without them, it is the host’s', () => {
  expect(sentenceOfRefusal(BUSY, true)).toBe('The agent is working. When should this be sent?')
  expect(sentenceOfRefusal(BUSY, false)).toBe(BUSY.message)
})

test('while a turn is being stopped, the host’s sentence says so', () => {
  const cancelling = appError('cancelling', 'A stop is under way.')
  expect(sentenceOfRefusal(cancelling, true)).toBe(cancelling.message)
})
