/** The longest wait in ms: a long answer is drawn in pieces, and a stored output is fetched. */
const LONGEST_MS = 4_000
/** How long nothing is being drawn before a place counts as drawn. */
const CALM_MS = 500
const PAUSE_MS = 30

interface Drawing<Found> {
  /** What is drawn by now. */
  readonly look: () => Found
  readonly isComplete: (found: Found) => boolean
  /** True while more is coming. */
  readonly isBusy: () => boolean
  readonly isWanted: () => boolean
}

/** What is drawn once it is complete, or once no more is coming. */
export async function untilDrawn<Found>(drawing: Drawing<Found>): Promise<Found> {
  const { look, isComplete, isBusy, isWanted } = drawing
  const end = performance.now() + LONGEST_MS
  let calmSince = performance.now()
  for (;;) {
    const found = look()
    const now = performance.now()
    if (isBusy()) calmSince = now
    if (isComplete(found) || !isWanted() || now - calmSince >= CALM_MS || now >= end) return found
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
