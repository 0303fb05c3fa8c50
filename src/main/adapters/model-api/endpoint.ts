import { secretsIn } from '../secrets/cloud-keys.ts'

/** Where a model is asked, and with what. */
export interface Endpoint {
  readonly baseUrl: string
  /** Null: none is set. */
  readonly apiKey: string | null
  /** What a person has added; values can be secrets. */
  readonly headers: Readonly<Record<string, string>>
  /** Of a cloud. Left out or '': the address says it. */
  readonly region?: string | undefined
  /** Of Google's cloud. Left out or '': the key says it. */
  readonly project?: string | undefined
}

/** What of it no sentence may show. */
export function secretsOf({ apiKey, headers }: Endpoint): readonly string[] {
  return [...(apiKey === null ? [] : secretsIn(apiKey)), ...Object.values(headers)]
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

/** Takes out the headers that an SDK merges from this variable of the environment: one "name: value" on each line. */
export function withoutHeadersOf(variable: string): readonly [name: string, value: null][] {
  const lines = process.env[variable]?.split('\n') ?? []
  return lines
    .map((line) => line.slice(0, Math.max(0, line.indexOf(':'))).trim())
    .filter((name) => name !== '')
    .map((name) => [name, null])
}

/** No timeout of an SDK's own: the watchdog's deadlines are the only ones. The longest that a timer can hold. */
export const NEVER_MS = 2 ** 31 - 1
