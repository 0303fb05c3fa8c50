import {
  type Answer,
  askEndpoint,
  drain,
  type Refused,
  type WholeReply,
  type AskDeps,
} from './ask-endpoint.ts'
import type { ModelCall } from '../../runtime/ports/ports.ts'
import type { ConnectionLease } from './transport/connections.ts'
import type { Endpoint } from './endpoint.ts'
import type { Fault } from './faults/fault.ts'
import type { EventStream } from './transport/event-stream.ts'
import type { Watchdog } from './transport/watchdog.ts'

export type ReadReply =
  { readonly type: 'whole'; readonly reply: WholeReply } | ({ readonly type: 'broken' } & Refused)

/** Receives a reply as it streams in. */
export type ReplyListener = Pick<ModelCall, 'onDelta' | 'onCallDelta'>

export interface ReplyReader extends ReplyListener {
  readonly response: Response
  readonly watchdog: Watchdog
  readonly signal: AbortSignal
  /** ms since 1970. */
  readonly now: () => number
  readonly onStarted: () => void
  /** Called when the reply is complete; the rest of what the server sends is unread. */
  readonly onReplied: (stream: EventStream) => void
}

/** How a request is sent. */
export interface SendOptions extends Pick<ConnectionLease, 'dispatcher'> {
  readonly signal: AbortSignal
}

/** The parts that differ between APIs. */
export interface Dialect {
  send(options: SendOptions): Promise<Response>
  /** Classifies the error that `send` rejected with. */
  classify(error: unknown, now: number): Refused
  read(reader: ReplyReader): Promise<ReadReply>
}

/** Sends one request and receives its streamed reply, under the watchdog. */
export function exchange(
  deps: AskDeps,
  { baseUrl }: Pick<Endpoint, 'baseUrl'>,
  call: ModelCall,
  dialect: Dialect,
): Promise<Answer> {
  return askEndpoint(deps, call, async ({ connection, watchdog }) => {
    const { endpoint, timeouts } = call.provider
    const target = { endpoint, baseUrl, connectMs: timeouts.connectMs }
    const lease = await deps.connections.take(target, () => watchdog.connected())
    let drained = Promise.resolve()
    try {
      const response = await dialect
        .send({ dispatcher: lease.dispatcher, signal: connection.signal })
        .catch((error: unknown) => dialect.classify(error, deps.clock.now()))
      if ('fault' in response) return { type: 'failed', ...response }
      const read = await dialect.read({
        response,
        watchdog,
        signal: connection.signal,
        now: () => deps.clock.now(),
        onStarted: () => call.onStarted(),
        onDelta: (part, text) => call.onDelta(part, text),
        onCallDelta: (number, name, json) => call.onCallDelta(number, name, json),
        onReplied: (stream) => {
          drained = drain(stream, connection, deps.timers)
        },
      })
      if (read.type === 'whole') return { type: 'replied', reply: read.reply }
      const { fault, retryAfterMs } = read
      return { type: 'failed', fault, retryAfterMs }
    } finally {
      void drained.then(() => lease.release())
    }
  })
}

/** Without text and end reason, a reply cannot be distinguished from one that was cut. */
export function wholeUnless(saysNothing: boolean, reply: WholeReply): ReadReply {
  return saysNothing ? broken({ type: 'emptyAnswer' }) : { type: 'whole', reply }
}

/** `retryAfterMs`: how long the server wants no requests; null if it did not say. */
export function broken(fault: Fault, retryAfterMs: number | null = null): ReadReply {
  return { type: 'broken', fault, retryAfterMs }
}
