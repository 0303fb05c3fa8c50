/** The height of a line, in px. */
export const LINE_HEIGHT = 20
/** The longest part of a line that is drawn, in UTF-16 code units. */
export const LONGEST_LINE = 2_000
const AROUND = 20

/** The lines to draw, from 0 and without `to`. `top`, `height`: the visible part, in px. */
export function linesInSight(
  count: number,
  top: number,
  height: number,
): { readonly from: number; readonly to: number } {
  const from = Math.min(count, Math.max(0, Math.floor(top / LINE_HEIGHT) - AROUND))
  return { from, to: Math.min(count, Math.ceil((top + height) / LINE_HEIGHT) + AROUND) }
}
