/** A duration in its largest two meaningful units: `12 s`, `2 m 10 s`, `1 h 5 m`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} m ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} m`
}

/** The duration of a finished call, with tenths if it was short. */
export function formatTaken(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms)
}

/** Time left, rounded up, so a countdown never shows 0 while it still waits. */
export function formatLeft(ms: number): string {
  return formatDuration(Math.ceil(Math.max(0, ms) / 1000) * 1000)
}

const DAY_MS = 24 * 3_600_000

/** A future time: how long until then, or the day if it is far away. */
export function formatWhen(at: number, now: number): string {
  return at - now < DAY_MS ? `in ${formatLeft(at - now)}` : `on ${formatMoment(at, now)}`
}

/** A past time, as short as in a list; the day if it was long ago. */
export function formatAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} m`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h`
  const days = Math.floor(hours / 24)
  return days < 7 ? `${days} d` : formatMoment(at, now)
}

/** When something was, in full. */
export function formatExactly(at: number): string {
  return exactly(at)
}

/** A past time: the time for today, the day for this year, otherwise the date. */
export function formatMoment(at: number, now: number): string {
  const then = new Date(at)
  const today = new Date(now)
  if (then.toDateString() === today.toDateString()) return time(at)
  return (then.getFullYear() === today.getFullYear() ? day : date)(at)
}

const CLOCK = { timeZone: 'UTC' } as const
const DAY_PARTS = { day: 'numeric', month: 'short', ...CLOCK } as const
const exactly = format({ dateStyle: 'full', timeStyle: 'short', ...CLOCK })
const time = format({ hour: '2-digit', minute: '2-digit', ...CLOCK })
const day = format(DAY_PARTS)
const date = format({ ...DAY_PARTS, year: 'numeric' })

/** Made when first used, since the first one loads the names of all months, and only once, since making one takes longer than drawing a row. */
function format(options: Intl.DateTimeFormatOptions): (at: number) => string {
  let made: Intl.DateTimeFormat | undefined
  return (at) => (made ??= new Intl.DateTimeFormat([], options)).format(here(at))
}

/** The time that clocks here show, as if here were UTC: people travel while the page is open. */
function here(at: number): number {
  return at - new Date(at).getTimezoneOffset() * 60_000
}
