/** The top of what is in sight: so many px below the top of a message of the person; above it, where that is negative. */
export interface ReadingPlace {
  readonly messageId: string
  readonly below: number
}

/** So much stays in sight above a message that is gone to (px). */
const ABOVE = 12

/** By the last message of the person that begins above what is in sight. Null: there is none to go by. */
export function placeIn(box: HTMLElement): ReadingPlace | null {
  const belows = belowsIn(box)
  const last = belows.findLastIndex(({ below }) => below >= 0)
  return belows[Math.max(last, 0)] ?? null
}

/** Where the message of the person before what is in sight begins, or the one after it. Null: there is none on the page. */
export function messageBeside(box: HTMLElement, way: 'previous' | 'next'): ReadingPlace | null {
  const messageId = neighbourOf(belowsIn(box), way)
  return messageId === null ? null : { messageId, below: -ABOVE }
}

/** Of messages, oldest first. One that stands where it was gone to is neither before nor after. */
export function neighbourOf(
  places: readonly ReadingPlace[],
  way: 'previous' | 'next',
): ReadingPlace['messageId'] | null {
  const found =
    way === 'previous'
      ? places.findLast(({ below }) => below > 1 - ABOVE)
      : places.find(({ below }) => below < -ABOVE - 1)
  return found?.messageId ?? null
}

/** Of each message of the person, oldest first: how far its top is above the top of what is in sight. */
function belowsIn(box: HTMLElement): readonly ReadingPlace[] {
  const { top } = box.getBoundingClientRect()
  const all = [...box.querySelectorAll<HTMLElement>('[data-message]')]
  return all.map((article) => ({
    messageId: article.dataset['message'] ?? '',
    below: top - article.getBoundingClientRect().top,
  }))
}

/** False: the message is not on the page. */
export function goTo(box: HTMLElement, { messageId, below }: ReadingPlace): boolean {
  const article = [...box.querySelectorAll<HTMLElement>('[data-message]')].find(
    ({ dataset }) => dataset['message'] === messageId,
  )
  if (article === undefined) return false
  const { top } = box.getBoundingClientRect()
  box.scrollTop += article.getBoundingClientRect().top - top + below
  return true
}
