/**
 * When a used-up limit resets, in ms from `now`, according to the headers in which providers count their limits. Used only
 * if there is no retry-after. Returns the longest time among the limits reported as used up; if there are none, among
 * those with no report; null if every limit has something left.
 *
 *     anthropic-ratelimit-tokens-remaining: 0             anthropic-ratelimit-tokens-reset: 2026-01-01T00:01:00Z
 *     anthropic-ratelimit-unified-5h-status: rejected     anthropic-ratelimit-unified-5h-reset: 1767225660
 *     x-ratelimit-remaining-tokens: 0                     x-ratelimit-reset-tokens: 1m30.5s
 */
export function readRateLimitReset(headers: Headers, now: number): number | null {
  const usedUp: number[] = []
  const unclear: number[] = []
  for (const [name, value] of headers) {
    const ms = RESET.test(name) ? untilReset(value.trim(), now) : null
    const isUsedUp = saysUsedUp(headers, name)
    if (ms === null || isUsedUp === false) continue
    if (isUsedUp === null) unclear.push(ms)
    else usedUp.push(ms)
  }
  const counted = usedUp.length > 0 ? usedUp : unclear
  return counted.length === 0 ? null : Math.max(...counted)
}

/** Whether the other headers of a limit say that it is used up; null if they say nothing. */
function saysUsedUp(headers: Headers, reset: string): boolean | null {
  const status = headers.get(reset.replace('reset', 'status'))
  if (status !== null) return !status.startsWith('allowed')
  const remaining = headers.get(reset.replace('reset', 'remaining'))
  return remaining === null ? null : !(Number(remaining) > 0)
}

const RESET = /ratelimit-(.+-)?reset(-|$)/
const DURATION =
  /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/
const UNITS_MS = [86_400_000, 3_600_000, 60_000, 1_000, 1]
/** A larger bare number is a time since 1970, in seconds or in ms; a smaller one is seconds from now. */
const EARLIEST_S = 1_000_000_000

/** No limit lasts longer: a larger value is not a time. */
export const LONGEST_MS = 30 * 86_400_000

/** In whole ms; null if it is not a time, or an impossible one. */
function untilReset(value: string, now: number): number | null {
  const ms = readReset(value, now)
  return ms === null || ms > LONGEST_MS ? null : Math.max(0, Math.round(ms))
}

/** Reads a time, a duration or a number of seconds. */
function readReset(value: string, now: number): number | null {
  if (/^\d+(\.\d+)?$/.test(value)) {
    const number = Number(value)
    if (number < EARLIEST_S) return number * 1000
    return (number < EARLIEST_S * 1000 ? number * 1000 : number) - now
  }
  if (/^\d{4}-\d\d-\d\dT/.test(value)) {
    const at = Date.parse(value)
    return Number.isNaN(at) ? null : at - now
  }
  const parts = DURATION.exec(value)?.slice(1)
  if (parts === undefined || value === '') return null
  return parts.reduce((sum, part, unit) => sum + Number(part ?? 0) * (UNITS_MS[unit] ?? 0), 0)
}
