import type { ConversationSummary } from './conversation.ts'

/** So far above the first, or below the last, in the ms that ranks are counted in. */
const STEP = 1
/** Two ranks nearer to each other have no room between them: a double holds times to a smaller part of a ms. */
const LEAST_GAP = 1 / 256

type Ranked = Pick<ConversationSummary, 'createdAt' | 'pinnedAt' | 'rank'>

/**
 * What rows of a folder are ordered by, the highest first: where a person has put it, else when it was made, or of a pinned one
 * when it was pinned, the oldest first. A new one comes to stand above all that were moved.
 */
export function rankOf({ createdAt, pinnedAt, rank }: Ranked): number {
  return rank ?? (pinnedAt === null ? createdAt : -pinnedAt)
}

/**
 * The ranks that put a new one at a place among these, from the highest to the lowest. Where there is no room, as few of its
 * neighbours as it takes move as well. `[place, rank]`, the place being that in the new order.
 */
export function ranksFor(
  ranks: readonly number[],
  at: number,
): readonly (readonly [place: number, rank: number])[] {
  const next = ranks.toSpliced(at, 0, Number.NaN)
  let [from, to] = [at, at]
  while (!hasRoom(next, from, to)) {
    // The side that was widened less often.
    if ((at - from <= to - at && from > 0) || to === next.length - 1) from -= 1
    else to += 1
  }
  const count = to - from + 1
  const above = next[from - 1]
  const below = next[to + 1]
  const top = above ?? (below ?? 0) + STEP * (count + 1)
  const gap = below === undefined ? STEP : (top - below) / (count + 1)
  return Array.from({ length: count }, (_, index) => [from + index, top - gap * (index + 1)])
}

function hasRoom(ranks: readonly number[], from: number, to: number): boolean {
  const above = ranks[from - 1]
  const below = ranks[to + 1]
  return above === undefined || below === undefined || above - below >= (to - from + 2) * LEAST_GAP
}
