import type {
  MessageCreateParamsStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages'
import { expect, test, vi } from 'vitest'
import { encodeParams } from './encode-params.ts'

const hello: MessageParam = { role: 'user', content: 'Hello, "world" \u2028' }

function bodyWith(...messages: MessageParam[]): MessageCreateParamsStreaming {
  return { model: 'm', max_tokens: 1, stream: true, messages }
}

test('a body is the JSON of its parameters, the first time and again', () => {
  const whole = bodyWith(hello, { ...hello, role: 'assistant' })
  expect(JSON.parse(encodeParams(whole))).toEqual(whole)
  const longer = { ...bodyWith(...whole.messages, { ...hello }), system: 'Be brief.' }
  expect(JSON.parse(encodeParams(longer))).toEqual(longer)
})

test('a message that an earlier request contained is not encoded again', () => {
  const toJSON = vi.fn(() => hello)
  const watched = { ...hello, toJSON }
  encodeParams(bodyWith(watched))
  expect(JSON.parse(encodeParams(bodyWith(watched)))).toEqual(bodyWith(hello))
  expect(toJSON).toHaveBeenCalledOnce()
})
