import { expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import { conversationIn, fragmentOf, isPlaceToReturnTo } from './address.ts'

test('the address names a conversation, or the form for a new one', () => {
  const id = ConversationId.parse('c/1&2')
  expect(conversationIn(fragmentOf(id))).toBe(id)
  expect(conversationIn(fragmentOf(null))).toBeNull()
  expect(conversationIn('')).toBeNull()
})

test('Back leads to conversations alone', () => {
  expect(isPlaceToReturnTo(fragmentOf(ConversationId.parse('c1')))).toBe(true)
  expect(['', '#', fragmentOf(null)].some(isPlaceToReturnTo)).toBe(false)
})
