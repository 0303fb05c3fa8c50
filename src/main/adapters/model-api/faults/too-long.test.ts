import { expect, test } from 'vitest'
import { chunk, ofChunks } from '../../../../../e2e/fake-model-server/chat-replies.ts'
import { isJson } from '../../../../../e2e/fake-model-server/json.ts'
import { text } from '../../../../../e2e/fake-model-server/parts.ts'
import { errorAfter, message, ofJson } from '../../../../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../../../../e2e/fake-model-server/reply.ts'
import { anthropicApi } from '../../anthropic/anthropic-api.ts'
import { openaiApi } from '../../openai-compatible/openai-api.ts'
import type { KnownRefusal } from '../fakes/known-refusal.ts'
import { KNOWN_REFUSALS } from '../fakes/known-refusals.ts'
import { phaseOf, until, worldAt } from '../fakes/scripted-apis.ts'
import { serverForEach } from '../fakes/fake-server.ts'

const server = serverForEach()

const TOO_LONG = Object.entries(KNOWN_REFUSALS).filter(([, { cause }]) => cause === 'length')
/** The same error in an event as in a separate answer. */
const IN_THE_STREAM = TOO_LONG.flatMap(([name, { api, body }]) => {
  const error = isJson(body) ? body['error'] : undefined
  return error === undefined ? [] : [[name, api, error] as const]
})

/** Without automatic summaries, so the text for the user can be seen. */
async function expectGuidance(api: KnownRefusal['api'], reply: Reply): Promise<void> {
  server().respond(() => reply)
  const speech = { api: api === 'anthropic' ? anthropicApi : openaiApi }
  const world = worldAt(speech, server().url, { change: { autoCompact: false } })
  await world.send('Hello')
  await until(world, () => ['backoff', 'error', 'contextExhausted'].includes(phaseOf(world)))
  expect(world.state.type).toBe('contextExhausted')
  expect(world.transcript.at(-1)).toMatch(/Compact it, or choose a model/)
  expect(server().requests).toHaveLength(1)
}

test.each(TOO_LONG)(
  'T99 “%s” exhausts the context and says what to do, and is not a generic error',
  async (_, { api, body, status }) => {
    await expectGuidance(api, ofJson(body, status))
  },
)

test.each(IN_THE_STREAM)(
  'T99 “%s” in the middle of an answer exhausts the context too',
  async (_, api, error) => {
    const { type, message: words } = isJson(error) ? error : { type: null, message: null }
    await expectGuidance(
      api,
      api === 'anthropic'
        ? errorAfter(message([text('Half')]), 4, String(type), String(words))
        : ofChunks([chunk({ content: 'Half' }), { error }]),
    )
  },
)
