import { wasCut } from './transport/bounded-fetch.ts'
import type { Fault } from './faults/fault.ts'

/**
 * The meaning of a status by itself, whichever server sends it. Null if it is too general: then the answer's text decides.
 */
export function statusFault(status: number, words: string | null): Fault | null {
  if (status === 529) return { type: 'overloaded' }
  if (status === 429) return { type: 'rateLimited' }
  if (status === 401) return { type: 'keyRefused' }
  if (status === 403) return { type: 'modelNotAllowed' }
  if (status === 402) return { type: 'unpaid' }
  if (status === 408) return { type: 'tooSlow' }
  if (status === 409 || status >= 500) return { type: 'serverError', because: words }
  return null
}

/** A server error with an endless description is reported as `tooMuch`. Every other status is clear enough by itself. */
export function cutShort(fault: Fault, headers: unknown): Fault {
  const isOwn = fault.type === 'serverError' && wasCut(headers)
  return isOwn ? { type: 'tooMuch', limited: 'error' } : fault
}
