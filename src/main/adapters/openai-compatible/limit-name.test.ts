import { expect, test } from 'vitest'
import { chat, chatRefusal } from '../../../../e2e/fake-model-server/chat-replies.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { openaiApi } from './openai-api.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'

const server = serverForEach()

const REFUSAL = chatRefusal(400, {
  message:
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  type: 'invalid_request_error',
  code: 'unsupported_parameter',
  param: 'max_tokens',
})

function limits(): readonly (readonly [string, unknown])[] {
  return server().requests.flatMap(({ body }) =>
    Object.entries(body).filter(([name]) => name.startsWith('max_')),
  )
}

test('a deployment whose name does not show that it reasons is asked once more, and with the other name from then on', async () => {
  server().respond(({ max_tokens: most }) => (most === undefined ? chat([text('Hi')]) : REFUSAL))
  const model = modelAt(openaiApi, server().url)
  expect((await ask(model)).outcome).toMatchObject({ type: 'responded' })
  const [own, other] = [
    ['max_tokens', 8_192],
    ['max_completion_tokens', 8_192],
  ] as const
  expect(limits()).toEqual([own, other])
  expect((await ask(model)).outcome).toMatchObject({ type: 'responded' })
  expect(limits()).toEqual([own, other, other])
  await ask(modelAt(openaiApi, server().url))
  expect(limits()).toEqual([own, other, other, own, other])
})

test('a server that accepts neither name is not asked a third time, and that is reported; the next request starts over', async () => {
  server().respond(() => REFUSAL)
  const model = modelAt(openaiApi, server().url)
  const { outcome } = await ask(model)
  expect(outcome).toMatchObject({ kind: 'invalidRequest', rejectedPart: null })
  expect(limits()).toHaveLength(2)
  await ask(model)
  expect(limits().map(([name]) => name)).toEqual([
    'max_tokens',
    'max_completion_tokens',
    'max_tokens',
    'max_completion_tokens',
  ])
})

test('any other refusal is not repeated', async () => {
  server().respond(() =>
    chatRefusal(400, { message: 'max_tokens is too large', param: 'max_tokens' }),
  )
  expect((await ask(modelAt(openaiApi, server().url))).outcome).toMatchObject({ type: 'failed' })
  expect(limits()).toHaveLength(1)
})
