/** How long, in ms, a hand may still be moving towards the previous question. */
const GUARD_MS = 500

/** Tells which clicks and keys were meant for the question on the screen. */
export interface ClickGuard {
  /**
   * Sets the question shown from this moment of the page's time; null: none. `wasTyping`: the person was writing about the
   * one before.
   */
  see(askId: string | null, at: number, wasTyping?: boolean): void
  /** Hears each key pressed in the card, before it takes effect. */
  hear(event: Pick<KeyboardEvent, 'key' | 'timeStamp'>): void
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
  /** What is typed on belongs to the question before, up to the Enter that ends it. */
  let isTypingOn = false
  return {
    see: (askId, at, wasTyping = false) => {
      if (askId === seen) return
      const isSwapped = seen !== null && askId !== null && !hasActed
      if (isSwapped) swappedAt = at
      isTypingOn = isSwapped && (wasTyping || isTypingOn)
      shownAt = askId === null ? Infinity : at
      seen = askId
      hasActed = false
    },
    hear: ({ key, timeStamp }) => {
      if (!isTypingOn || key !== 'Enter') return
      isTypingOn = false
      shownAt = timeStamp
    },
    act: () => {
      hasActed = true
    },
    isMeant: ({ timeStamp }) => timeStamp - swappedAt >= GUARD_MS,
    isKeyMeant: ({ timeStamp }) => !isTypingOn && timeStamp - shownAt >= GUARD_MS,
  }
}
