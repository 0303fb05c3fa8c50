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

/** Returns a short stand-in for a text that the machine itself wrote, for comparison only; it is not a secure hash. */
export function fingerprint(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  return `${(high >>> 0).toString(36)}.${(low >>> 0).toString(36)}`
}
