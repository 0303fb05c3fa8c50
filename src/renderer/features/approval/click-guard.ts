/** So long, in ms, may a hand still be on its way to the question that stood there before. */
const GUARD_MS = 500

/** Tells which clicks and keys were meant for the question on the screen. */
export interface ClickGuard {
  /** What stands there from this moment of the page's time; null: nothing any more. */
  see(askId: string | null, at: number): void
  /** The person has answered it, or picked another: the change that follows is expected. */
  act(): void
  isMeant(event: Pick<Event, 'timeStamp'>): boolean
  /** Of a key that answers without a button: it was on its way to whatever had the focus before. */
  isKeyMeant(event: Pick<Event, 'timeStamp'>): boolean
}

export function createClickGuard(): ClickGuard {
  let seen: string | null = null
  let hasActed = false
  let swappedAt = -Infinity
  let shownAt = Infinity
  return {
    see: (askId, at) => {
      if (askId === seen) return
      if (seen !== null && askId !== null && !hasActed) swappedAt = at
      shownAt = askId === null ? Infinity : at
      seen = askId
      hasActed = false
    },
    act: () => {
      hasActed = true
    },
    isMeant: ({ timeStamp }) => timeStamp - swappedAt >= GUARD_MS,
    isKeyMeant: ({ timeStamp }) => timeStamp - shownAt >= GUARD_MS,
  }
}
