import type { ConversationId } from '../src/shared/ids.ts'
import type { Choices } from './choices.ts'

/** Whose doing an entry is: a timer, a turn or a pulse of the app, or the world around it. */
export type EntryKind = 'timer' | 'turn' | 'pulse' | 'world'

export interface Entry {
  readonly at: number
  readonly order: number
  readonly kind: EntryKind
  readonly what: string
  readonly run: () => void
  isTakenBack: boolean
  isOver: boolean
}

/** Virtual awake ms, and how many of them slow disks and a slow loop have taken so far. */
export interface Moment {
  readonly now: number
  readonly lag: number
}

/** What is going to happen, ordered by virtual time; the tape decides between what happens at once. */
export class Schedule {
  /** Virtual ms, awake. */
  now = 0
  /** ms that slow disks have held everything up. */
  lag = 0
  /** ms that other programs have held the database. */
  heldMs = 0
  /** When each conversation of the living app last met that. */
  readonly metLock = new Map<ConversationId, Moment>()
  private readonly heap: Entry[] = []
  /** Null: what came first happens first. */
  private readonly choices: Choices | null
  private order = 0
  private turns = 0
  private timers = 0

  constructor(choices: Choices | null) {
    this.choices = choices
  }

  get moment(): Moment {
    const { now, lag } = this
    return { now, lag }
  }

  /** The answer takes it back. */
  after(ms: number, kind: EntryKind, what: string, run: () => void): () => void {
    const at = this.now + ms
    const fresh = { isTakenBack: false, isOver: false }
    const entry = { at, order: this.order++, kind, what, run, ...fresh }
    this.push(entry)
    this.count(kind, 1)
    return () => {
      if (!entry.isTakenBack && !entry.isOver) this.count(kind, -1)
      entry.isTakenBack = true
    }
  }

  /** Holds everything up. */
  delay(ms: number): void {
    this.now += ms
    this.lag += ms
  }

  /** The loop was held up so long before this ran: that time counts as a slow disk's does. */
  held(ms: number, run: () => void): void {
    this.lag += ms
    run()
  }

  /** The app is dead: what it had planned does not happen. */
  forgetApp(): void {
    for (const entry of this.heap) if (entry.kind !== 'world') entry.isTakenBack = true
    this.turns = 0
    this.timers = 0
    this.metLock.clear()
  }

  /** The app's own entries: its timers, and its timers with the turns of its loop. */
  owned(): { readonly timers: number; readonly all: number } {
    return { timers: this.timers, all: this.timers + this.turns }
  }

  private count(kind: EntryKind, by: 1 | -1): void {
    if (kind === 'timer') this.timers += by
    if (kind === 'turn') this.turns += by
  }

  /** Those that are still to happen. */
  waiting(): readonly Entry[] {
    return this.heap.filter((entry) => !entry.isTakenBack)
  }

  /** Takes the next entry that is due by then and sets the clock. */
  next(until: number): Entry | null {
    const first = this.popLive()
    if (first === null) return null
    const tied = [first]
    for (let more = this.popLive(); more !== null; more = this.popLive()) {
      if (more.at === first.at && tied.length < 4) {
        tied.push(more)
        continue
      }
      this.push(more)
      break
    }
    const chosen = tied.length === 1 ? first : tied[this.choices?.int(tied.length) ?? 0]
    for (const entry of tied) if (entry !== chosen || entry.at > until) this.push(entry)
    if (chosen === undefined || chosen.at > until) return null
    this.now = Math.max(this.now, chosen.at)
    chosen.isOver = true
    this.count(chosen.kind, -1)
    return chosen
  }

  private popLive(): Entry | null {
    for (let entry = this.pop(); entry !== undefined; entry = this.pop()) {
      if (!entry.isTakenBack) return entry
    }
    return null
  }

  private push(entry: Entry): void {
    const { heap } = this
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

  private pop(): Entry | undefined {
    const { heap } = this
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
