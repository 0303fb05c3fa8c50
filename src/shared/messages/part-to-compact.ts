import { type Message, placeOf } from './message.ts'

/**
 * What a summary through this place would contain, of active messages. Null: none can end there, because it is not
 * followed by a message of the person that no summary contains yet.
 */
export function partToCompact(
  active: readonly Message[],
  throughSeq: number,
): readonly Message[] | null {
  const at = active.findIndex((message) => placeOf(message) >= throughSeq + 1)
  const next = active[at]
  if (next?.content.type !== 'user' || next.content.author !== 'person') return null
  if (next.seq !== throughSeq + 1) return null
  const isInSummary = active.slice(at).some(({ content }) => content.type === 'summary')
  return isInSummary ? null : active.slice(0, at)
}
