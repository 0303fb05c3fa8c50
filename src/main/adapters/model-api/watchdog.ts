import type { Timeouts } from '../../../shared/timeouts.ts'
import type { Timers } from '../../runtime/ports.ts'

/** A stream that is kept alive by pings alone ends after this long. */
export const PINGS_ALONE_MS = 10 * 60_000

export type Expiry =
  { readonly type: 'silent'; readonly afterMs: number } | { readonly type: 'tooSlow' }

export interface WatchdogDeps {
  readonly timers: Timers
  readonly timeouts: Timeouts
  /** Called at most once. */
  readonly onExpired: (expiry: Expiry) => void
}

/**
 * Watches one request with deadlines of its own, for the SDK's end at the headers. Bytes of any kind count as life, a ping
 * too; only events that say something count as progress. Armed once a chunk, not once an event.
 */
export class Watchdog {
  private readonly deps: WatchdogDeps
  private readonly stopWhole: () => void
  private stopSilence: () => void
  private stopProgress: () => void = nothing
  private isThinking = false
  private progressCounted = false
  private isOver = false

  constructor(deps: WatchdogDeps) {
    this.deps = deps
    const { timers, timeouts } = deps
    const { firstByteMs, requestMs } = timeouts
    this.stopSilence = timers.start(firstByteMs, () => this.expire(silentFor(firstByteMs)))
    this.stopWhole = timers.start(requestMs, () => this.expire({ type: 'tooSlow' }))
  }

  /** A chunk of the body came. */
  heard(): void {
    if (this.isOver) return
    if (this.stopProgress === nothing) this.armProgress()
    this.progressCounted = false
    this.armSilence()
  }

  /** An event came that is no ping. */
  progressed(isThinking: boolean): void {
    if (this.isOver) return
    if (!this.progressCounted) this.armProgress()
    this.progressCounted = true
    if (this.isThinking === isThinking) return
    this.isThinking = isThinking
    this.armSilence()
  }

  end(): void {
    this.isOver = true
    this.stopWhole()
    this.stopSilence()
    this.stopProgress()
  }

  private armSilence(): void {
    const { timers, timeouts } = this.deps
    const limit = this.isThinking ? timeouts.thinkingSilenceMs : timeouts.silenceMs
    this.stopSilence()
    this.stopSilence = timers.start(limit, () => this.expire(silentFor(limit)))
  }

  private armProgress(): void {
    this.stopProgress()
    this.stopProgress = this.deps.timers.start(PINGS_ALONE_MS, () =>
      this.expire(silentFor(PINGS_ALONE_MS)),
    )
  }

  private expire(expiry: Expiry): void {
    if (this.isOver) return
    this.end()
    this.deps.onExpired(expiry)
  }
}

function nothing(): void {}

function silentFor(afterMs: number): Expiry {
  return { type: 'silent', afterMs }
}
