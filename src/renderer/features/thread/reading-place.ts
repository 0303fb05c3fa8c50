/** The top of what is in sight: so many px below the top of a message of the person; above it, where that is negative. */
export interface ReadingPlace {
  readonly messageId: string
  readonly below: number
}

/** By the last message of the person that begins above what is in sight. Null: there is none to go by. */
export function placeIn(box: HTMLElement): ReadingPlace | null {
  const { top } = box.getBoundingClientRect()
  const all = [...box.querySelectorAll<HTMLElement>('[data-message]')]
  const belows = all.map((article) => top - article.getBoundingClientRect().top)
  const last = belows.findLastIndex((below) => below >= 0)
  const at = Math.max(last, 0)
  const messageId = all[at]?.dataset['message']
  const below = belows[at]
  return messageId === undefined || below === undefined ? null : { messageId, below }
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
