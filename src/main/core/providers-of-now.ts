import { DEFAULT_TIMEOUTS } from '../../shared/timeouts.ts'

/** A row's providers lie no deeper: `event.input.context.primary`. */
const DEPTH = 4

/** A row of the log; providers from before each had deadlines of its own get those that all had. */
export function providersOfNow(body: unknown, depth = DEPTH): unknown {
  if (depth === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const isProvider = 'endpoint' in body && 'model' in body && 'limits' in body
  if (isProvider) return 'timeouts' in body ? body : { ...body, timeouts: DEFAULT_TIMEOUTS }
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, providersOfNow(value, depth - 1)]),
  )
}
