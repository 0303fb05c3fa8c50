/**
 * Two lanes: what people and the host say, in arrival order, and what work reports. The first is emptied before the
 * second is looked at: a cancel beats every completion and never overtakes the message it follows.
 */
export class Mailbox<Item> {
  private readonly people: Item[] = []
  private readonly work: Item[] = []

  /** What would be taken next. */
  get next(): Item | undefined {
    return this.people[0] ?? this.work[0]
  }

  put(lane: 'people' | 'work', item: Item): void {
    this[lane].push(item)
  }

  take(): Item | undefined {
    return this.people.shift() ?? this.work.shift()
  }

  takeFromPeople(): Item | undefined {
    return this.people.shift()
  }

  /** A report, where nobody has anything to say. */
  takeFromWork(): Item | undefined {
    return this.people.length === 0 ? this.work.shift() : undefined
  }
}
