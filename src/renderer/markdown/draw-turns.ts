/** Gives those who have much to draw their turns, one in each painted frame: between two, the page answers. */
export interface DrawTurns {
  /** Calls `draw` once, in a frame of its own; what it returns takes the wish back. */
  ask(draw: () => void): () => void
}

/** `nextFrame` calls back before the next frame is painted. */
export function createDrawTurns(nextFrame: (draw: () => void) => void): DrawTurns {
  let waiting: readonly (() => void)[] = []
  let isScheduled = false

  /** The one that asked last stands nearest to the end, where a reader looks first. */
  function give(): void {
    isScheduled = false
    const draw = waiting.at(-1)
    waiting = waiting.slice(0, -1)
    if (waiting.length > 0) schedule()
    draw?.()
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    nextFrame(give)
  }

  return {
    ask: (draw) => {
      waiting = [...waiting, draw]
      schedule()
      return () => (waiting = waiting.filter((each) => each !== draw))
    },
  }
}

const HIDDEN_MS = 100

/** Frames of the page; in a hidden window ten a second. */
export const drawTurns = createDrawTurns((draw) => {
  let isDrawn = false
  const once = (): void => {
    if (isDrawn) return
    isDrawn = true
    draw()
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, HIDDEN_MS)
})
