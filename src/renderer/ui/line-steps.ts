const PAGE = 10

/** How far a key moves the mark in a list of lines. Undefined: it does not move it. */
export function stepOfKey(key: string): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE,
    PageUp: -PAGE,
  }
  return steps[key]
}
