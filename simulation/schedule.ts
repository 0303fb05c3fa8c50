import type { ConversationId } from '../src/shared/ids.ts'
import type { Choices } from './choices.ts'

/** The owner of an entry: a timer, a turn or a pulse of the app, or the world around it. */
export type EntryKind = 'timer' | 'turn' | 'pulse' | 'world'

export interface Entry {
  readonly at: number
  readonly order: number
  readonly kind: EntryKind
  readonly what: string
  readonly run: () => void
  isCancelled: boolean
  isOver: boolean
}

/** Virtual awake ms, and how many of them slow disks and a slow loop have taken so far. */
export interface Moment {
  readonly now: number
  readonly lag: number
}

/** Future entries, ordered by virtual time; the tape decides between simultaneous ones. */
export class Schedule {
  /** Virtual ms, awake. */
  now = 0
  /** ms for which slow disks have delayed everything. */
  lag = 0
  /** ms for which other programs have held the database. */
  heldMs = 0
  /** The last moment at which each conversation of the current app met a lock. */
  readonly metLock = new Map<ConversationId, Moment>()
  /** The same of writes that are no steps, by what repeats them. */
  readonly othersMetLock = new Map<string, Moment>()
  readonly #heap: Entry[] = []
  /** Null: simultaneous entries run in order of arrival. */
  readonly #choices: Choices | null
  #order = 0
  #turns = 0
  #timers = 0

  constructor(choices: Choices | null) {
    this.#choices = choices
  }

  get moment(): Moment {
    const { now, lag } = this
    return { now, lag }
  }

  /** Returns a function that removes the entry. */
  after(ms: number, kind: EntryKind, what: string, run: () => void): () => void {
    const at = this.now + ms
    const fresh = { isCancelled: false, isOver: false }
    const entry = { at, order: this.#order++, kind, what, run, ...fresh }
    this.#push(entry)
    this.#count(kind, 1)
    return () => {
      if (!entry.isCancelled && !entry.isOver) this.#count(kind, -1)
      entry.isCancelled = true
    }
  }

  /** Delays everything. */
  delay(ms: number): void {
    this.now += ms
    this.lag += ms
  }

  /** Runs after a delay of the loop, which counts like that of a slow disk. */
  held(ms: number, run: () => void): void {
    this.lag += ms
    run()
  }

  /** The app is dead: its planned entries are removed. */
  forgetApp(): void {
    for (const entry of this.#heap) if (entry.kind !== 'world') entry.isCancelled = true
    this.#turns = 0
    this.#timers = 0
    this.metLock.clear()
    this.othersMetLock.clear()
  }

  /** The app's own entries: timers, and timers plus turns of its loop. */
  owned(): { readonly timers: number; readonly all: number } {
    return { timers: this.#timers, all: this.#timers + this.#turns }
  }

  #count(kind: EntryKind, by: 1 | -1): void {
    if (kind === 'timer') this.#timers += by
    if (kind === 'turn') this.#turns += by
  }

  /** Entries that are still to happen. */
  waiting(): readonly Entry[] {
    return this.#heap.filter((entry) => !entry.isCancelled)
  }

  /** Takes the next entry due by then and sets the clock. */
  next(until: number): Entry | null {
    const first = this.#popLive()
    if (first === null) return null
    const tied = [first]
    for (let more = this.#popLive(); more !== null; more = this.#popLive()) {
      if (more.at === first.at && tied.length < 4) {
        tied.push(more)
        continue
      }
      this.#push(more)
      break
    }
    const chosen = tied.length === 1 ? first : tied[this.#choices?.int(tied.length) ?? 0]
    for (const entry of tied) if (entry !== chosen || entry.at > until) this.#push(entry)
    if (chosen === undefined || chosen.at > until) return null
    this.now = Math.max(this.now, chosen.at)
    chosen.isOver = true
    this.#count(chosen.kind, -1)
    return chosen
  }

  #popLive(): Entry | null {
    for (let entry = this.#pop(); entry !== undefined; entry = this.#pop()) {
      if (!entry.isCancelled) return entry
    }
    return null
  }

  #push(entry: Entry): void {
    const heap = this.#heap
    let at = heap.push(entry) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent]
      if (above === undefined || !isBefore(entry, above)) break
      heap[at] = above
      at = parent
    }
    heap[at] = entry
  }

  #pop(): Entry | undefined {
    const heap = this.#heap
    const [first] = heap
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      const left = heap[2 * at + 1]
      const right = heap[2 * at + 2]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (child === undefined || !isBefore(child, last)) break
      heap[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    heap[at] = last
    return first
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}
