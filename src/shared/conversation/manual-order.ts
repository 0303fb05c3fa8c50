import type { ConversationSummary } from './conversation.ts'

/** Distance of a new rank above the first or below the last, in ms, the unit of ranks. */
const STEP = 1
/** Ranks closer than this have no room between them. Doubles hold times in finer steps than this. */
const LEAST_GAP = 1 / 256

type Ranked = Pick<ConversationSummary, 'createdAt' | 'pinnedAt' | 'rank'>

/**
 * Returns the sort key of a row within its folder, highest first: the rank that a person gave it, else its creation
 * time, or for a pinned row the negative time of pinning, so the oldest pin comes first. New rows appear above all that
 * were moved.
 */
export function rankOf({ createdAt, pinnedAt, rank }: Ranked): number {
  return rank ?? (pinnedAt === null ? createdAt : -pinnedAt)
}

/**
 * Returns the ranks that insert a new row at a place among these, which are sorted from high to low. If there is no
 * room, as few neighbours as possible move too. Each result is `[place, rank]`, with the place in the new order.
 */
export function ranksFor(
  ranks: readonly number[],
  at: number,
): readonly (readonly [place: number, rank: number])[] {
  const next = ranks.toSpliced(at, 0, Number.NaN)
  let [from, to] = [at, at]
  while (!hasRoom(next, from, to)) {
    // Widens on the side that was widened less often.
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
