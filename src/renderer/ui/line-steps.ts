const PAGE = 10

/** The number of lines by which a key moves the mark in a list. Undefined: it does not move it. */
export function stepOfKey(key: string): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE,
    PageUp: -PAGE,
  }
  return steps[key]
}
