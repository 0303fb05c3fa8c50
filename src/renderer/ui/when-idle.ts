/** Runs it when the page is idle, within `mostMs` at the latest. Returns a function that cancels it. */
export function whenIdle(run: () => void, mostMs: number): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: mostMs })
  return () => cancelIdleCallback(handle)
}
