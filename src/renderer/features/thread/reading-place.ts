/** The top of the visible part: this many px below the top of a person's message; above it if negative. */
export interface ReadingPlace {
  readonly messageId: string
  readonly below: number
}

/** The space above a target message (px). */
const ABOVE = 12

/** The place relative to the last person's message that begins above the visible part. Null: none. */
export function placeIn(box: HTMLElement): ReadingPlace | null {
  const belows = belowsIn(box)
  const last = belows.findLastIndex(({ below }) => below >= 0)
  return belows[Math.max(last, 0)] ?? null
}

/** The place of the person's message before the visible part, or of the next one. Null: there is none on the page. */
export function messageBeside(box: HTMLElement, way: 'previous' | 'next'): ReadingPlace | null {
  const messageId = neighbourOf(belowsIn(box), way)
  return messageId === null ? null : { messageId, below: -ABOVE }
}

/** `places`: those of messages, oldest first. The message gone to last is neither previous nor next. */
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

/** For each message of the person, oldest first: how far its top is above the top of the visible part. */
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
