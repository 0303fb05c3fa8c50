/** Runs it when the page has nothing more urgent to do, within `mostMs` at the latest. The answer calls it off. */
export function whenIdle(run: () => void, mostMs: number): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(run, { timeout: mostMs })
  return () => cancelIdleCallback(asked)
}
