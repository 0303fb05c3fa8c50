/** The fallback for a hidden window, which paints nothing. */
const HIDDEN_MS = 500

/**
 * Runs it in the frame after the next: the current changes are on the screen by then. Returns a function that cancels
 * it.
 */
export function nextFrame(run: () => void): () => void {
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(run)))
  return () => cancelAnimationFrame(frame)
}

/** Resolves once the current changes are on the screen, also in a hidden window. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const once = (): void => {
      cancelFrame()
      clearTimeout(timer)
      resolve()
    }
    const cancelFrame = nextFrame(once)
    const timer = setTimeout(once, HIDDEN_MS)
  })
}
