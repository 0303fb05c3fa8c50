/** A time given in prose, in ms from `now`; null if there is none, or it has passed. */
export function waitInWords(message: string, now: number): number | null {
  const length = LENGTH.exec(message)?.[1]
  if (length !== undefined) return msOf(length)
  const at = TIME.exec(message)
  const [, day, time, zone] = at ?? []
  if (day === undefined) return null
  const unnamed = time === undefined ? 'Z' : '+08:00'
  const offset = zone?.replace(/UTC|GMT|Z/i, 'Z') ?? unnamed
  const ms = Date.parse(`${day}T${time ?? '00:00'}${offset}`) - now
  return ms > 0 ? ms : null
}

const UNIT = '(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])'
const ONE = `\\d+(?:\\.\\d+)?\\s*${UNIT}`
/** OpenAI and Groq: "Please try again in 1m41.2s."; others: "retry after 20 seconds". */
const LENGTH = new RegExp(
  `\\b(?:try again|retry|wait|available again) (?:in |after |for )?(${ONE}(?:,? ?(?:and )?${ONE})*)`,
  'i',
)
/**
 * Anthropic: "You will regain access on 2026-12-01 at 00:00 UTC."; z.ai: "Your limit will reset at 2026-11-25 10:12:00", in
 * China's time (github.com/can1357/oh-my-pi/issues/11014).
 */
const TIME =
  /\b(?:regain access on|reset(?:s)? (?:at|on))\s+(\d{4}-\d\d-\d\d)(?:\s+(?:at\s+)?|T)?(\d\d:\d\d(?::\d\d)?)?(?:\.\d+)?\s*(UTC|GMT|Z|[+-]\d\d:\d\d)?/i

const PART = new RegExp(`(\\d+(?:\\.\\d+)?)\\s*(${UNIT})`, 'gi')
const UNITS_MS: readonly (readonly [unit: RegExp, ms: number])[] = [
  [/^(ms|milli)/i, 1],
  [/^s/i, 1_000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
  [/^d/i, 86_400_000],
]

/** The sum of a duration such as `1m41.2s`. */
function msOf(text: string): number {
  let sum = 0
  for (const [, count, unit = ''] of text.matchAll(PART)) {
    sum += Number(count) * (UNITS_MS.find(([name]) => name.test(unit))?.[1] ?? 0)
  }
  return Math.round(sum)
}

/** Google's RetryInfo among the details of an error: `retryDelay: "41s"`, in ms. Null if there is none. */
export function retryDelayIn(details: unknown): number | null {
  for (const detail of Array.isArray(details) ? details : []) {
    const delay: unknown =
      detail !== null && typeof detail === 'object' && 'retryDelay' in detail
        ? detail.retryDelay
        : null
    const seconds = typeof delay === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined
    if (seconds !== undefined) return Math.round(Number(seconds) * 1000)
  }
  return null
}
