import { attempt, guard } from '../guard.ts'
import { Mailbox } from './mailbox.ts'
import type { Timers } from '../ports/ports.ts'
import { type Item, isUrgent, reply } from './mailbox-item.ts'

/** How long an unfinished item waits for its next attempt, in ms. */
const AGAIN_MS = 25

interface LoopParts {
  readonly timers: Pick<Timers, 'soon' | 'start'>
  handle(item: Item): void
  /** Called when the mailbox is empty. */
  emptied(): void
  /** Called when taking an item threw: nobody knows how much of it was done. */
  broke(error: unknown): void
}

/** Finishes an item. `isLast`: it must not be held again. */
type Again = (isLast: boolean) => void

/** What waits until nothing is held. `isStopped`: an order came first that ends every wait. */
type Later = (isStopped: boolean) => void

/** An item that could not be finished yet. Until it is, nothing else is taken. */
interface Held {
  readonly item: Item
  readonly again: Again
  cancel: () => void
}

/** Takes items from a conversation's mailbox, one after the other, never nested. */
export class MailLoop {
  readonly #mailbox = new Mailbox<Item>()
  readonly #parts: LoopParts
  #isDraining = false
  #isDue = false
  #held: Held | null = null
  readonly #later: Later[] = []
  /** Ends the wait of each command that follows an earlier write. */
  readonly #following = new Set<() => void>()
  isOver = false

  constructor(parts: LoopParts) {
    this.#parts = parts
  }

  /** Takes an item from people or the host in this tick. */
  dispatch(item: Item): void {
    if (isUrgent(item)) {
      this.#stopFollowing()
      this.#giveUp()
    }
    this.put(item)
    this.#drain(() => this.#mailbox.takeFromPeople())
  }

  /** Queues one from within an item that is being taken: after that item, before all reports. */
  put(item: Item): void {
    this.#mailbox.put('people', item)
  }

  /** Queues a report from work: after everything that people have sent by then. */
  report(item: Item): void {
    this.#mailbox.put('work', item)
    this.#takeSoon()
  }

  #takeSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    const due = guard('a report', () => this.takeAll())
    attempt('the turn of a report', () => this.#parts.timers.soon(due))
  }

  /**
   * Holds an item that is being taken and cannot be finished yet: everything behind it waits, and `again` is called
   * soon, as if it were still being taken.
   */
  hold(item: Item, again: Again): void {
    const held: Held = { item, again, cancel: () => {} }
    this.#held = held
    const retry = guard('an item that was held', () => this.retry())
    // If this cannot be started, the liveness watch retries.
    attempt('the next try of an item', () => {
      held.cancel = this.#parts.timers.start(AGAIN_MS, retry)
    })
  }

  /** Calls `run` now; if an item is held, after everything that waits has been taken or dropped. */
  whenFree(run: Later): void {
    if (this.isHeld) this.#later.push(run)
    else run(false)
  }

  /** Resolves to true when `write` is over; to false if an order comes first that ends every wait. */
  async follow(write: Promise<unknown>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<false>()
    const end = (): void => resolve(false)
    this.#following.add(end)
    try {
      return await Promise.race([write.then(() => true), promise])
    } finally {
      this.#following.delete(end)
    }
  }

  #stopFollowing(): void {
    for (const end of this.#following) end()
    this.#following.clear()
  }

  /** True if a step waits for the database, or a command for a write. */
  get isWaiting(): boolean {
    return this.isHeld || this.#following.size > 0
  }

  get isHeld(): boolean {
    return this.#held !== null
  }

  /** Retries a held item now. */
  retry(): void {
    const held = this.#held
    if (held === null || this.#isDraining || this.isOver) return
    this.#held = null
    held.cancel()
    let { item } = held
    const next = (): Item | undefined => {
      const waiting = this.#mailbox.take()
      if (waiting !== undefined) item = waiting
      return waiting
    }
    try {
      this.#drain(next, () => held.again(false))
    } catch (error) {
      // After a step that threw: the sender of its item is not there any more to see the error.
      if (this.isOver) reply(item, { type: 'broken' })
      throw error
    }
  }

  /** Ends the wait of a held item: a report gets a last attempt, and waiting commands are dropped. */
  #giveUp(): void {
    const held = this.#held
    if (held === null || this.#isDraining || this.isOver) return
    this.#held = null
    held.cancel()
    const isReport = held.item.answer === null
    const last = (): void => (isReport ? held.again(true) : dropped(held.item))
    this.#take(() => undefined, last)
    this.#drop(() => this.#mailbox.takeFromPeople())
    for (const run of this.#later.splice(0)) run(true)
    this.#takeSoon()
  }

  /** The next item. */
  get next(): Item | undefined {
    return this.#mailbox.next
  }

  /** True if nothing is being taken and nothing waits. */
  get isIdle(): boolean {
    return !this.#isDraining && !this.isWaiting && this.next === undefined
  }

  /** Takes everything that waits. */
  takeAll(): void {
    this.#isDue = false
    this.#drain(() => this.#mailbox.take())
  }

  /** Takes a report if no command waits. */
  takeFromWork(): Item | undefined {
    return this.#mailbox.takeFromWork()
  }

  /** Takes nothing more. */
  end(): void {
    if (this.isOver) return
    this.isOver = true
    this.#stopFollowing()
    this.#held?.cancel()
    if (this.#held !== null) dropped(this.#held.item)
    this.#drop(() => this.#mailbox.take())
  }

  #drop(next: () => Item | undefined): void {
    for (let item = next(); item !== undefined; item = next()) dropped(item)
  }

  #drain(next: () => Item | undefined, first = (): void => {}): void {
    if (this.#isDraining || this.isHeld || this.isOver) return
    this.#take(next, first)
    if (this.isHeld) return
    for (const run of this.#later.splice(0)) run(false)
    this.#parts.emptied()
  }

  #take(next: () => Item | undefined, first: () => void): void {
    this.#isDraining = true
    try {
      first()
      while (!this.isHeld) {
        const item = next()
        if (item === undefined) break
        this.#parts.handle(item)
      }
    } catch (error) {
      this.#parts.broke(error)
      throw error
    } finally {
      this.#isDraining = false
    }
  }
}

/** Tells the sender that the item will never be taken. */
function dropped(item: Item): void {
  reply(item, { type: 'failed', fault: 'locked' })
}
