import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankOf, ranksFor } from './manual-order.ts'

const NOW = 1_763_000_000_000

/** The ranks after a row was put at this place among them. */
function placed(ranks: readonly number[], at: number): readonly number[] {
  const next = ranks.toSpliced(at, 0, Number.NaN)
  for (const [place, rank] of ranksFor(ranks, at)) next[place] = rank
  return next
}

function isDescending(ranks: readonly number[]): boolean {
  return ranks.every((rank, index) => index === 0 || rank < (ranks[index - 1] ?? 0))
}

test('unmoved rows are in order of creation, and pinned ones in order of pinning', () => {
  const row = { createdAt: 5, pinnedAt: null, rank: null }
  expect(rankOf(row)).toBe(5)
  expect(rankOf({ ...row, pinnedAt: 9 })).toBeLessThan(rankOf({ ...row, pinnedAt: 8 }))
  expect(rankOf({ ...row, rank: 2.5 })).toBe(2.5)
})

test('moving a row between two changes only that row, and so does moving it to an end', () => {
  expect(ranksFor([30, 20, 10], 1)).toEqual([[1, 25]])
  expect(ranksFor([30, 20, 10], 0)).toEqual([[0, 31]])
  expect(ranksFor([30, 20, 10], 3)).toEqual([[3, 9]])
  expect(ranksFor([], 0)).toHaveLength(1)
})

test('rows stay where they were put, however often, and few others move', () => {
  const times = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 12 })
  const moves = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 120 })
  fc.assert(
    fc.property(times, moves, (ages, steps) => {
      // Several were made in the same ms.
      let ranks: readonly number[] = ages.map((age) => NOW - age).toSorted((a, b) => b - a)
      let changes = 0
      for (const [from, to] of steps) {
        const others = ranks.toSpliced(from % ranks.length, 1)
        const at = to % (others.length + 1)
        changes += ranksFor(others, at).length
        ranks = placed(others, at)
        const around = [ranks[at - 1] ?? Infinity, ranks[at] ?? 0, ranks[at + 1] ?? -Infinity]
        expect(isDescending(around)).toBe(true)
      }
      expect(changes).toBeLessThanOrEqual(steps.length * 3 + ages.length)
    }),
  )
})

test('a row can be put between the same two any number of times', () => {
  let ranks: readonly number[] = [NOW, NOW - 1]
  for (let move = 0; move < 300; move += 1) ranks = placed(ranks, 1)
  expect(isDescending(ranks)).toBe(true)
  expect(ranks.every((rank) => rank < NOW + 1_000)).toBe(true)
})
