import {
  type Answer,
  type Asked,
  askEndpoint,
  drain,
  failedBy,
  type Refused,
  type WholeReply,
  type World,
} from './ask-endpoint.ts'
import type { Line } from './connections.ts'
import type { Fault } from './fault.ts'
import type { Watchdog } from './watchdog.ts'

export type ReadReply =
  | { readonly type: 'whole'; readonly reply: WholeReply }
  | { readonly type: 'broken'; readonly fault: Fault }

export interface ReplyReader {
  readonly response: Response
  readonly watchdog: Watchdog
  readonly signal: AbortSignal
  readonly onStarted: () => void
  readonly onDelta: (part: 'text' | 'thinking', text: string) => void
  /** The reply is whole; what the server still sends is left to be read. */
  readonly onReplied: (rest: AsyncIterator<unknown>) => void
}

/** How a request goes out. */
export interface Way extends Pick<Line, 'dispatcher'> {
  readonly signal: AbortSignal
}

/** What an API does in its own words. */
export interface Dialect {
  send(way: Way): Promise<Response>
  /** Whatever `send` rejected with. */
  classify(error: unknown, now: number): Refused
  read(reader: ReplyReader): Promise<ReadReply>
}

/** One request and its streamed reply, under the watchdog. */
export async function exchange(world: World, asked: Asked, dialect: Dialect): Promise<Answer> {
  const line = await world.connections.take(asked.provider.timeouts.connectMs)
  const { dispatcher } = line
  const answer = await askEndpoint(world, asked, async ({ connection, watchdog }) => {
    const response = await dialect
      .send({ dispatcher, signal: connection.signal })
      .catch((error: unknown) => dialect.classify(error, world.clock.now()))
    if ('fault' in response) return { type: 'failed', ...response }
    const read = await dialect.read({
      response,
      watchdog,
      signal: connection.signal,
      onStarted: asked.onStarted,
      onDelta: asked.onDelta,
      onReplied: (rest) => drain(rest, connection, world.timers),
    })
    return read.type === 'broken' ? failedBy(read.fault) : { type: 'replied', reply: read.reply }
  })
  line.rest()
  return answer
}

/** Nothing was said and no reason was given: such a reply cannot be told from one that was cut. */
export function wholeUnless(saysNothing: boolean, reply: WholeReply): ReadReply {
  return saysNothing ? broken({ type: 'emptyAnswer' }) : { type: 'whole', reply }
}

export function broken(fault: Fault): ReadReply {
  return { type: 'broken', fault }
}
