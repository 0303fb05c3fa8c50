import { expect, test } from 'vitest'
import { chatRefusal } from '../../../../e2e/fake-model-server/chat-replies.ts'
import { text } from '../../../../e2e/fake-model-server/parts.ts'
import { response } from '../../../../e2e/fake-model-server/response-replies.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { responsesApi } from './responses-api.ts'

const server = serverForEach()

const UNVERIFIED = chatRefusal(400, {
  message: 'Your organization must be verified to generate reasoning summaries.',
  type: 'invalid_request_error',
  param: 'reasoning.summary',
  code: 'unsupported_value',
})
const NO_THINKER = chatRefusal(400, {
  message: 'Encrypted content is not supported with this model.',
  type: 'invalid_request_error',
  param: 'include',
  code: null,
})

test('an optional field that a server refuses is left out at once, and from then on', async () => {
  const model = modelAt(responsesApi, server().url)
  server().enqueue(UNVERIFIED, NO_THINKER, response([text('Hi')]), response([text('Again')]))
  expect((await ask(model, { effort: 'high' })).outcome).toMatchObject({ type: 'responded' })
  expect((await ask(model, { effort: 'high' })).outcome).toMatchObject({ type: 'responded' })
  const requested = server().requests.map(({ body }) => [body['reasoning'], body['include']])
  const encrypted = ['reasoning.encrypted_content']
  expect(requested).toEqual([
    [{ summary: 'auto', effort: 'high' }, encrypted],
    [{ effort: 'high' }, encrypted],
    [{ effort: 'high' }, undefined],
    [{ effort: 'high' }, undefined],
  ])
})

test('any other refusal is not repeated', async () => {
  server().enqueue(chatRefusal(400, { message: 'no', type: 'invalid_request_error' }))
  const { outcome } = await ask(modelAt(responsesApi, server().url))
  expect(outcome).toMatchObject({ type: 'failed', kind: 'invalidRequest' })
})
