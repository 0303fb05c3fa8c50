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
  /** What was typed on has ended elsewhere: by Enter or a click. */
  settle(): void
  /** The person has answered it, or selected another: the following change is expected. */
  act(): void
  isMeant(event: Pick<Event, 'timeStamp'>): boolean
  /** For a key that answers without a button: it was meant for whatever had the focus before. */
  isKeyMeant(event: Pick<Event, 'timeStamp'>): boolean
}

/**
 * What is typed on when its question is gone belongs to that one, up to the Enter that ends it; also if the card of another
 * conversation has the focus by then.
 */
const TYPING = { isOn: false }

export function createClickGuard(typing = TYPING): ClickGuard {
  let seen: string | null = null
  let hasActed = false
  let swappedAt = -Infinity
  let shownAt = Infinity
  return {
    see: (askId, at, wasTyping = false) => {
      if (askId === seen) return
      const isGone = seen !== null && !hasActed
      if (isGone && askId !== null) swappedAt = at
      if (isGone && wasTyping) typing.isOn = true
      shownAt = askId === null ? Infinity : at
      seen = askId
      hasActed = false
    },
    hear: ({ key, timeStamp }) => {
      if (!typing.isOn || key !== 'Enter') return
      typing.isOn = false
      shownAt = timeStamp
    },
    settle: () => {
      typing.isOn = false
    },
    act: () => {
      hasActed = true
    },
    isMeant: ({ timeStamp }) => timeStamp - swappedAt >= GUARD_MS,
    isKeyMeant: ({ timeStamp }) => !typing.isOn && timeStamp - shownAt >= GUARD_MS,
  }
}
