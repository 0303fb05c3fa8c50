import type { Timeouts } from '../../../shared/timeouts.ts'
import type { Timers } from '../../runtime/ports.ts'

/** A stream that is kept alive by pings alone ends after this long. */
export const PINGS_ALONE_MS = 10 * 60_000

/** People are told of a silence that has lasted so long, where it may last longer. */
export const NOTED_SILENCE_MS = 20_000

export type Expiry =
  { readonly type: 'silent'; readonly afterMs: number } | { readonly type: 'tooSlow' }

export interface WatchdogDeps {
  readonly timers: Timers
  readonly timeouts: Timeouts
  /** Called at most once. */
  readonly onExpired: (expiry: Expiry) => void
  /** Nothing has come for NOTED_SILENCE_MS, and so many ms are left; null: something has come. */
  readonly onSilence: (leftMs: number | null) => void
}

/**
 * Watches one request with deadlines of its own, for the SDK's end at the headers. Bytes of any kind count as life, a ping
 * too; only events that say something count as progress. Armed once a chunk, not once an event.
 */
export class Watchdog {
  private readonly deps: WatchdogDeps
  private readonly stopWhole: () => void
  private stopSilence: () => void = nothing
  private stopNote: () => void = nothing
  private stopProgress: () => void = nothing
  private isSilent = false
  private isThinking = false
  private progressCounted = false
  private isOver = false

  constructor(deps: WatchdogDeps) {
    this.deps = deps
    const { timers, timeouts } = deps
    const { firstByteMs, requestMs } = timeouts
    this.armSilence(firstByteMs)
    this.stopWhole = timers.start(requestMs, () => this.expire({ type: 'tooSlow' }))
  }

  /** A chunk of the body came. */
  heard(): void {
    if (this.isOver) return
    if (this.stopProgress === nothing) this.armProgress()
    this.progressCounted = false
    this.armSilence(this.silenceMs)
    if (this.isSilent) this.deps.onSilence(null)
    this.isSilent = false
  }

  /** An event came that is no ping. */
  progressed(isThinking: boolean): void {
    if (this.isOver) return
    if (!this.progressCounted) this.armProgress()
    this.progressCounted = true
    if (this.isThinking === isThinking) return
    this.isThinking = isThinking
    this.armSilence(this.silenceMs)
  }

  end(): void {
    this.isOver = true
    this.stopWhole()
    this.stopSilence()
    this.stopNote()
    this.stopProgress()
  }

  private get silenceMs(): number {
    const { thinkingSilenceMs, silenceMs } = this.deps.timeouts
    return this.isThinking ? thinkingSilenceMs : silenceMs
  }

  private armSilence(limitMs: number): void {
    const { timers } = this.deps
    this.stopSilence()
    this.stopSilence = timers.start(limitMs, () => this.expire(silentFor(limitMs)))
    this.stopNote()
    if (limitMs > NOTED_SILENCE_MS)
      this.stopNote = timers.start(NOTED_SILENCE_MS, () => this.note(limitMs - NOTED_SILENCE_MS))
  }

  private note(leftMs: number): void {
    this.isSilent = true
    this.deps.onSilence(leftMs)
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
