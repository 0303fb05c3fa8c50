/** Where a model is asked, and with what. */
export interface Endpoint {
  readonly baseUrl: string
  /** Null: none is set. */
  readonly apiKey: string | null
  /** What a person has added; values can be secrets. */
  readonly headers: Readonly<Record<string, string>>
}

/** What the sentences call the endpoint: its address without path, name or password. */
export function hostOf({ baseUrl }: Pick<Endpoint, 'baseUrl'>): string {
  return URL.parse(baseUrl)?.host || 'The endpoint'
}

/** Origin and path without a slash at its end; null: no address that can be asked. */
export function readAddress(baseUrl: string): string | null {
  const url = URL.parse(baseUrl)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.username !== '' || url.password !== '') return null
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

const HEADER_SAFE = /^[\x21-\x7e]+$/

/** Whether a key can stand in a header. */
export function isHeaderSafe(key: string): boolean {
  return HEADER_SAFE.test(key)
}

/** No timeout of an SDK's own: the watchdog's deadlines are the only ones. The longest that a timer can hold. */
export const NEVER_MS = 2 ** 31 - 1
