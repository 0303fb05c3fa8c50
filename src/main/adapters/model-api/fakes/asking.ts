import { DEFAULT_TIMEOUTS, type Timeouts } from '../../../../shared/timeouts.ts'
import type { ModelRequest } from '../../../core/model-request.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { Silence } from '../../../../shared/conversation.ts'
import type { ModelCall, ModelOutcome, ModelPort, Timers } from '../../../runtime/ports.ts'
import { systemClock, systemTimers } from '../../system/system-clock.ts'
import type { Endpoint } from '../endpoint.ts'
import type { ModelApi } from '../model-api.ts'
import { createModelPort } from '../model-port.ts'

/** Deadlines of minutes in parts of a second. */
const SCALE = 1 / 300
export const scaledTimers: Timers = {
  ...systemTimers,
  awake: () => systemTimers.awake() / SCALE,
  start: (afterMs, fire) => systemTimers.start(afterMs * SCALE, fire),
}

export interface AskingOptions {
  readonly apiKey?: string | null
  readonly timers?: Timers
}

export function modelAt(
  api: ModelApi,
  at: string | (() => Endpoint),
  options: AskingOptions = {},
): ModelPort {
  const { apiKey = 'test-key', timers = systemTimers } = options
  return createModelPort({
    endpointOf: () => ({
      api,
      endpoint: typeof at === 'string' ? { baseUrl: at, apiKey, headers: {} } : at(),
    }),
    timers,
    clock: systemClock,
    readBlob: () => null,
    log: { warn: () => undefined },
  })
}

/** Scaled, the usual one for the connection would be shorter than a busy machine needs. */
const IN_TESTS: Timeouts = { ...DEFAULT_TIMEOUTS, connectMs: DEFAULT_TIMEOUTS.requestMs }

const HELLO: ModelRequest = {
  system: 'You are a test.',
  tools: [],
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Hello' }] }],
}

/** What came of one call, and what it said on the way. */
export interface Heard {
  readonly outcome: ModelOutcome
  readonly started: number
  readonly deltas: readonly (readonly [part: string, text: string])[]
  readonly silences: readonly (Silence | null)[]
}

export async function ask(model: ModelPort, change: Partial<ModelCall> = {}): Promise<Heard> {
  const deltas: [string, string][] = []
  const silences: (Silence | null)[] = []
  let started = 0
  const outcome = await model.ask({
    conversationId: 'conversation' as ConversationId,
    provider: {
      endpoint: 'anthropic',
      model: 'claude-test',
      limits: { contextTokens: 200_000, outputTokens: 8_192 },
      timeouts: IN_TESTS,
      price: null,
    },
    effort: 'auto',
    request: HELLO,
    signal: new AbortController().signal,
    onStarted: () => {
      started++
    },
    onDelta: (part, text) => {
      deltas.push([part, text])
    },
    onSilence: (silence) => {
      silences.push(silence)
    },
    ...change,
  })
  return { outcome, started, deltas, silences }
}
