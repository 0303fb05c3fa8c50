/** Gives each heavy text its turn to draw, one per painted frame: in between, the page responds. */
export interface DrawTurns {
  /** Calls `draw` once, in a frame of its own; the returned function cancels it. */
  ask(draw: () => void): () => void
}

/** `nextFrame` calls back before the next frame is painted. */
export function createDrawTurns(nextFrame: (draw: () => void) => void): DrawTurns {
  let waiting: readonly (() => void)[] = []
  let isScheduled = false

  /** The latest request is closest to the end, where a reader looks first. */
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

/** Frames of the page; in a hidden window ten per second. */
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
