import type { Fault } from './fault.ts'
import { readRateLimitReset } from './rate-limit-reset.ts'

/** How long the server wants no requests, in ms from `now`; null if it does not say. */
export function waitOf(fault: Fault, headers: Headers, now: number): number | null {
  const ms = headers.get('retry-after-ms') ?? ''
  if (NUMBER.test(ms) && Number.isFinite(Number(ms))) return Math.round(Number(ms))
  const requestedMs = readRetryAfter(headers.get('retry-after'), now)
  return requestedMs === null && fault.type === 'rateLimited'
    ? readRateLimitReset(headers, now)
    : requestedMs
}

const NUMBER = /^\s*\d+(\.\d+)?\s*$/

/** Reads a retry-after header, seconds or an HTTP date, in ms from `now`; null if it gives no time. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  if (NUMBER.test(header)) return finite(Number(header) * 1000)
  const at = Date.parse(header)
  // A bare or negative number is not a date, though some parsers take it for a year.
  if (Number.isNaN(at) || !/[a-z]/i.test(header)) return null
  return finite(Math.max(0, at - now))
}

function finite(ms: number): number | null {
  return Number.isFinite(ms) ? Math.round(ms) : null
}
