/** The state of the connection to the host, as people see it. */
export type Line =
  | { readonly type: 'connecting' }
  | { readonly type: 'online' }
  /** `retryAt`: ms since 1970, by this machine's clock. */
  | { readonly type: 'offline'; readonly retryAt: number }
  | { readonly type: 'ended' }

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 8_000

/** The wait before dialling again after `failures` in a row (from 1). */
export function redialAfter(failures: number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))
}
