/**
 * The heartbeat of the liveness watch. It uses the system's own interval and nothing of Phoenix, so it continues even
 * if timers are lost.
 */
export interface Pulse {
  /** Calls back repeatedly, at most once in this many ms of a running loop, until cancelled. */
  every(ms: number, run: () => void): () => void
}
