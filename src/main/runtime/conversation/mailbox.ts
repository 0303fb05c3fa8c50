/**
 * A queue with two lanes: commands from people and the host, in order of arrival, and reports from work. The first is
 * emptied before the second is looked at: a cancel comes before every waiting completion and never overtakes the
 * message it follows.
 */
export class Mailbox<Item> {
  readonly #people: Item[] = []
  readonly #work: Item[] = []

  /** The item that would be taken next. */
  get next(): Item | undefined {
    return this.#people[0] ?? this.#work[0]
  }

  put(lane: 'people' | 'work', item: Item): void {
    const queue = lane === 'people' ? this.#people : this.#work
    queue.push(item)
  }

  take(): Item | undefined {
    return this.#people.shift() ?? this.#work.shift()
  }

  takeFromPeople(): Item | undefined {
    return this.#people.shift()
  }

  /** Takes a report if no command waits. */
  takeFromWork(): Item | undefined {
    return this.#people.length === 0 ? this.#work.shift() : undefined
  }
}
