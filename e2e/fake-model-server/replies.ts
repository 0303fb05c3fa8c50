import { partEvents, type Part } from './parts.ts'
import {
  frameEvent,
  PING,
  streamEvent,
  type Framing,
  type Reply,
  type Step,
  type StreamEvent,
} from './reply.ts'

export interface MessageOptions {
  /** Default: tool_use if there are calls, otherwise end_turn. Null: none is ever sent. */
  readonly stopReason?: string | null
  readonly usage?: Readonly<Record<string, number>>
  /** The number of searches, counted like the API does. */
  readonly searches?: number
  readonly framing?: Framing
}

const STREAM_HEAD = { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' } }
let calls = 0
const nextCallId = (): string => `toolu_fake_${++calls}`

/** The events of a complete, healthy message. */
export function messageEvents(parts: readonly Part[], options: MessageOptions = {}): StreamEvent[] {
  const hasCalls = parts.some(({ type }) => type === 'toolCall')
  const { stopReason = hasCalls ? 'tool_use' : 'end_turn', searches = 0, usage = {} } = options
  const { output_tokens = 20, ...input } = { input_tokens: 100, ...usage }
  return [
    streamEvent({
      type: 'message_start',
      message: {
        id: 'msg_fake',
        type: 'message',
        role: 'assistant',
        model: 'fake',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...input, output_tokens: 1 },
      },
    }),
    PING,
    ...parts.flatMap((part, index) => partEvents(part, index, nextCallId)),
    streamEvent({
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: {
        output_tokens,
        ...(searches > 0 && { server_tool_use: { web_search_requests: searches } }),
      },
    }),
    streamEvent({ type: 'message_stop' }),
  ]
}

/** A healthy answer. */
export function message(parts: readonly Part[], options: MessageOptions = {}): Reply {
  return ofEvents(messageEvents(parts, options), options.framing)
}

/** A stream of exactly these events. */
export function ofEvents(events: readonly StreamEvent[], framing?: Framing): Reply {
  return { head: STREAM_HEAD, steps: events.map((event) => send(frameEvent(event, framing))) }
}

/** A stream of these bytes, split into these pieces. */
export function ofBytes(pieces: readonly (string | Uint8Array)[]): Reply {
  return { head: STREAM_HEAD, steps: pieces.map(send) }
}

/** A healthy answer of this many equal text deltas, as fast as the socket takes them. */
export function flood(count: number, delta: string): Reply {
  const events = messageEvents([{ type: 'text', text: delta, pieces: 1 }])
  const steps = events.map((event): Step => {
    const bytes = frameEvent(event)
    return event.name === 'content_block_delta'
      ? { type: 'flood', event: bytes, count }
      : send(bytes)
  })
  return { head: STREAM_HEAD, steps }
}

/** A refusal in the API's words. `body` replaces the JSON. */
export function refusal(
  status: number,
  error: { readonly type: string; readonly message: string; readonly details?: unknown } | null,
  extra: { readonly retryAfter?: string; readonly body?: string } = {},
): Reply {
  const body =
    extra.body ??
    (error === null ? '' : JSON.stringify({ type: 'error', error, request_id: 'req_fake' }))
  const retryAfter = extra.retryAfter === undefined ? {} : { 'retry-after': extra.retryAfter }
  return {
    head: { status, headers: { 'content-type': 'application/json', ...retryAfter } },
    steps: [send(body)],
  }
}

/** A plain answer, not a stream. */
export function ofJson(value: unknown, status = 200): Reply {
  const head = { status, headers: { 'content-type': 'application/json' } }
  return { head, steps: [send(JSON.stringify(value))] }
}

/** A page at a URL that is not an API's. */
export function page(html: string, status = 200): Reply {
  return { head: { status, headers: { 'content-type': 'text/html' } }, steps: [send(html)] }
}

/** The connection is accepted, but nothing is ever sent. */
export const SILENCE: Reply = { head: null, steps: [{ type: 'stall' }] }
/** The connection is accepted and destroyed. */
export const HANG_UP: Reply = { head: null, steps: [{ type: 'cut' }] }

/** The reply, silent after its first steps; 0 is silence after the headers. */
export function stallAfter(reply: Reply, steps: number): Reply {
  return { ...reply, steps: [...reply.steps.slice(0, steps), { type: 'stall' }] }
}

/** The reply, with only pings after its first steps. */
export function pingAfter(reply: Reply, steps: number, everyMs: number): Reply {
  return { ...reply, steps: [...reply.steps.slice(0, steps), { type: 'pingForEver', everyMs }] }
}

/** The reply, with its socket destroyed after this many bytes of the body. */
export function cutAfterBytes(reply: Reply, bytes: number): Reply {
  return { ...reply, steps: [send(bodyOf(reply).subarray(0, bytes)), { type: 'cut' }] }
}

/** The reply with an error event in place of everything after its first steps. */
export function errorAfter(
  reply: Reply,
  steps: number,
  type: string,
  words = `fake ${type}`,
): Reply {
  const error = streamEvent({ type: 'error', error: { type, message: words } })
  return { ...reply, steps: [...reply.steps.slice(0, steps), send(frameEvent(error))] }
}

/** The reply, a few bytes at a time. */
export function drip(reply: Reply, size: number, everyMs: number): Reply {
  const bytes = bodyOf(reply).toString('latin1')
  return { ...reply, steps: [{ type: 'drip', bytes, size, everyMs }] }
}

/** The reply, held back until `release`; `after`: this many of its steps are sent at once. */
export function held(
  reply: Reply,
  after = 0,
): { readonly reply: Reply; readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hold: Step = { type: 'hold', until: promise }
  return {
    reply: { ...reply, steps: reply.steps.toSpliced(after, 0, hold) },
    release: () => resolve(),
  }
}

/** The reply, each step of which waits for a `next`. */
export function stepwise(reply: Reply): { readonly reply: Reply; readonly next: () => void } {
  const gates = reply.steps.map(() => Promise.withResolvers<void>())
  const steps = reply.steps.flatMap((step, at): readonly Step[] => [
    { type: 'hold', until: gates[at]?.promise ?? Promise.resolve() },
    step,
  ])
  return { reply: { ...reply, steps }, next: () => gates.shift()?.resolve() }
}

/** The reply, with its headers delayed. */
export function late(reply: Reply, ms: number): Reply {
  return { ...reply, headAfterMs: ms }
}

/** Everything that the reply sends, as bytes. For tests that split it. */
export function bodyOf(reply: Reply): Buffer {
  return Buffer.concat(
    reply.steps.map((step) => (step.type === 'send' ? Buffer.from(step.bytes) : Buffer.alloc(0))),
  )
}

function send(bytes: string | Uint8Array): Step {
  return { type: 'send', bytes }
}
