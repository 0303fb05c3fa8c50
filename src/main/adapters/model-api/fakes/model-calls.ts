import { ok } from '../../../../shared/result.ts'
import { DEFAULT_TIMEOUTS } from '../../../../shared/models/timeouts.ts'
import type { ModelRequest } from '../../../core/request/model-request.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { Silence } from '../../../../shared/conversation/conversation.ts'
import type {
  Clock,
  ModelCall,
  ModelOutcome,
  ModelPort,
  Timers,
} from '../../../runtime/ports/ports.ts'
import { systemClock, systemTimers } from '../../system/system-clock.ts'
import type { Endpoint } from '../endpoint.ts'
import type { ModelApi } from '../model-api.ts'
import { createModelPort } from '../model-port.ts'

export interface ModelOptions {
  readonly apiKey?: string | null
  /** Default: the system's. */
  readonly time?: Clock & Timers
}

export function modelAt(
  api: ModelApi,
  at: string | (() => Endpoint),
  options: ModelOptions = {},
): ModelPort {
  const { apiKey = 'test-key', time = { ...systemClock, ...systemTimers } } = options
  return createModelPort({
    endpointOf: () => ({
      api,
      endpoint: typeof at === 'string' ? { baseUrl: at, apiKey, headers: {} } : at(),
    }),
    timers: time,
    clock: time,
    readBlob: () => Promise.resolve(ok(null)),
    log: { warn: () => undefined },
  })
}

const HELLO: ModelRequest = {
  system: 'You are a test.',
  tools: [],
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Hello' }] }],
}

/** The outcome of one call, and everything it reported on the way. */
export interface ReceivedReply {
  readonly outcome: ModelOutcome
  readonly started: number
  readonly deltas: readonly (readonly [part: string, text: string])[]
  /** For each call: the name, and the JSON of its input as received. */
  readonly callDeltas: readonly (readonly [call: number, name: string, json: string])[]
  readonly silences: readonly (Silence | null)[]
}

export async function ask(
  model: ModelPort,
  change: Partial<ModelCall> = {},
): Promise<ReceivedReply> {
  const { received, outcome } = beginCall(model, change)
  const ended = await outcome
  return { ...received, outcome: ended }
}

/** A call in progress, and what it has reported so far. */
export interface PendingCall {
  readonly outcome: Promise<ModelOutcome>
  readonly received: Readonly<Omit<ReceivedReply, 'outcome'>>
}

export function beginCall(model: ModelPort, change: Partial<ModelCall> = {}): PendingCall {
  const deltas: [string, string][] = []
  const callDeltas: [number, string, string][] = []
  const silences: (Silence | null)[] = []
  const received = { started: 0, deltas, callDeltas, silences }
  const outcome = model.ask({
    conversationId: 'conversation' as ConversationId,
    provider: {
      endpoint: 'anthropic',
      model: 'claude-test',
      limits: { contextTokens: 200_000, outputTokens: 8_192 },
      timeouts: DEFAULT_TIMEOUTS,
      price: null,
    },
    effort: 'auto',
    request: HELLO,
    signal: new AbortController().signal,
    onStarted: () => {
      received.started++
    },
    onDelta: (part, text) => {
      deltas.push([part, text])
    },
    onCallDelta: (call, name, json) => {
      callDeltas.push([call, name, json])
    },
    onSilence: (silence) => {
      silences.push(silence)
    },
    ...change,
  })
  return { outcome, received }
}
