/** Resolves once the current changes are on the screen; in a hidden window, which paints nothing, after `hiddenMs`. */
export function painted(hiddenMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, hiddenMs)
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(timer)
        resolve()
      }),
    )
  })
}

/**
 * Runs it in the frame after the next: the current changes are on the screen by then. Returns a function that cancels
 * it.
 */
export function nextFrame(run: () => void): () => void {
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(run)))
  return () => cancelAnimationFrame(frame)
}
