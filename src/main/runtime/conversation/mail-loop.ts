import { attempt, guard } from '../guard.ts'
import { Mailbox } from './mailbox.ts'
import type { Timers } from '../ports/ports.ts'
import type { Item } from './mailbox-item.ts'

interface LoopParts {
  readonly timers: Pick<Timers, 'soon'>
  handle(item: Item): void
  /** The mailbox is empty. */
  emptied(): void
  /** Taking an item threw: nobody knows how much of it was done. */
  broke(error: unknown): void
}

/** Takes items from a conversation's mailbox, one after the other, never nested. */
export class MailLoop {
  private readonly mailbox = new Mailbox<Item>()
  private readonly parts: LoopParts
  private isDraining = false
  private isDue = false
  isOver = false

  constructor(parts: LoopParts) {
    this.parts = parts
  }

  /** From people or the host: taken in this tick. */
  dispatch(item: Item): void {
    this.put(item)
    this.drain(() => this.mailbox.takeFromPeople())
  }

  /** The same from within an item that is being taken: after that item, ahead of all reports. */
  put(item: Item): void {
    this.mailbox.put('people', item)
  }

  /** From work: after everything that people have sent by then. */
  report(item: Item): void {
    this.mailbox.put('work', item)
    if (this.isDue) return
    this.isDue = true
    const due = guard('a report', () => this.takeAll())
    attempt('the turn of a report', () => this.parts.timers.soon(due))
  }

  /** The next item. */
  get next(): Item | undefined {
    return this.mailbox.next
  }

  /** Nothing is being taken, and nothing waits. */
  get isIdle(): boolean {
    return !this.isDraining && this.next === undefined
  }

  /** Takes everything that waits. */
  takeAll(): void {
    this.isDue = false
    this.drain(() => this.mailbox.take())
  }

  /** A report, if no command waits. */
  takeFromWork(): Item | undefined {
    return this.mailbox.takeFromWork()
  }

  /** Nothing is taken any more. */
  end(): void {
    this.isOver = true
  }

  private drain(next: () => Item | undefined): void {
    if (this.isDraining || this.isOver) return
    this.isDraining = true
    try {
      for (let item = next(); item !== undefined; item = next()) this.parts.handle(item)
    } catch (error) {
      this.parts.broke(error)
      throw error
    } finally {
      this.isDraining = false
    }
    this.parts.emptied()
  }
}
