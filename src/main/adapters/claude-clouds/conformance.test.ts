import { describe } from 'vitest'
import {
  awsRefusal,
  chunkFrame,
  exceptionFrame,
  ofFrames,
} from '../../../../e2e/fake-model-server/aws-frames.ts'
import { AWS_ACCOUNT } from '../../../../e2e/fake-model-server/aws-signature.ts'
import { VERTEX_PROJECT } from '../../../../e2e/fake-model-server/cloud-dialects.ts'
import { geminiRefusal } from '../../../../e2e/fake-model-server/gemini-replies.ts'
import { isJson, type Json } from '../../../../e2e/fake-model-server/json.ts'
import type { Part } from '../../../../e2e/fake-model-server/parts.ts'
import {
  errorAfter,
  message,
  messageEvents,
  ofEvents,
  page,
  pingAfter,
  refusal,
} from '../../../../e2e/fake-model-server/replies.ts'
import {
  type Reply,
  streamEvent,
  type StreamEvent,
} from '../../../../e2e/fake-model-server/reply.ts'
import { SERVICE_ACCOUNT } from '../../../../e2e/fake-model-server/service-account.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import type { ServerProtocol } from '../model-api/fakes/server-protocol.ts'
import { oneOfEvery } from '../../../shared/testing/by-tier.ts'
import { describeConformance } from '../model-api/fakes/conformance.ts'
import type { ModelApi } from '../model-api/model-api.ts'
import { bedrockApi, vertexApi } from './cloud-apis.ts'

const REASONS: Partial<Record<ReplyEnd, string>> = {
  endTurn: 'end_turn',
  maxTokens: 'max_tokens',
  toolUse: 'tool_use',
  refusal: 'refusal',
  unknown: 'bored',
}
const ODD = [
  streamEvent({ type: 'content_block_telepathy', index: 1, thought: '?' }),
  streamEvent({ type: 'content_block_delta', index: 1, delta: { type: 'scent_delta' } }),
]
const effortIn = ({ output_config: config }: Json): unknown =>
  isJson(config) ? config['effort'] : config

/** The same API with another key in place of the one that the suite uses. */
function withKey(api: ModelApi, key: string, place: Partial<Endpoint>): ModelApi {
  const other = (endpoint: Endpoint): Endpoint => ({
    ...endpoint,
    ...place,
    apiKey: endpoint.apiKey === 'test-key' ? key : endpoint.apiKey,
  })
  return {
    ...api,
    ask: (deps, endpoint, call) => api.ask(deps, other(endpoint), call),
    listModels: (endpoint, signal) => api.listModels(other(endpoint), signal),
  }
}

const frames = (events: readonly StreamEvent[]): Reply =>
  ofFrames(events.map(({ data }) => chunkFrame(data)))
const framed = (parts: readonly Part[], stopReason?: string | null): Reply =>
  frames(messageEvents(parts, stopReason === undefined ? {} : { stopReason }))
const PINGS = chunkFrame({ type: 'ping' })

const BEDROCK: Omit<ServerProtocol, 'api'> = {
  kind: 'bedrock',
  say: (parts) => framed(parts),
  endedBy: (end, parts) => framed(parts, REASONS[end] ?? null),
  stepsAfterWhole: 1,
  nothing: framed([], null),
  withOddEvents: (parts) => frames(messageEvents(parts).flatMap((event) => [event, ...ODD])),
  withSecondStart: (parts) => {
    const events = messageEvents(parts)
    return frames([...events.slice(0, 1), ...events])
  },
  errorAfter: (parts, steps) => {
    const { head, steps: sent } = framed(parts)
    const bytes = exceptionFrame('throttlingException', 'Too many tokens, please wait.')
    const reply: Reply = { head, steps: [...sent.slice(0, steps), { type: 'send', bytes }] }
    return { reply, kind: 'rateLimit' }
  },
  pingAfter: (parts, steps) => {
    const { head, steps: sent } = framed(parts)
    const bytes = PINGS.toString('latin1').repeat(10_000)
    const pings = { type: 'drip', bytes, size: PINGS.length, everyMs: 20 } as const
    return { head, steps: [...sent.slice(0, steps), pings] }
  },
  effortIn,
  refusals: [
    ['a signature', awsRefusal(403, 'InvalidSignatureException', 'no'), 'auth'],
    ['a token', awsRefusal(403, 'ExpiredTokenException', 'The token is expired'), 'auth'],
    ['the model', awsRefusal(403, 'AccessDeniedException', "You don't have access"), 'auth'],
    ['401 as a page', page('<h1>Log in</h1>', 401), 'auth'],
    ['429', awsRefusal(429, 'ThrottlingException', 'Too many requests'), 'rateLimit'],
    ['a quota', awsRefusal(400, 'ServiceQuotaExceededException', 'no'), 'rateLimit'],
    ['a cold model', awsRefusal(429, 'ModelNotReadyException', 'not ready'), 'overloaded'],
    ['503', awsRefusal(503, 'ServiceUnavailableException', 'no'), 'overloaded'],
    ['500', awsRefusal(500, 'InternalServerException', 'no'), 'server'],
    ['424', awsRefusal(424, 'ModelErrorException', 'no'), 'server'],
    ['408', awsRefusal(408, 'ModelTimeoutException', 'no'), 'timeout'],
    ['404', awsRefusal(404, 'ResourceNotFoundException', 'no'), 'invalidRequest'],
    ['400', awsRefusal(400, 'ValidationException', 'no'), 'invalidRequest'],
    [
      'too long',
      awsRefusal(400, 'ValidationException', 'Input is too long for requested model.'),
      'contextFull',
    ],
  ],
}

const { accessKeyId, region, secretAccessKey } = AWS_ACCOUNT
const SIGNED = withKey(bedrockApi, `${accessKeyId}:${secretAccessKey}`, { region })

const google = (code: number, status: string, words = 'no'): Reply =>
  geminiRefusal(code, status, words)
const anthropic = (status: number, type: string, words = 'no'): Reply =>
  refusal(status, { type, message: words })

const VERTEX: Omit<ServerProtocol, 'api'> = {
  kind: 'vertex',
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
  effortIn,
  refusals: [
    ['401', google(401, 'UNAUTHENTICATED'), 'auth'],
    ['403', google(403, 'PERMISSION_DENIED'), 'auth'],
    ['429', google(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded'), 'rateLimit'],
    ['404', google(404, 'NOT_FOUND', 'Publisher Model was not found'), 'invalidRequest'],
    ['400', google(400, 'FAILED_PRECONDITION'), 'invalidRequest'],
    ['500', google(500, 'INTERNAL'), 'server'],
    ['503', google(503, 'UNAVAILABLE'), 'overloaded'],
    ['504', google(504, 'DEADLINE_EXCEEDED'), 'timeout'],
    ['400 of the model itself', anthropic(400, 'invalid_request_error'), 'invalidRequest'],
    [
      'too long',
      anthropic(400, 'invalid_request_error', 'prompt is too long: 9 > 8'),
      'contextFull',
    ],
  ],
}

/** In Vertex both the stream and the refusals have the form of another API, which has this suite too. */
const CLOUDS = [
  { api: withKey(vertexApi, SERVICE_ACCOUNT, VERTEX_PROJECT), ...VERTEX },
  { api: SIGNED, ...BEDROCK },
]

describe.each(oneOfEvery(2, CLOUDS))('$kind', (cloud) => describeConformance(cloud))
