/**
 * When a limit that is used up begins anew, in ms from `now`, by the headers in which providers count their limits: for
 * where no retry-after says so. The longest of those that are used up; null where none is.
 *
 *     anthropic-ratelimit-tokens-remaining: 0     anthropic-ratelimit-tokens-reset: 2026-01-01T00:01:00Z
 *     x-ratelimit-remaining-tokens: 0             x-ratelimit-reset-tokens: 1m30.5s
 */
export function readRateLimitReset(headers: Headers, now: number): number | null {
  let longest: number | null = null
  for (const [name, value] of headers) {
    if (!RESET.test(name)) continue
    const remaining = headers.get(name.replace('reset', 'remaining'))
    if (remaining !== null && Number(remaining) > 0) continue
    const ms = untilReset(value.trim(), now)
    if (ms !== null) longest = Math.max(longest ?? 0, ms)
  }
  return longest
}

const RESET = /ratelimit-(.+-)?reset(-|$)/
const DURATION =
  /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/
const UNITS_MS = [86_400_000, 3_600_000, 60_000, 1_000, 1]
/** Above this a bare number is a time since 1970, in seconds or in ms; below it, seconds from now. */
const EARLIEST_S = 1_000_000_000

/** A time, a length of time, or seconds. */
function untilReset(value: string, now: number): number | null {
  if (/^\d+(\.\d+)?$/.test(value)) {
    const number = Number(value)
    if (number < EARLIEST_S) return Math.round(number * 1000)
    return Math.max(0, (number < EARLIEST_S * 1000 ? number * 1000 : number) - now)
  }
  if (/^\d{4}-\d\d-\d\dT/.test(value)) {
    const at = Date.parse(value)
    return Number.isNaN(at) ? null : Math.max(0, at - now)
  }
  const parts = DURATION.exec(value)?.slice(1)
  if (parts === undefined || value === '') return null
  const ms = parts.reduce((sum, part, unit) => sum + Number(part ?? 0) * (UNITS_MS[unit] ?? 0), 0)
  return Math.round(ms)
}
