/** Collects items and passes them on at most once per painted frame; in a hidden window, ten times a second. */
export interface FrameQueue<Item> {
  push(item: Item): void
}

const HIDDEN_MS = 100
/** A browser may delay the timers of a hidden tab by a minute: the most items that wait for them. */
const MOST_WAITING = 30_000

export function createFrameQueue<Item>(take: (items: readonly Item[]) => void): FrameQueue<Item> {
  let items: Item[] = []
  let cancel: (() => void) | null = null

  function flush(): void {
    cancel?.()
    cancel = null
    const batch = items
    items = []
    take(batch)
  }

  function schedule(): void {
    const frame = requestAnimationFrame(flush)
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
