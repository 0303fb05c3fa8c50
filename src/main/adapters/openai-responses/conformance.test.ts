import { chatRefusal } from '../../../../e2e/fake-model-server/chat-replies.ts'
import { isJson } from '../../../../e2e/fake-model-server/json.ts'
import type { Part } from '../../../../e2e/fake-model-server/parts.ts'
import { page } from '../../../../e2e/fake-model-server/replies.ts'
import { streamEvent } from '../../../../e2e/fake-model-server/reply.ts'
import {
  ofEvents,
  response,
  responseEvents,
} from '../../../../e2e/fake-model-server/response-replies.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import { describeConformance } from '../model-api/fakes/conformance.ts'
import { responsesApi } from './responses-api.ts'

const INCOMPLETE: Partial<Record<ReplyEnd, string>> = {
  maxTokens: 'max_output_tokens',
  refusal: 'content_filter',
  unknown: 'boredom',
}

const ODD = [
  streamEvent({ type: 'response.telepathy', delta: 'x' }),
  { name: null, data: { object: 'unknown' } },
  streamEvent({ type: 'response.content_part.added', part: { type: 'scent' } }),
]

const error = (status: number, code: string | null, message = 'no') =>
  chatRefusal(status, { message, type: 'invalid_request_error', code, param: null })

const withError = (parts: readonly Part[], steps: number) =>
  ofEvents([
    ...responseEvents(parts).slice(0, steps),
    streamEvent({ type: 'error', code: 'server_error', message: 'worn out', param: null }),
  ])

describeConformance({
  kind: 'responses',
  api: responsesApi,
  say: (parts, framing) => response(parts, framing === undefined ? {} : { framing }),
  endedBy: (end, parts) => response(parts, { incomplete: INCOMPLETE[end] ?? null }),
  nothing: response([], { incomplete: 'boredom' }),
  withOddEvents: (parts) => ofEvents(responseEvents(parts).flatMap((each) => [...ODD, each])),
  withSecondStart: (parts) =>
    ofEvents([...responseEvents([]).slice(0, 1), ...responseEvents(parts)]),
  errorAfter: (parts, steps) => ({ reply: withError(parts, steps), kind: 'server' }),
  pingAfter: (parts, steps) => {
    const { head, steps: sent } = response(parts)
    return { head, steps: [...sent.slice(0, steps), { type: 'pingForEver', everyMs: 20 }] }
  },
  effortIn: ({ reasoning }) => (isJson(reasoning) ? reasoning['effort'] : undefined),
  refusals: [
    ['401', error(401, 'invalid_api_key'), 'auth'],
    ['401 as a page', page('<h1>Log in</h1>', 401), 'auth'],
    ['a used-up quota', error(429, 'insufficient_quota'), 'billing'],
    ['429', error(429, 'rate_limit_exceeded'), 'rateLimit'],
    ['404 for a model', error(404, 'model_not_found'), 'invalidRequest'],
    ['400', error(400, null), 'invalidRequest'],
    ['500', error(500, 'server_error'), 'server'],
    ['a code for too long', error(400, 'context_length_exceeded'), 'contextFull'],
  ],
})
