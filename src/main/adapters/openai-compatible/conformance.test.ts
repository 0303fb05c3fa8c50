import {
  chat,
  type ChatOptions,
  chatChunks,
  chatRefusal,
  chunk,
  ofChunks,
} from '../../../../e2e/fake-model-server/chat-replies.ts'
import { page } from '../../../../e2e/fake-model-server/replies.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import { describeConformance } from '../model-api/fakes/conformance.ts'
import { openaiApi } from './openai-api.ts'

const REASONS: Partial<Record<ReplyEnd, string>> = {
  endTurn: 'stop',
  maxTokens: 'length',
  toolUse: 'tool_calls',
  refusal: 'content_filter',
  unknown: 'bored',
}

const ODD = [
  { id: 'x', object: 'telepathy', choices: [] },
  { ...chunk({ scent: 'rose' }) },
  { id: 'x', choices: [{ index: 1 }], usage: null },
]

const error = (status: number, code: string | null, message = 'no') =>
  chatRefusal(status, { message, type: 'invalid_request_error', code, param: null })

describeConformance({
  kind: 'openai',
  api: openaiApi,
  say: (parts, framing) => chat(parts, framing === undefined ? {} : { framing }),
  endedBy: (end, parts) => chat(parts, { finishReason: REASONS[end] ?? null }),
  stepsAfterWhole: 2,
  nothing: chat([], { finishReason: null } satisfies ChatOptions),
  withOddEvents: (parts) => ofChunks(chatChunks(parts).flatMap((each) => [each, ...ODD])),
  withSecondStart: (parts) => ofChunks([chunk({ role: 'assistant' }), ...chatChunks(parts)]),
  errorAfter: (parts, steps) => ({
    reply: ofChunks([
      ...chatChunks(parts).slice(0, steps),
      { error: { message: 'worn out', type: 'overloaded_error' } },
    ]),
    kind: 'overloaded',
  }),
  pingAfter: (parts, steps) => {
    const { head, steps: sent } = chat(parts)
    return { head, steps: [...sent.slice(0, steps), { type: 'pingForEver', everyMs: 20 }] }
  },
  effortIn: (body) => body['reasoning_effort'],
  refusals: [
    ['401', error(401, 'invalid_api_key'), 'auth'],
    ['401 as a page', page('<h1>Log in</h1>', 401), 'auth'],
    ['403', error(403, null), 'auth'],
    ['402', error(402, null), 'billing'],
    ['a used-up quota', error(429, 'insufficient_quota'), 'billing'],
    ['429', error(429, 'rate_limit_exceeded'), 'rateLimit'],
    ['404 for a model', error(404, 'model_not_found'), 'invalidRequest'],
    [
      '404 in a sentence',
      chatRefusal(404, 'model "x" not found, try pulling it'),
      'invalidRequest',
    ],
    ['400', error(400, null), 'invalidRequest'],
    ['408', chatRefusal(408, null), 'timeout'],
    ['409', chatRefusal(409, null), 'server'],
    ['500', error(500, 'server_error'), 'server'],
    ['503 while a model is loaded', chatRefusal(503, { message: 'Loading model' }), 'server'],
    ['413', chatRefusal(413, null), 'invalidRequest'],
    ['413 for tokens', chatRefusal(413, '9000 tokens are too many'), 'contextFull'],
    ['a code for too long', error(400, 'context_length_exceeded'), 'contextFull'],
    [
      'llama.cpp’s word for too long',
      chatRefusal(400, { code: 400, message: 'no', type: 'exceed_context_size_error' }),
      'contextFull',
    ],
    [
      'vLLM’s sentence for too long',
      error(400, null, "This model's maximum context length is 4096 tokens."),
      'contextFull',
    ],
  ],
})
