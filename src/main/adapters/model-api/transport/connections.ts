import type { Agent, Dispatcher } from 'undici'
import type { Clock } from '../../../runtime/ports/ports.ts'
import { LIMITS } from '../faults/limits.ts'
import { guard } from '../../../runtime/guard.ts'

/** A connection that has been idle for longer may have died unnoticed, and is not reused. */
const RESTED_MS = 10_000

/** The connection used by one request. */
export interface Line {
  readonly dispatcher: Dispatcher
  /** The request is over: its connection is now idle. */
  rest(): void
}

/** One connection to an endpoint, for one request at a time. */
interface PooledConnection {
  readonly goal: Goal
  readonly dispatcher: Dispatcher
  stands: boolean
  onStands: () => void
  /** ms since 1970; null while a request is using it. */
  restedAt: number | null
}

/** The destination of a connection. */
interface Goal {
  /** The endpoint's id. */
  readonly endpoint: string
  readonly baseUrl: string
  /** How long connecting may take. */
  readonly connectMs: number
}

/** Loaded only when needed: the start does not wait for it. */
export const loadUndici = () => import('undici')

/**
 * The connections to endpoints, kept from one request to the next. The watchdog owns all deadlines. Idle time is measured by
 * the wall clock, which continues while the machine sleeps: the first request after a sleep never waits on a connection from
 * before it.
 */
export class Connections {
  private readonly clock: Clock
  private readonly pool = new Set<PooledConnection>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Calls back when the connection is established. */
  async take(goal: Goal, onStands: () => void): Promise<Line> {
    const pooled = this.rested(goal) ?? (await this.open(goal))
    pooled.onStands = onStands
    pooled.restedAt = null
    if (pooled.stands) onStands()
    return { dispatcher: pooled.dispatcher, rest: () => this.rest(pooled) }
  }

  /** Closes all connections, including those in use. */
  close(): void {
    for (const pooled of this.pool) this.drop(pooled)
  }

  /** Null if none has been idle for a short enough time. */
  private rested(goal: Goal): PooledConnection | null {
    let found: PooledConnection | null = null
    for (const pooled of this.pool) {
      if (pooled.restedAt === null) continue
      if (this.clock.now() - pooled.restedAt > RESTED_MS) this.drop(pooled)
      else if (isSame(pooled.goal, goal)) found = pooled
    }
    return found
  }

  private rest(pooled: PooledConnection): void {
    if (pooled.stands) pooled.restedAt = this.clock.now()
    else this.drop(pooled)
  }

  private drop(pooled: PooledConnection): void {
    if (this.pool.delete(pooled)) void pooled.dispatcher.destroy()
  }

  private async open(goal: Goal): Promise<PooledConnection> {
    const { Agent, Client, EnvHttpProxyAgent } = await loadUndici()
    // An abort does not reach a socket that is still connecting: its pool closes it once the watchdog has ended the request.
    const connect = { timeout: goal.connectMs }
    const options: Agent.Options = {
      ...OPTIONS,
      connect,
      factory: (origin, rest) =>
        new Client(origin, rest)
          .on(
            'connect',
            guard('an open connection', () => {
              pooled.stands = true
              pooled.onStands()
            }),
          )
          .on(
            'disconnect',
            guard('a closed connection', () => {
              pooled.stands = false
            }),
          ),
    }
    const dispatcher = usesProxies()
      ? new EnvHttpProxyAgent({ ...options, proxyTls: connect, requestTls: connect })
      : new Agent(options)
    const pooled: PooledConnection = {
      goal,
      dispatcher,
      stands: false,
      onStands: nothing,
      restedAt: null,
    }
    this.pool.add(pooled)
    return pooled
  }
}

/** False after a change in Settings that leads elsewhere. */
function isSame(one: Goal, other: Goal): boolean {
  return (
    one.endpoint === other.endpoint &&
    one.baseUrl === other.baseUrl &&
    one.connectMs === other.connectMs
  )
}

function nothing(): void {}

const OPTIONS: Agent.Options = {
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: LIMITS.headers.bytes,
  // A server that offers a longer keep-alive may be behind something that does not.
  keepAliveMaxTimeout: RESTED_MS,
}

/** True if Node's own requests use the proxies of the environment, which they do only on request. */
export function usesProxies(): boolean {
  const { NODE_OPTIONS = '', NODE_USE_ENV_PROXY } = process.env
  const flags = [...process.execArgv, ...NODE_OPTIONS.split(/\s+/)]
  return NODE_USE_ENV_PROXY === '1' || flags.includes('--use-env-proxy')
}
