import type { Clock, ModelCall, Timers } from '../../runtime/ports/ports.ts'
import type { Usage } from '../../../shared/models/usage.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { Connections } from './transport/connections.ts'
import type { EventStream } from './transport/event-stream.ts'
import type { Fault } from './faults/fault.ts'
import type { Base64Of } from './media-source.ts'
import { Watchdog } from './transport/watchdog.ts'
import { guard } from '../../runtime/guard.ts'

export type { ModelCall }
/** The parts that are translated to an API's format. */
export interface RequestInput extends Pick<ModelCall, 'effort' | 'request' | 'webSearch'> {
  readonly provider: Pick<Provider, 'limits' | 'model'>
}

export interface WholeReply {
  readonly blocks: readonly Block[]
  readonly end: ReplyEnd
  readonly usage: Usage
}

export interface Refused {
  readonly fault: Fault
  readonly retryAfterMs: number | null
}

export type Answer =
  | { readonly type: 'replied'; readonly reply: WholeReply }
  | ({ readonly type: 'failed' } & Refused)
  | { readonly type: 'aborted' }

export interface AskDeps {
  readonly timers: Timers
  readonly clock: Clock
  readonly connections: Connections
  /** The parts of requests that models at their addresses have refused (without-refused.ts). */
  readonly refusedParts: Set<string>
  readonly base64Of: Base64Of
}

/** The watchdog of one exchange, and what ends its connection. */
export interface Watched {
  readonly connection: AbortController
  readonly watchdog: Watchdog
}

/**
 * Sends one request. Resolves in the tick in which the caller's signal or a deadline fires, whatever the connection does:
 * which of them fired decides the outcome, never the text of an error (T07).
 */
export async function askEndpoint(
  { clock, timers }: Pick<AskDeps, 'clock' | 'timers'>,
  { onSilence, provider, signal }: Pick<ModelCall, 'onSilence' | 'provider' | 'signal'>,
  exchange: (watched: Watched) => Promise<Answer>,
): Promise<Answer> {
  if (signal.aborted) return { type: 'aborted' }
  return new Promise((resolve) => {
    const connection = new AbortController()
    const settle = (answer: Answer): void => {
      watchdog.end()
      signal.removeEventListener('abort', onAbort)
      resolve(answer)
    }
    const stop = (answer: Answer): void => {
      settle(answer)
      connection.abort()
    }
    const onAbort = guard('aborting a request', () => stop({ type: 'aborted' }))
    const onExpired = (fault: Fault): void => stop(failedBy(fault))
    const { timeouts } = provider
    const watchdog = new Watchdog({ timers, clock, timeouts, onExpired, onSilence })
    signal.addEventListener('abort', onAbort, { once: true })
    exchange({ connection, watchdog }).then(
      (answer) => (answer.type === 'replied' ? settle(answer) : stop(answer)),
      () => stop(failedBy({ type: 'bug' })),
    )
  })
}

export function failedBy(fault: Fault): Answer {
  return { type: 'failed', ...withoutWait(fault) }
}

/** The server has not said how long to wait. */
export function withoutWait(fault: Fault): Refused {
  return { fault, retryAfterMs: null }
}

const DRAIN_MS = 1000

/** Reads what follows the end of a reply, for a short time, so the connection can be reused. */
export async function drain(
  stream: Pick<EventStream, 'skipRest'>,
  connection: AbortController,
  timers: Timers,
): Promise<void> {
  const stopTimer = timers.start(DRAIN_MS, () => connection.abort())
  await stream.skipRest().then(stopTimer, stopTimer)
}
