import { keptForAll } from '../../state/kept-texts.ts'

const KEY = 'phoenix.terminal-height'

/** The size of a terminal until it is measured. */
export const FIRST_SIZE = { columns: 80, rows: 24 }
export const LEAST_HEIGHT = 120
const USUAL_HEIGHT = 280
const STEP = 20
/** The largest fraction of the window that the panel may take. */
const MOST_OF_WINDOW = 0.7

export function mostHeight(windowHeight: number): number {
  return Math.max(LEAST_HEIGHT, Math.round(windowHeight * MOST_OF_WINDOW))
}

/** In whole px, within the limits of the panel. */
export function allowedHeight(height: number, windowHeight: number): number {
  const wanted = Number.isFinite(height) ? Math.round(height) : USUAL_HEIGHT
  return Math.min(mostHeight(windowHeight), Math.max(LEAST_HEIGHT, wanted))
}

/** The height after a key on its edge; null: the key has no effect there. */
export function heightAfterKey(key: string, height: number, windowHeight: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return allowedHeight(height + STEP, windowHeight)
    case 'ArrowDown':
      return allowedHeight(height - STEP, windowHeight)
    case 'Home':
      return mostHeight(windowHeight)
    case 'End':
      return LEAST_HEIGHT
    case 'Enter':
      return allowedHeight(USUAL_HEIGHT, windowHeight)
    default:
      return null
  }
}

export function savedHeight(): number {
  const saved = keptForAll.getItem(KEY)
  return saved === null ? USUAL_HEIGHT : Number(saved)
}

export function saveHeight(height: number): void {
  keptForAll.setItem(KEY, String(height))
}
