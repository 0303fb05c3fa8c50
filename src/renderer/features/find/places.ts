import type { Wanted } from '../../../shared/search/found-words.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { PlaceWithin } from '../../../shared/search/search.ts'
import { rangesIn } from './found-ranges.ts'

type Sought = Pick<PlaceWithin, 'messageId' | 'callId' | 'role'>

/** Returns the key under which a message is drawn: a streamed reply keeps its key from the stream. */
export type KeyOf = (messageId: MessageId) => string

/** The element of a place; null: it does not exist, or is not open. */
export function elementOf(thread: Element, place: Sought, keyOf: KeyOf): Element | null {
  if (place.callId !== null)
    return thread.querySelector(`[data-call="${CSS.escape(place.callId)}"]`)
  if (place.role === 'person')
    return thread.querySelector(`[data-message="${CSS.escape(place.messageId)}"] .body`)
  return thread.querySelector(`[data-reply="${CSS.escape(keyOf(place.messageId))}"]`)
}

/** The matches in that place: in a card, in its input or its output, if these are separate. */
export function rangesOf(element: Element, place: Sought, wanted: Wanted): readonly Range[] {
  if (place.callId === null)
    return rangesIn(
      element,
      wanted,
      (each) => each.closest('details') !== null && !element.closest('details')?.contains(each),
    )
  const inPart = [...element.querySelectorAll(`[data-part="${place.role}"]`)]
    // What sub-agents did is drawn within the card of their call.
    .filter((part) => part.closest('[data-call]') === element)
    .flatMap((part) => rangesIn(part, wanted))
  return inPart.length > 0 ? inPart : rangesIn(element, wanted)
}
