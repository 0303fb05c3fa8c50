import type { Clock, ModelCall, Timers } from '../../runtime/ports.ts'
import { buildParams, type ImageOf } from './build-params.ts'
import { classifyThrown, type Classified } from './classify-error.ts'
import { checkEndpoint, createClient, type Endpoint, type UsableEndpoint } from './endpoint.ts'
import type { Fault } from './fault.ts'
import { readReply } from './read-reply.ts'
import type { AssembledReply } from './reply-assembly.ts'
import { Watchdog } from './watchdog.ts'

export type Asked = Omit<ModelCall, 'conversationId'>

export type Answer =
  | { readonly type: 'replied'; readonly reply: AssembledReply }
  | ({ readonly type: 'failed' } & Classified)
  | { readonly type: 'aborted' }

interface World {
  readonly timers: Timers
  readonly clock: Clock
  readonly imageOf: ImageOf
}

/**
 * One request. Answers in the tick in which the caller's signal or a deadline fires, whatever the connection does: what
 * ended it is known by who ended it, never by the words of an error (T07).
 */
export async function askAnthropic(
  world: World,
  endpoint: Endpoint,
  asked: Asked,
): Promise<Answer> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failed(usable)
  if (asked.signal.aborted) return { type: 'aborted' }
  return new Promise((resolve) => {
    const connection = new AbortController()
    const settle = (answer: Answer): void => {
      watchdog.end()
      asked.signal.removeEventListener('abort', onAbort)
      resolve(answer)
    }
    const stop = (answer: Answer): void => {
      settle(answer)
      connection.abort()
    }
    const onAbort = (): void => stop({ type: 'aborted' })
    const watchdog = new Watchdog({
      timers: world.timers,
      timeouts: asked.timeouts,
      onExpired: (expiry) => stop(failed(expiry)),
    })
    asked.signal.addEventListener('abort', onAbort, { once: true })
    request({ world, usable, asked, connection, watchdog }).then(
      (answer) => (answer.type === 'replied' ? settle(answer) : stop(answer)),
      () => stop(failed({ type: 'bug' })),
    )
  })
}

interface Exchange {
  readonly world: World
  readonly usable: UsableEndpoint
  readonly asked: Asked
  readonly connection: AbortController
  readonly watchdog: Watchdog
}

async function request({ world, usable, asked, connection, watchdog }: Exchange): Promise<Answer> {
  const params = buildParams(asked.request, asked.provider, world.imageOf)
  const response = await createClient(usable)
    .messages.create(params, { signal: connection.signal })
    .asResponse()
    .catch((error: unknown) => classifyThrown(error, world.clock.now()))
  if ('fault' in response) return { type: 'failed', ...response }
  const read = await readReply({
    response,
    watchdog,
    signal: connection.signal,
    onStarted: asked.onStarted,
    onDelta: asked.onDelta,
    onReplied: (rest) => drain(rest, connection, world.timers),
  })
  return read.type === 'whole' ? { type: 'replied', reply: read.reply } : failed(read.fault)
}

const DRAIN_MS = 1000

/** Reads what follows message_stop, so that the connection serves the next request; not for long. */
function drain(rest: AsyncIterator<unknown>, connection: AbortController, timers: Timers): void {
  const stopTimer = timers.start(DRAIN_MS, () => connection.abort())
  const readOn = (): Promise<void> =>
    rest.next().then((next) => (next.done === true ? undefined : readOn()))
  void readOn().then(stopTimer, stopTimer)
}

function failed(fault: Fault): Answer {
  return { type: 'failed', fault, retryAfterMs: null }
}
