import { type Message, placeOf } from './message.ts'

/**
 * Returns the active messages that a summary through this place would cover. Null if no summary can end there, because
 * the place is not followed by a person's message that no summary covers yet.
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
