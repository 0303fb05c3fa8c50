interface Span {
  readonly from: number
  readonly to: number
}

/** Times in which something worked, in ms since 1970. Where several overlap, the time counts once. */
export class Spans {
  /** They do not touch. */
  #all: readonly Span[] = []

  add(from: number, to: number): void {
    if (to <= from) return
    const touching = this.#all.filter((each) => each.from <= to && each.to >= from)
    const apart = this.#all.filter((each) => each.from > to || each.to < from)
    const ends = [...touching, { from, to }]
    const joined = {
      from: Math.min(...ends.map((each) => each.from)),
      to: Math.max(...ends.map((each) => each.to)),
    }
    this.#all = [...apart, joined]
  }

  /** Returns how much of the time between these two they cover, in ms. */
  within(from: number, to: number): number {
    const parts = this.#all.map((each) => Math.min(each.to, to) - Math.max(each.from, from))
    return parts.reduce((sum, part) => sum + Math.max(0, part), 0)
  }
}
