/** Runs it in the frame after the next: what has just been drawn is on the screen by then. The answer calls it off. */
export function nextFrame(run: () => void): () => void {
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(run)))
  return () => cancelAnimationFrame(frame)
}
