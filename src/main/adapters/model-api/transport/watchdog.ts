import type { Silence } from '../../../../shared/conversation/conversation.ts'
import type { Timeouts } from '../../../../shared/models/timeouts.ts'
import type { Clock, Timers } from '../../../runtime/ports/ports.ts'

/** A stream of nothing but pings ends after this long, but never earlier than a silence would. */
export const PINGS_ALONE_MS = 10 * 60_000

/** How long the end of the stream may take once its answer is whole; some servers never end it (bifrost #6784). */
export const AFTER_ANSWER_MS = 10_000

/** People see a silence that has lasted this long. */
const NOTED_SILENCE_MS = 20_000

/** How often to check whether what they see is still true; after a sleep it is not. */
const LOOK_MS = 1_000

export type Expiry =
  | { readonly type: 'unreachable' }
  | { readonly type: 'silent'; readonly afterMs: number }
  | { readonly type: 'tooSlow' }

export interface WatchdogDeps {
  readonly timers: Timers
  readonly clock: Clock
  readonly timeouts: Timeouts
  /** Called at most once. */
  readonly onExpired: (expiry: Expiry) => void
  /** A silence that has lasted long enough, reported again if its end has moved; null once something has arrived. */
  readonly onSilence: (silence: Silence | null) => void
}

interface Deadline {
  /** Awake time. */
  readonly at: number
  readonly expiry: Expiry
}

/**
 * Watches one request with its own deadlines, because the SDK's end at the headers. Bytes of any kind, even a ping,
 * show that the stream is alive; only meaningful events count as progress. One timer waits for whatever is due first.
 */
export class Watchdog {
  readonly #deps: WatchdogDeps
  /** These three are in awake time. */
  readonly #startedAt: number
  #receivedAt: number | null = null
  #progressedAt = 0
  #isConnected = false
  #isThinking = false
  #announced: Silence | null = null
  #stopTimer: () => void = nothing
  #isOver = false
  #isAnswered = false

  constructor(deps: WatchdogDeps) {
    this.#deps = deps
    this.#startedAt = deps.timers.awake()
    this.#look()
  }

  /** The connection is established. */
  connected(): void {
    if (this.#isOver || this.#isConnected) return
    this.#isConnected = true
    this.#look()
  }

  /** A chunk of the body arrived. */
  received(): void {
    if (this.#isOver) return
    const now = this.#deps.timers.awake()
    if (this.#receivedAt === null) this.#progressedAt = now
    this.#receivedAt = now
    if (this.#announced !== null) this.#deps.onSilence(null)
    this.#announced = null
    this.#look()
  }

  /** An event other than a ping arrived. */
  progressed(isThinking: boolean): void {
    if (this.#isOver) return
    this.#progressedAt = this.#receivedAt ?? this.#startedAt
    if (this.#isThinking === isThinking && !this.#isAnswered) return
    this.#isThinking = isThinking
    this.#isAnswered = false
    this.#look()
  }

  /** The answer is whole, and no deadline can fail it. Resolves once waiting for what may follow is no longer worth it. */
  answered(): Promise<'late'> {
    if (this.#isOver) return Promise.resolve('late')
    this.#isAnswered = true
    this.#stopTimer()
    return new Promise((resolve) => {
      this.#stopTimer = this.#deps.timers.start(AFTER_ANSWER_MS, () => resolve('late'))
    })
  }

  end(): void {
    this.#isOver = true
    this.#stopTimer()
  }

  /** Fires what is due, and waits for what is due next. */
  #look(): void {
    if (this.#isAnswered) return
    const { timers } = this.#deps
    this.#stopTimer()
    const now = timers.awake()
    const { at, expiry } = this.#nextDeadline()
    if (at <= now) return this.#expire(expiry)
    const silentMs = now - (this.#receivedAt ?? this.#startedAt)
    const isNoted = silentMs >= NOTED_SILENCE_MS
    if (isNoted) this.#report(silentMs, at - now)
    const lookMs = isNoted ? LOOK_MS : NOTED_SILENCE_MS - silentMs
    this.#stopTimer = timers.start(Math.min(at - now, lookMs), () => this.#look())
  }

  #nextDeadline(): Deadline {
    return this.#deadlines().reduce((first, each) => (each.at < first.at ? each : first))
  }

  /** All current deadlines. */
  #deadlines(): [Deadline, ...Deadline[]] {
    const { connectMs, firstByteMs, requestMs, silenceMs, thinkingSilenceMs } = this.#deps.timeouts
    const receivedAt = this.#receivedAt
    const progressedAt = this.#progressedAt
    const startedAt = this.#startedAt
    const whole: Deadline = { at: startedAt + requestMs, expiry: { type: 'tooSlow' } }
    if (receivedAt === null) {
      const first = silence(startedAt, firstByteMs)
      const connecting: Deadline = { at: startedAt + connectMs, expiry: { type: 'unreachable' } }
      return this.#isConnected ? [whole, first] : [whole, first, connecting]
    }
    const allowedMs = this.#isThinking ? thinkingSilenceMs : silenceMs
    const pings = silence(progressedAt, Math.max(PINGS_ALONE_MS, allowedMs))
    return [whole, silence(receivedAt, allowedMs), pings]
  }

  /** Computed in awake time, reported in wall-clock time. */
  #report(silentMs: number, leftMs: number): void {
    const now = this.#deps.clock.now()
    const silence = { since: Math.round(now - silentMs), until: Math.round(now + leftMs) }
    if (this.#announced !== null && Math.abs(silence.until - this.#announced.until) < LOOK_MS)
      return
    this.#announced = silence
    this.#deps.onSilence(silence)
  }

  #expire(expiry: Expiry): void {
    this.end()
    this.#deps.onExpired(expiry)
  }
}

function nothing(): void {}

function silence(since: number, afterMs: number): Deadline {
  return { at: since + afterMs, expiry: { type: 'silent', afterMs } }
}
