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

test('a body is the JSON of its parameters, the first time and again', async () => {
  const whole = bodyWith(hello, { ...hello, role: 'assistant' })
  expect(JSON.parse(await encodeParams(whole))).toEqual(whole)
  const longer = { ...bodyWith(...whole.messages, { ...hello }), system: 'Be brief.' }
  expect(JSON.parse(await encodeParams(longer))).toEqual(longer)
})

test('a short message that an earlier request contained is not encoded again, and a long one is not kept', async () => {
  expect(await timesEncoded(hello)).toBe(1)
  expect(await timesEncoded({ ...hello, content: 'x'.repeat(2_000) })).toBe(2)
})

/** Sends the message in two requests. */
async function timesEncoded(message: MessageParam): Promise<number> {
  const toJSON = vi.fn(() => message)
  const watched = { ...message, toJSON }
  await encodeParams(bodyWith(watched))
  expect(JSON.parse(await encodeParams(bodyWith(watched)))).toEqual(bodyWith(message))
  return toJSON.mock.calls.length
}
