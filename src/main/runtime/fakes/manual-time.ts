import type { Clock, Pulse, Timers } from '../ports/ports.ts'

interface Waiting {
  /** True for a pulse, which is not one of the program's timers. */
  readonly isPulse: boolean
  readonly dueAt: number
  readonly order: number
  readonly fire: () => void
}

/** A clock that stands still until it is advanced. */
export class ManualTime implements Clock, Timers, Pulse {
  /** The wall clock continues during a sleep; timers do not. */
  #time = 1_700_000_000_000
  #sleptMs = 0
  #count = 0
  readonly #waiting = new Set<Waiting>()
  readonly #turns: (() => void)[] = []

  now(): number {
    return this.#time + this.#sleptMs
  }

  awake(): number {
    return this.#time
  }

  /** Puts the computer to sleep for this long. */
  sleep(ms: number): void {
    this.#sleptMs += ms
  }

  start(afterMs: number, fire: () => void): () => void {
    return this.#wait(afterMs, fire, false)
  }

  every(ms: number, run: () => void): () => void {
    const next = (): (() => void) => this.#wait(ms, pulse, true)
    const pulse = (): void => {
      stop = next()
      run()
    }
    let stop = next()
    return () => stop()
  }

  #wait(afterMs: number, fire: () => void, isPulse: boolean): () => void {
    const entry = { dueAt: this.#time + afterMs, order: this.#count++, fire, isPulse }
    this.#waiting.add(entry)
    return () => this.#waiting.delete(entry)
  }

  soon(run: () => void): void {
    this.#turns.push(run)
  }

  get timers(): number {
    return [...this.#waiting].filter(({ isPulse }) => !isPulse).length
  }

  get pulses(): number {
    return this.#waiting.size - this.timers
  }

  /** Runs everything that is due now, and what follows from it. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 8; quiet++) {
      await Promise.resolve()
      const turns = this.#turns.splice(0)
      if (turns.length > 0) quiet = 0
      for (const run of turns) run()
    }
  }

  /** Advances by this many ms, firing what falls due on the way, in order. */
  async advance(ms: number): Promise<void> {
    const end = this.#time + ms
    await this.settle()
    for (let next = this.#earliest(); next !== null && next.dueAt <= end; next = this.#earliest()) {
      this.#time = Math.max(this.#time, next.dueAt)
      this.#waiting.delete(next)
      next.fire()
      await this.settle()
    }
    this.#time = end
    await this.settle()
  }

  #earliest(): Waiting | null {
    const sorted = [...this.#waiting].toSorted((a, b) => a.dueAt - b.dueAt || a.order - b.order)
    return sorted[0] ?? null
  }
}
