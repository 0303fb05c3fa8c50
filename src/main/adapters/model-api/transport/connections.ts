import type { Agent, Dispatcher } from 'undici'
import type { Clock } from '../../../runtime/ports/ports.ts'
import { LIMITS } from '../faults/limits.ts'
import { guard } from '../../../runtime/guard.ts'

/** A connection that has been idle for longer may have died unnoticed, and is not reused. */
const MAX_IDLE_MS = 10_000

/** The connection used by one request. */
export interface ConnectionLease {
  readonly dispatcher: Dispatcher
  /** The request is over: its connection is now idle. */
  release(): void
}

/** One connection to an endpoint, for one request at a time. */
interface PooledConnection {
  readonly target: Target
  readonly dispatcher: Dispatcher
  isConnected: boolean
  onConnected: () => void
  /** ms since 1970; null while a request is using it. */
  idleSince: number | null
}

/** The destination of a connection. */
interface Target {
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
  readonly #clock: Clock
  readonly #pool = new Set<PooledConnection>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Calls back when the connection is established. */
  async take(target: Target, onConnected: () => void): Promise<ConnectionLease> {
    const pooled = this.#findIdle(target) ?? (await this.#open(target))
    pooled.onConnected = onConnected
    pooled.idleSince = null
    if (pooled.isConnected) onConnected()
    return { dispatcher: pooled.dispatcher, release: () => this.#release(pooled) }
  }

  /** Closes all connections, including those in use. */
  close(): void {
    for (const pooled of this.#pool) this.#drop(pooled)
  }

  /** Null if none has been idle for a short enough time. */
  #findIdle(target: Target): PooledConnection | null {
    let found: PooledConnection | null = null
    for (const pooled of this.#pool) {
      if (pooled.idleSince === null) continue
      const idleMs = this.#clock.now() - pooled.idleSince
      // Below 0, the clock was set back, and how long it was idle is unknown.
      if (idleMs < 0 || idleMs > MAX_IDLE_MS) this.#drop(pooled)
      else if (isSame(pooled.target, target)) found = pooled
    }
    return found
  }

  #release(pooled: PooledConnection): void {
    if (pooled.isConnected) pooled.idleSince = this.#clock.now()
    else this.#drop(pooled)
  }

  #drop(pooled: PooledConnection): void {
    if (this.#pool.delete(pooled)) void pooled.dispatcher.destroy()
  }

  async #open(target: Target): Promise<PooledConnection> {
    const { Agent, Client, EnvHttpProxyAgent } = await loadUndici()
    // An abort does not reach a socket that is still connecting: its pool closes it once the watchdog has ended the request.
    const connect = { timeout: target.connectMs }
    const options: Agent.Options = {
      ...OPTIONS,
      connect,
      factory: (origin, clientOptions) =>
        new Client(origin, clientOptions)
          .on(
            'connect',
            guard('an open connection', () => {
              pooled.isConnected = true
              pooled.onConnected()
            }),
          )
          .on(
            'disconnect',
            guard('a closed connection', () => {
              pooled.isConnected = false
            }),
          ),
    }
    const dispatcher = usesProxies()
      ? new EnvHttpProxyAgent({ ...options, proxyTls: connect, requestTls: connect })
      : new Agent(options)
    const pooled: PooledConnection = {
      target,
      dispatcher,
      isConnected: false,
      onConnected: nothing,
      idleSince: null,
    }
    this.#pool.add(pooled)
    return pooled
  }
}

/** False after a change in Settings that leads elsewhere. */
function isSame(one: Target, other: Target): boolean {
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
  keepAliveMaxTimeout: MAX_IDLE_MS,
}

/** True if Node's own requests use the proxies of the environment, which they do only on request. */
export function usesProxies(): boolean {
  const { NODE_OPTIONS = '', NODE_USE_ENV_PROXY } = process.env
  const flags = [...process.execArgv, ...NODE_OPTIONS.split(/\s+/)]
  return NODE_USE_ENV_PROXY === '1' || flags.includes('--use-env-proxy')
}
