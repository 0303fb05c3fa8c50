/**
 * Runs it in the frame after the next: the current changes are on the screen by then. Returns a function that cancels
 * it.
 */
export function nextFrame(run: () => void): () => void {
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(run)))
  return () => cancelAnimationFrame(frame)
}
