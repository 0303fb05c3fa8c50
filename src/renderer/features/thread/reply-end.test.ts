import { expect, test } from 'vitest'
import { ReplyEnd } from '../../../shared/messages/message.ts'
import { wordsOfEnd } from './reply-end.ts'

test('only a reply that may be incomplete says so', () => {
  const told = ReplyEnd.options.filter((end) => wordsOfEnd(end) !== null)
  expect(told).toEqual(['maxTokens', 'contextFull', 'unknown'])
  expect(wordsOfEnd('unknown')).toMatch(/may be incomplete/)
})
