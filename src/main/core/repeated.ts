import type { Repeated } from '../../shared/turn.ts'

/** A call has come to its end: how often in a row it was the same and came to the same (R19). */
export function repeatedBy(before: Repeated | null, call: string, result: string): Repeated {
  const isSame = before !== null && before.call === call && before.result === result
  return { call, result, count: isSame ? before.count + 1 : 1 }
}

/** Stands for a text that the machine itself wrote, so that two can be compared; it guards against nobody. */
export function fingerprint(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  return `${(high >>> 0).toString(36)}.${(low >>> 0).toString(36)}`
}
