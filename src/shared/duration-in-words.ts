const UNITS = [
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const

/** Returns a duration in its two largest units, for a sentence: `2 hours`, `1 hour 30 minutes`, `6 seconds`. */
export function durationInWords(ms: number): string {
  let left = Math.max(0, Math.round(ms / 1_000)) * 1_000
  const parts: string[] = []
  for (const [length, unit] of UNITS) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.length === 0 ? '0 seconds' : parts.slice(0, 2).join(' ')
}
