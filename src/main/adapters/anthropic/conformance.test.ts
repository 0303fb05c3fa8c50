import { isJson } from '../../../../e2e/fake-model-server/json.ts'
import {
  errorAfter,
  message,
  messageEvents,
  ofEvents,
  page,
  pingAfter,
  refusal,
} from '../../../../e2e/fake-model-server/replies.ts'
import { streamEvent } from '../../../../e2e/fake-model-server/reply.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import { describeConformance } from '../model-api/fakes/conformance.ts'
import { anthropicApi } from './anthropic-api.ts'

const REASONS: Partial<Record<ReplyEnd, string>> = {
  endTurn: 'end_turn',
  maxTokens: 'max_tokens',
  toolUse: 'tool_use',
  refusal: 'refusal',
  unknown: 'bored',
}

const ODD = [
  streamEvent({ type: 'content_block_telepathy', index: 1, thought: '?' }),
  { name: 'gossip', data: 'not JSON at all' },
  streamEvent({ type: 'content_block_delta', index: 1, delta: { type: 'scent_delta' } }),
]

const error = (status: number, type: string, message = 'no') => refusal(status, { type, message })

describeConformance({
  kind: 'anthropic',
  api: anthropicApi,
  say: (parts, framing) => message(parts, framing === undefined ? {} : { framing }),
  endedBy: (end, parts) => message(parts, { stopReason: REASONS[end] ?? null }),
  stepsAfterWhole: 1,
  nothing: message([], { stopReason: null }),
  withOddEvents: (parts) => ofEvents(messageEvents(parts).flatMap((event) => [event, ...ODD])),
  withSecondStart: (parts) => {
    const events = messageEvents(parts)
    return ofEvents([...events.slice(0, 1), ...events])
  },
  errorAfter: (parts, steps) => ({
    reply: errorAfter(message(parts), steps, 'overloaded_error'),
    kind: 'overloaded',
  }),
  pingAfter: (parts, steps) => pingAfter(message(parts), steps, 20),
  effortIn: ({ output_config: config }) => (isJson(config) ? config['effort'] : config),
  refusals: [
    ['401', error(401, 'authentication_error'), 'auth'],
    ['401 as a page', page('<h1>Log in</h1>', 401), 'auth'],
    ['403', error(403, 'permission_error'), 'auth'],
    ['402', error(402, 'billing_error'), 'billing'],
    ['429', error(429, 'rate_limit_error'), 'rateLimit'],
    ['404', error(404, 'not_found_error'), 'invalidRequest'],
    ['400', error(400, 'invalid_request_error'), 'invalidRequest'],
    ['408', refusal(408, null), 'timeout'],
    ['409', refusal(409, null), 'server'],
    ['500', error(500, 'api_error'), 'server'],
    ['529', refusal(529, null), 'overloaded'],
    ['413', error(413, 'request_too_large'), 'invalidRequest'],
    ['413 for tokens', error(413, 'request_too_large', '9000 tokens are too many'), 'contextFull'],
  ],
})
