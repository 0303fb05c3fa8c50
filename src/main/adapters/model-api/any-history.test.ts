import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkChat } from '../../../../e2e/fake-model-server/checks/check-chat.ts'
import { checkGemini } from '../../../../e2e/fake-model-server/checks/check-gemini.ts'
import { checkRequest } from '../../../../e2e/fake-model-server/checks/check-request.ts'
import { anyContents } from '../../core/testing/arbitrary-history.ts'
import { buildCompaction, buildToolless } from '../../core/request/build-compaction.ts'
import { buildRequest } from '../../core/request/build-request.ts'
import type { ModelRequest, ToolSpec } from '../../core/request/model-request.ts'
import { place, user } from '../../core/testing/test-messages.ts'
import { buildParams as anthropicBody } from '../anthropic/build-params.ts'
import { buildParams as geminiParams } from '../gemini/build-params.ts'
import { buildParams as openaiBody } from '../openai-compatible/build-params.ts'

const PROVIDER = { model: 'm', limits: { contextTokens: 200_000, outputTokens: 8_000 } }
const BASH: ToolSpec = { name: 'bash', description: 'Runs.', inputSchema: { type: 'object' } }
const FRAME = { endpoint: 'anthropic', model: 'm', system: 'Be brief.', tools: [BASH] }
const GEMINI = 'gemini-3.8-flash'
const CASES = { numRuns: 500 }

/** The body as it is sent, and the objections of that API's strict server. */
const APIS: readonly (readonly [
  name: string,
  bodyOf: (request: ModelRequest) => unknown,
  complaint: (body: unknown) => string | null,
])[] = [
  [
    'the Messages API',
    (request) => anthropicBody({ request, provider: PROVIDER, effort: 'auto' }, () => null),
    (body) => checkRequest(body, { endsWithAssistant: false }),
  ],
  [
    'chat completions',
    (request) => openaiBody({ request, provider: PROVIDER, effort: 'auto' }, () => null),
    checkChat,
  ],
  [
    'generateContent',
    (request) => {
      const input = { request, provider: { ...PROVIDER, model: GEMINI }, effort: 'auto' } as const
      const { config, contents } = geminiParams(input, () => null)
      const tools = config?.tools
      return { contents, ...(tools === undefined ? {} : { tools }) }
    },
    (body) => checkGemini(body, GEMINI),
  ],
]

describe.each(APIS)('what goes to %s', (_, bodyOf, complaintAbout) => {
  const sent = (request: ModelRequest): string => JSON.stringify(bodyOf(request))

  test('R16 any log gives a request in its grammar, from every prefix that can be continued', () => {
    fc.assert(
      fc.property(anyContents, fc.nat(15), (contents, cut) => {
        const prefix = contents.slice(0, 1 + (cut % contents.length))
        for (const log of [contents, [...prefix, user('And now?')]]) {
          const body = sent(buildRequest(place(log), FRAME))
          expect(complaintAbout(JSON.parse(body))).toBeNull()
          expect(body).not.toMatch(/\\ud[89a-f]/)
        }
      }),
      CASES,
    )
  })

  // The second half of T38: a call of a nonexistent tool stays, with its error, which the model has to see (T19).
  test('calls are sent only with tools: a request without tools holds no call block, whatever the history', () => {
    let written = 0
    fc.assert(
      fc.property(anyContents, (contents) => {
        const log = place(contents)
        const whole = buildRequest(log, FRAME)
        const summary = buildCompaction(log, { ...FRAME, limitTokens: 100_000 })
        for (const request of [buildToolless(log, FRAME), ...(summary === null ? [] : [summary])]) {
          const body = sent(request)
          expect(complaintAbout(JSON.parse(body))).toBeNull()
          expect(body).not.toMatch(/"(tools|tool_calls|tool_call_id|tool_use_id)":/)
          expect(body).not.toMatch(/"function(Call|Response)":/)
          expect(body).not.toMatch(/"(type|role)":"tool(_use|_result)?"/)
        }
        if (/"(tool_use|tool_calls|functionCall)"/.test(sent(whole))) written++
      }),
      CASES,
    )
    expect(written).toBeGreaterThan(CASES.numRuns / 8)
  })
})
