import type { OutcomeDigest, CompletedCall, Repeated } from '../../../shared/conversation/turn.ts'
import type { CallFacts } from '../machine/event.ts'

/** The number of equal replies with equal results after which another one needs approval (R19). */
const REPEATS = 2

/**
 * Counts, at the end of a round, how many replies in a row made the same calls with the same results. Equal calls
 * within one reply count once, because in a loop the model has seen the results and asks for them again. Null if a call
 * was refused, so its result is not comparable.
 */
export function repeatedBy(
  before: Repeated | null,
  completed: readonly CompletedCall[],
): Repeated | null {
  const digests = new Map<string, OutcomeDigest>()
  for (const { cameTo: outcomeDigest } of completed) {
    if (outcomeDigest === null) return null
    digests.set(nameOf(outcomeDigest), outcomeDigest)
  }
  const isSame = before !== null && areEqual(before.came.map(nameOf), [...digests.keys()])
  return { came: [...digests.values()], count: isSame ? before.count + 1 : 1 }
}

/** True if a reply makes the same calls as the last ones, whose results were also equal. */
export function isRepeat(repeated: Repeated | null, calls: readonly CallFacts[]): boolean {
  if (repeated === null || repeated.count < REPEATS) return false
  const before = repeated.came.map(({ call }) => call)
  const now = calls.map(({ digest }) => digest)
  return areEqual(before, now)
}

function nameOf({ call, result }: OutcomeDigest): string {
  return `${call} ${result}`
}

/** Compares them as sets. */
function areEqual(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [new Set(one), new Set(other)]
  return first.size === second.size && one.every((each) => second.has(each))
}
