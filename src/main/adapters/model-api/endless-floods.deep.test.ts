import { afterEach, describe, expect, test } from 'vitest'
import { anthropicApi } from '../anthropic/anthropic-api.ts'
import { geminiApi } from '../gemini/gemini-api.ts'
import { openaiApi } from '../openai-compatible/openai-api.ts'
import {
  ANTHROPIC_SPEECH,
  CHAT_SPEECH,
  GEMINI_SPEECH,
  endlessFloods,
  type EndlessServer,
  startEndlessServer,
} from './fakes/endless-server.ts'
import { ask, modelAt } from './fakes/model-calls.ts'

let server: EndlessServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

describe.each([
  ['Messages API', anthropicApi, ANTHROPIC_SPEECH],
  ['chat completions', openaiApi, CHAT_SPEECH],
  ['generateContent', geminiApi, GEMINI_SPEECH],
] as const)('answers of which little is kept, %s', (_, api, speech) => {
  test.each(endlessFloods(speech))(
    '%s without end: ended at its limit, with a sentence',
    async (_name, answer, words, mostBytes) => {
      server = await startEndlessServer(answer)
      const { outcome } = await ask(modelAt(api, server.url))
      expect(outcome).toMatchObject({ kind: 'network', detail: expect.stringMatching(words) })
      expect(await server.bytesTaken()).toBeLessThan(mostBytes)
    },
    60_000,
  )
})
