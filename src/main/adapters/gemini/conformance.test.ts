import {
  event,
  gemini,
  geminiEvents,
  geminiRefusal,
  NO_GEMINI_KEY,
  ofGeminiEvents,
  unnamed,
} from '../../../../e2e/fake-model-server/gemini-replies.ts'
import { isJson } from '../../../../e2e/fake-model-server/json.ts'
import type { Part } from '../../../../e2e/fake-model-server/parts.ts'
import { page } from '../../../../e2e/fake-model-server/replies.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import { describeConformance } from '../model-api/fakes/conformance.ts'
import { geminiApi } from './gemini-api.ts'

const REASONS: Partial<Record<ReplyEnd, string>> = {
  maxTokens: 'MAX_TOKENS',
  refusal: 'SAFETY',
  unknown: 'BOREDOM',
}

const ODD = [
  unnamed({ telepathy: true }),
  unnamed({ candidates: [] }),
  event([{ executableCode: { language: 'PYTHON', code: '1' } }]),
]

/** Signatures are in parts of a separate kind, which its own tests check. */
const withError = (parts: readonly Part[]) =>
  ofGeminiEvents([
    ...geminiEvents(parts).slice(0, 1),
    unnamed({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
  ])

const QUOTA = 'You exceeded your current quota, please check your plan and billing details.'
const RETRY = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '31s' }

describeConformance({
  kind: 'gemini',
  api: geminiApi,
  say: (parts, framing) => gemini(parts, framing === undefined ? {} : { framing }),
  endedBy: (end, parts) => gemini(parts, { finishReason: REASONS[end] ?? 'STOP' }),
  nothing: gemini([], { finishReason: 'OTHER' }),
  withOddEvents: (parts) => ofGeminiEvents(geminiEvents(parts).flatMap((each) => [...ODD, each])),
  withSecondStart: (parts) => ofGeminiEvents([event([{ text: '' }]), ...geminiEvents(parts)]),
  callsComeWhole: true,
  errorAfter: (parts) => ({ reply: withError(parts), kind: 'overloaded' }),
  pingAfter: (parts, steps) => {
    const { head, steps: sent } = gemini(parts)
    return { head, steps: [...sent.slice(0, steps), { type: 'pingForEver', everyMs: 20 }] }
  },
  effortIn: ({ generationConfig: config }) => {
    const thinking = isJson(config) ? config['thinkingConfig'] : undefined
    const level = isJson(thinking) ? thinking['thinkingLevel'] : undefined
    return typeof level === 'string' ? level.toLowerCase() : level
  },
  refusals: [
    ['a wrong key', NO_GEMINI_KEY, 'auth'],
    ['401', geminiRefusal(401, 'UNAUTHENTICATED', 'no'), 'auth'],
    ['403', geminiRefusal(403, 'PERMISSION_DENIED', 'no'), 'auth'],
    ['401 as a page', page('<h1>Log in</h1>', 401), 'auth'],
    ['a used-up account', geminiRefusal(429, 'RESOURCE_EXHAUSTED', QUOTA), 'billing'],
    ['429', geminiRefusal(429, 'RESOURCE_EXHAUSTED', QUOTA, [RETRY]), 'rateLimit'],
    ['404', geminiRefusal(404, 'NOT_FOUND', 'models/x is not found'), 'invalidRequest'],
    ['400', geminiRefusal(400, 'INVALID_ARGUMENT', 'no'), 'invalidRequest'],
    [
      'a region',
      geminiRefusal(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
      'invalidRequest',
    ],
    ['500', geminiRefusal(500, 'INTERNAL', 'An internal error has occurred.'), 'server'],
    ['503', geminiRefusal(503, 'UNAVAILABLE', 'The model is overloaded.'), 'overloaded'],
    ['504', geminiRefusal(504, 'DEADLINE_EXCEEDED', 'Deadline expired.'), 'timeout'],
    [
      'too long',
      geminiRefusal(
        400,
        'INVALID_ARGUMENT',
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      ),
      'contextFull',
    ],
  ],
})
