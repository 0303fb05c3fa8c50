/** How long, in ms, a hand may still be moving towards the previous question. */
const GUARD_MS = 500

/** Tells which clicks and keys were meant for the question on the screen. */
export interface ClickGuard {
  /** Sets the question shown from this moment of the page's time; null: none. */
  see(askId: string | null, at: number): void
  /** The person has answered it, or selected another: the following change is expected. */
  act(): void
  isMeant(event: Pick<Event, 'timeStamp'>): boolean
  /** For a key that answers without a button: it was meant for whatever had the focus before. */
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
