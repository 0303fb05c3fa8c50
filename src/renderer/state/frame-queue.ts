/** Collects items and passes them on at most once per painted frame; in a hidden window, ten times a second. */
export interface FrameQueue<Item> {
  push(item: Item): void
}

const HIDDEN_MS = 100

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
      if (cancel === null) schedule()
    },
  }
}
