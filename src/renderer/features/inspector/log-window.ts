/** The height of a row of the log, in px. */
export const ROW_HEIGHT = 26
/** The number of rows drawn above and below the visible ones. */
const AROUND = 8

export interface Window {
  /** The first and the last drawn row, by seq from 1; `last` 0: none. */
  readonly first: number
  readonly last: number
}

/** The rows to draw of a log with this many. `top`, `height`: the visible part, in px. */
export function windowOf(count: number, top: number, height: number): Window {
  const first = Math.max(1, Math.floor(top / ROW_HEIGHT) + 1 - AROUND)
  const last = Math.min(count, Math.ceil((top + height) / ROW_HEIGHT) + AROUND)
  return { first: Math.min(first, Math.max(1, count)), last }
}
