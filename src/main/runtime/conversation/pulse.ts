/**
 * What the liveness watch goes by. It stands on the system's own interval and on nothing of Phoenix: whatever timers lose,
 * it goes on.
 */
export interface Pulse {
  /** Calls back again and again, at most once in so many ms of a running loop, until it is taken back. */
  every(ms: number, run: () => void): () => void
}
