const SECONDS = /^\s*\d+(\.\d+)?\s*$/

/** A retry-after header, seconds or an HTTP date, in ms from `now`; null where it names no time to wait. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  if (SECONDS.test(header)) return finite(Number(header) * 1000)
  const at = Date.parse(header)
  // A bare or negative number is no date, though some parsers take it for a year.
  if (Number.isNaN(at) || !/[a-z]/i.test(header)) return null
  return finite(Math.max(0, at - now))
}

function finite(ms: number): number | null {
  return Number.isFinite(ms) ? Math.round(ms) : null
}
