const UNIT_MS = { h: 3_600_000, m: 60_000, s: 1_000 } as const
/** The timers cannot hold longer times. */
const MOST_MS = 24 * UNIT_MS.h

/** Parses `1h30m`, `90s`, or a number of seconds, into ms. Null if it is not a duration, zero, or more than a day. */
export function durationOf(text: string): number | null {
  const found = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text)
  if (found === null) return null
  const [, hours = '0', minutes = '0', seconds = '0'] = found
  const ms = Number(hours) * UNIT_MS.h + Number(minutes) * UNIT_MS.m + Number(seconds) * UNIT_MS.s
  return ms > 0 && ms <= MOST_MS ? ms : null
}
