import type { Agent, Dispatcher } from 'undici'
import type { Clock } from '../../../runtime/ports/ports.ts'
import { LIMITS } from '../faults/limits.ts'
import { guard } from '../../../runtime/guard.ts'

/** A connection that has been idle longer may be dead without a sign of it, and is not reused. */
const RESTED_MS = 10_000

/** The connection used by one request. */
export interface Line {
  readonly dispatcher: Dispatcher
  /** The request is over: its connection is idle from now on. */
  rest(): void
}

/** One connection to an endpoint, for one request at a time. */
interface Wire {
  readonly goal: Goal
  readonly dispatcher: Dispatcher
  stands: boolean
  onStands: () => void
  /** ms since 1970; null: a request is using it. */
  restedAt: number | null
}

/** The destination of a connection. */
interface Goal {
  /** The id of the endpoint. */
  readonly endpoint: string
  readonly baseUrl: string
  /** How long connecting may take. */
  readonly connectMs: number
}

/**
 * The connections to endpoints, kept from one request to the next. The watchdog owns all deadlines. Idle time is
 * measured by the wall clock, which continues while the machine sleeps: the first request after a sleep never waits on
 * a connection from before it.
 */
export class Connections {
  private readonly clock: Clock
  private readonly wires = new Set<Wire>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Calls back when the connection is established. */
  async take(goal: Goal, onStands: () => void): Promise<Line> {
    const wire = this.rested(goal) ?? (await this.open(goal))
    wire.onStands = onStands
    wire.restedAt = null
    if (wire.stands) onStands()
    return { dispatcher: wire.dispatcher, rest: () => this.rest(wire) }
  }

  /** Closes them all, including what is still in transit. */
  close(): void {
    for (const wire of this.wires) this.drop(wire)
  }

  /** Null: none has been idle for a short enough time. */
  private rested(goal: Goal): Wire | null {
    let found: Wire | null = null
    for (const wire of this.wires) {
      if (wire.restedAt === null) continue
      if (this.clock.now() - wire.restedAt > RESTED_MS) this.drop(wire)
      else if (isSame(wire.goal, goal)) found = wire
    }
    return found
  }

  private rest(wire: Wire): void {
    if (wire.stands) wire.restedAt = this.clock.now()
    else this.drop(wire)
  }

  private drop(wire: Wire): void {
    if (this.wires.delete(wire)) void wire.dispatcher.destroy()
  }

  private async open(goal: Goal): Promise<Wire> {
    const { Agent, Client, EnvHttpProxyAgent } = await import('undici')
    // An abort does not reach a socket that is still connecting: the pool ends it when the watchdog has ended its
    // request.
    const connect = { timeout: goal.connectMs }
    const options: Agent.Options = {
      ...OPTIONS,
      connect,
      factory: (origin, rest) =>
        new Client(origin, rest)
          .on(
            'connect',
            guard('a connection that stands', () => {
              wire.stands = true
              wire.onStands()
            }),
          )
          .on(
            'disconnect',
            guard('a connection that is gone', () => {
              wire.stands = false
            }),
          ),
    }
    const dispatcher = usesProxies()
      ? new EnvHttpProxyAgent({ ...options, proxyTls: connect, requestTls: connect })
      : new Agent(options)
    const wire: Wire = { goal, dispatcher, stands: false, onStands: nothing, restedAt: null }
    this.wires.add(wire)
    return wire
  }
}

/** After a change in Settings it leads elsewhere. */
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
  // A server that offers to keep it longer may be behind something that does not.
  keepAliveMaxTimeout: RESTED_MS,
}

/** Whether Node's own requests use the proxies of the environment: only on request. */
export function usesProxies(): boolean {
  const { NODE_OPTIONS = '', NODE_USE_ENV_PROXY } = process.env
  const flags = [...process.execArgv, ...NODE_OPTIONS.split(/\s+/)]
  return NODE_USE_ENV_PROXY === '1' || flags.includes('--use-env-proxy')
}
