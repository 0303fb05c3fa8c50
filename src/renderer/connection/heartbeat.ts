const EVERY_MS = 3_000

interface Heartbeat {
  /** Asks the host for any answer. */
  readonly ping: () => Promise<unknown>
  /** Called while no answer comes with the time since it was asked (ms), and with null when it answers again. */
  readonly onSilence: (ms: number | null) => void
}

/**
 * Notices a host that is connected and does not answer: one that is frozen keeps its connections. Asks again only after an
 * answer. Returns the function that ends it.
 */
export function startHeartbeat({ onSilence, ping }: Heartbeat): () => void {
  let askedAt: number | null = null
  let isSilent = false

  function answered(): void {
    askedAt = null
    if (isSilent) onSilence(null)
    isSilent = false
  }

  function beat(): void {
    if (askedAt === null) {
      askedAt = performance.now()
      void ping().then(answered)
      return
    }
    isSilent = true
    onSilence(performance.now() - askedAt)
  }

  const timer = setInterval(beat, EVERY_MS)
  return () => {
    clearInterval(timer)
    answered()
  }
}
