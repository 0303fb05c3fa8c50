/** The state of the connection to the host, as people see it. */
export type Line =
  | { readonly type: 'connecting'; readonly failures: number }
  | { readonly type: 'online' }
  /** `failures`: how many in a row. */
  | { readonly type: 'offline'; readonly failures: number }
  | { readonly type: 'ended' }

/** After so many failures the host was probably ended: it is not only starting. */
const MANY_FAILURES = 5

export function isLongLost(line: Line): boolean {
  return 'failures' in line && line.failures >= MANY_FAILURES
}

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 8_000

/** The wait before dialling again after `failures` in a row (from 1). */
export function redialAfter(failures: number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))
}
