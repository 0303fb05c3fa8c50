import type { Agent } from 'undici'
import type { Clock } from '../../runtime/ports.ts'

/** A connection that has rested for longer may be dead without a sign of it, and is not used again. */
const RESTED_MS = 10_000

/** The way out of one request. */
export interface Line {
  readonly dispatcher: Agent
  /** The request is over: from now on its connection rests. */
  rest(): void
}

interface Kept {
  readonly agent: Agent
  /** ms since 1970. */
  usedAt: number
}

/**
 * The connections to endpoints, kept from one request to the next. Their only own deadline is that until they stand: all
 * others are the watchdog's. Rest is counted by the clock on the wall, which goes on while the machine sleeps: what comes
 * first after a sleep never waits on a connection from before it.
 */
export class Connections {
  private readonly clock: Clock
  /** By the time that a connection may take until it stands. */
  private readonly kept = new Map<number, Kept>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  async take(connectMs: number): Promise<Line> {
    const { Agent } = await import('undici')
    const before = this.kept.get(connectMs)
    const isFresh = before !== undefined && this.clock.now() - before.usedAt <= RESTED_MS
    const kept = isFresh ? before : { agent: new Agent(optionsOf(connectMs)), usedAt: 0 }
    if (before !== kept) void before?.agent.close()
    this.kept.set(connectMs, kept)
    const use = (): void => {
      kept.usedAt = this.clock.now()
    }
    use()
    return { dispatcher: kept.agent, rest: use }
  }
}

function optionsOf(connectMs: number): Agent.Options {
  return {
    connect: { timeout: connectMs },
    headersTimeout: 0,
    bodyTimeout: 0,
    // A server that offers to keep it longer may be behind something that does not.
    keepAliveMaxTimeout: RESTED_MS,
  }
}
