/**
 * Collects items and passes them on at most once per painted frame; in a hidden window, ten times a second. After a frame
 * that took long, it pauses for as long: a browser paints before it hands over what has arrived, so the answer to a Stop
 * would wait for one drawing per piece of output.
 */
export interface FrameQueue<Item> {
  push(item: Item): void
}

const HIDDEN_MS = 100
/** A browser may delay the timers of a hidden tab by a minute: the most items that wait for them. */
const MOST_WAITING = 30_000
/** A frame that takes no longer needs no pause. */
const SMOOTH_MS = 34
const LONGEST_PAUSE_MS = 250

export function createFrameQueue<Item>(take: (items: readonly Item[]) => void): FrameQueue<Item> {
  let items: Item[] = []
  /** Ends the wait for a frame or after one; null: nothing is waited for. */
  let cancel: (() => void) | null = null

  function flush(): void {
    cancel?.()
    cancel = null
    const batch = items
    items = []
    take(batch)
  }

  function paint(): void {
    const start = performance.now()
    flush()
    // It runs once the frame is on the screen.
    pause(0, () => {
      const took = performance.now() - start
      if (took > SMOOTH_MS) pause(Math.min(took, LONGEST_PAUSE_MS), goOn)
      else goOn()
    })
  }

  function pause(ms: number, then: () => void): void {
    const timer = setTimeout(then, ms)
    cancel = () => clearTimeout(timer)
  }

  function goOn(): void {
    cancel = null
    if (items.length > 0) schedule()
  }

  function schedule(): void {
    const frame = requestAnimationFrame(paint)
    const timer = setTimeout(flush, HIDDEN_MS)
    cancel = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }

  return {
    push: (item) => {
      items.push(item)
      if (items.length >= MOST_WAITING) flush()
      else if (cancel === null) schedule()
    },
  }
}
