/** Formats a duration in its largest two meaningful units: `12 s`, `2 m 10 s`, `1 h 5 m`, `3 d 2 h`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} m ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ${minutes % 60} m` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/**
 * Formats the duration of a finished call: in ms or with tenths of a second if it was short. A clock that was set back
 * during it makes none of it.
 */
export function formatTaken(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms)
}

/** Formats a limit, usually a round one: `6 min`, `90 s`, `2 h`. */
export function formatLimit(ms: number): string {
  const minutes = ms / 60_000
  if (minutes < 2 || !Number.isInteger(minutes)) return `${(ms / 1_000).toLocaleString('en')} s`
  return Number.isInteger(minutes / 60) ? `${minutes / 60} h` : `${minutes} min`
}

/** Formats the time left, rounded up, so a countdown never shows 0 before it ends. */
export function formatLeft(ms: number): string {
  return formatDuration(Math.ceil(Math.max(0, ms) / 1000) * 1000)
}

const DAY_MS = 24 * 3_600_000

/** Formats a future time: the time until then, or the day if it is more than a day away. */
export function formatWhen(at: number, now: number): string {
  return at - now < DAY_MS ? `in ${formatLeft(at - now)}` : `on ${formatMoment(at, now)}`
}

/**
 * Formats a past time briefly, as lists do; the moment itself if it was a week ago or longer, or if it is still to come,
 * because the clock was set back.
 */
export function formatAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < -1) return formatMoment(at, now)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} m`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h`
  const days = Math.floor(hours / 24)
  return days < 7 ? `${days} d` : formatMoment(at, now)
}

/** Formats a time in full, with the date. */
export function formatExactly(at: number): string {
  return exactly(at)
}

/** Formats a moment: the time if it is today, the day if it is this year, otherwise the date. */
export function formatMoment(at: number, now: number): string {
  const then = new Date(at)
  const today = new Date(now)
  if (then.toDateString() === today.toDateString()) return time(at)
  return (then.getFullYear() === today.getFullYear() ? day : date)(at)
}

/** Formats a time of the day, to the second. */
export function formatSecond(at: number): string {
  return second(at)
}

/** Formats a time as `2026-11-23 16:15`, in UTC: for texts that other programs read. */
export function formatUtc(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}

const CLOCK = { timeZone: 'UTC' } as const
const DAY_PARTS = { day: 'numeric', month: 'short', ...CLOCK } as const
const exactly = format({ dateStyle: 'full', timeStyle: 'short', ...CLOCK })
const time = format({ timeStyle: 'short', ...CLOCK })
const second = format({ timeStyle: 'medium', ...CLOCK })
const day = format(DAY_PARTS)
const date = format({ ...DAY_PARTS, year: 'numeric' })

/**
 * Returns a formatter. It is created on first use, because the first one loads the names of all months, and only once,
 * because creating one takes longer than drawing a row.
 */
function format(options: Intl.DateTimeFormatOptions): (at: number) => string {
  let made: Intl.DateTimeFormat | undefined
  return (at) => (made ??= new Intl.DateTimeFormat([], options)).format(here(at))
}

/** Shifts a time so that UTC formatting shows local time. Not cached: people travel while the page is open. */
function here(at: number): number {
  return at - new Date(at).getTimezoneOffset() * 60_000
}
