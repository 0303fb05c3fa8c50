/** Notifies its listeners each second: only while there are any, and not while the window is hidden. */
export interface Clock {
  /** ms since 1970 by the host's clock. */
  now(): number
  /** The host reported its time. */
  setHostTime(now: number): void
  subscribe(listener: () => void): () => void
}

/** The parts of a document that the clock uses. */
export type ClockPage = Pick<Document, 'visibilityState'> & EventTarget

const TICK_MS = 1_000

export function createClock(page: ClockPage): Clock {
  const listeners = new Set<() => void>()
  let offset = 0
  let timer: ReturnType<typeof setInterval> | null = null

  function tick(): void {
    for (const listener of listeners) listener()
  }

  function update(): void {
    const shouldRun = listeners.size > 0 && page.visibilityState === 'visible'
    if (shouldRun && timer === null) timer = setInterval(tick, TICK_MS)
    if (shouldRun || timer === null) return
    clearInterval(timer)
    timer = null
  }

  page.addEventListener('visibilitychange', () => {
    update()
    if (page.visibilityState === 'visible') tick()
  })
  return {
    now: () => Date.now() + offset,
    setHostTime: (now) => {
      offset = now - Date.now()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      update()
      return () => {
        listeners.delete(listener)
        update()
      }
    },
  }
}
