/** Work on the same thing, one after another. */
export class OneByOne<Thing> {
  readonly #last = new Map<Thing, Promise<void>>()

  /** Begins once all earlier work on the thing is over, however that ended. */
  async run<Value>(thing: Thing, work: () => Promise<Value>): Promise<Value> {
    const done = (this.#last.get(thing) ?? Promise.resolve()).then(work)
    const over = done.then(nothing, nothing)
    this.#last.set(thing, over)
    await over
    if (this.#last.get(thing) === over) this.#last.delete(thing)
    return done
  }

  /** Resolves when the work on the thing is over. Undefined if there is none. */
  untilOver(thing: Thing): Promise<void> | undefined {
    return this.#last.get(thing)
  }
}

function nothing(): void {}
