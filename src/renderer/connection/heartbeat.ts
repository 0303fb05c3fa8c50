const EVERY_MS = 3_000
/** If a beat is later than this, the page itself was frozen or busy and has read no answer: that time does not count. */
const LATE_MS = 1_000

interface Heartbeat {
  /** Asks the host for any answer. */
  readonly ping: () => Promise<unknown>
  /** Called while no answer comes with the time (ms) since it was asked, and with null when it answers again. */
  readonly onSilence: (ms: number | null) => void
}

/**
 * Notices a host that is connected and does not answer: one that is frozen keeps its connections. Asks again only after an
 * answer. Returns the function that ends it.
 */
export function startHeartbeat({ onSilence, ping }: Heartbeat): () => void {
  let askedAt: number | null = null
  let isSilent = false
  let beatAt = performance.now()

  function answered(): void {
    askedAt = null
    if (isSilent) onSilence(null)
    isSilent = false
  }

  function beat(): void {
    timer = setTimeout(beat, EVERY_MS)
    const now = performance.now()
    const lateMs = now - beatAt - EVERY_MS
    beatAt = now
    if (askedAt === null) {
      askedAt = now
      void ping().then(answered)
      return
    }
    if (lateMs > LATE_MS) {
      askedAt += lateMs
      return
    }
    isSilent = true
    onSilence(now - askedAt)
  }

  // Not an interval: after a pause the browser runs its next beat at once, before any answer can be read.
  let timer = setTimeout(beat, EVERY_MS)
  return () => {
    clearTimeout(timer)
    answered()
  }
}
