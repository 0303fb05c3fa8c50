import { attempt, guard } from '../guard.ts'
import { Mailbox } from './mailbox.ts'
import type { Timers } from '../ports/ports.ts'
import type { Item } from './mailbox-item.ts'

interface LoopParts {
  readonly timers: Pick<Timers, 'soon'>
  handle(item: Item): void
  /** The mailbox is empty. */
  emptied(): void
  /** Taking an item threw: nobody knows what of it was done. */
  broke(error: unknown): void
}

/** Takes what lies in a conversation's mailbox, one item after the other, and never within one another. */
export class MailLoop {
  private readonly mailbox = new Mailbox<Item>()
  private readonly parts: LoopParts
  private isDraining = false
  private isDue = false
  isOver = false

  constructor(parts: LoopParts) {
    this.parts = parts
  }

  /** What a person or the host says: taken in this tick. */
  dispatch(item: Item): void {
    this.put(item)
    this.drain(() => this.mailbox.takeFromPeople())
  }

  /** The same from within an item that is taken: behind it, ahead of all reports. */
  put(item: Item): void {
    this.mailbox.put('people', item)
  }

  /** What work reports: behind all that people have said by then. */
  report(item: Item): void {
    this.mailbox.put('work', item)
    if (this.isDue) return
    this.isDue = true
    const due = guard('a report', () => this.takeAll())
    attempt('the turn of a report', () => this.parts.timers.soon(due))
  }

  /** What waits to be taken next. */
  get next(): Item | undefined {
    return this.mailbox.next
  }

  /** Nothing is being taken, and nothing waits. */
  get isIdle(): boolean {
    return !this.isDraining && this.next === undefined
  }

  /** Takes all that waits. */
  takeAll(): void {
    this.isDue = false
    this.drain(() => this.mailbox.take())
  }

  /** A report, where nobody has anything to say. */
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
