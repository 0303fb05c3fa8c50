import { setImmediate as pause } from 'node:timers/promises'

/** How many items are worked on between two turns of the event loop: about a millisecond. */
const AT_ONCE = 1_000

/** A long list in slices; other work gets a turn after each. */
export async function* inSlices<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    yield items.slice(at, at + AT_ONCE)
    await pause()
  }
}

/** How many items are collected before they are sorted in: each time, all that are first so far are compared. */
const SORTED_AT_ONCE = 4_000

/** The first items of a long list in this order, found in slices. */
export async function firstInOrder<T>(
  items: readonly T[],
  most: number,
  compare: (one: T, other: T) => number,
): Promise<readonly T[]> {
  let first: readonly T[] = []
  let fresh: T[] = []
  const sortIn = (): void => {
    first = [...first, ...fresh].toSorted(compare).slice(0, most)
    fresh = []
  }
  for await (const slice of inSlices(items)) {
    const last = first[most - 1]
    for (const item of slice) if (last === undefined || compare(item, last) < 0) fresh.push(item)
    if (fresh.length >= SORTED_AT_ONCE) sortIn()
  }
  sortIn()
  return first
}

/** The order of `toSorted()`. */
export function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
