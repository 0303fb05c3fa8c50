import type { Tape } from '../choices.ts'

/**
 * Shortens and simplifies a failing tape: cuts its end, and deletes, zeroes and halves ever smaller pieces as long as
 * the run still fails. `fails` runs a tape.
 */
export async function shrink(
  failing: readonly number[],
  fails: (tape: Tape) => Promise<boolean>,
  tries = 2_000,
): Promise<Tape> {
  let best: readonly number[] = trimmed(failing)
  let left = tries

  async function better(values: readonly number[]): Promise<boolean> {
    const candidate = trimmed(values)
    if (left <= 0 || isSame(candidate, best)) return false
    left--
    if (!(await fails({ values: candidate, isWhole: true }))) return false
    best = candidate
    return true
  }

  if (!(await fails({ values: best, isWhole: true }))) return { values: failing, isWhole: false }
  for (let before = Number.POSITIVE_INFINITY; weight(best) < before && left > 0;) {
    before = weight(best)
    for (let size = Math.ceil(best.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let at = best.length - size; at >= 0; at -= size) {
        await better(changed(best, at, size, 'delete'))
        await better(changed(best, at, size, 'zero'))
      }
      if (size === 1) break
    }
    for (let at = 0; at < best.length; at++) await better(changed(best, at, 1, 'halve'))
  }
  return { values: best, isWhole: true }
}

function changed(
  values: readonly number[],
  at: number,
  size: number,
  how: 'delete' | 'zero' | 'halve',
): readonly number[] {
  const piece = values.slice(at, at + size)
  const tamer = {
    delete: [],
    zero: piece.map(() => 0),
    halve: piece.map((value) => Math.floor(value / 2)),
  }
  return [...values.slice(0, at), ...tamer[how], ...values.slice(at + size)]
}

/** Trailing zeros are implied. */
function trimmed(values: readonly number[]): readonly number[] {
  return values.slice(0, values.findLastIndex((value) => value !== 0) + 1)
}

function weight(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, values.length)
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
