import { secretsIn } from '../secrets/cloud-keys.ts'
import { trimEndOf } from '../../../shared/trim-end.ts'

/** The address of a model, and the credentials for it. */
export interface Endpoint {
  readonly baseUrl: string
  /** Null if none is set. */
  readonly apiKey: string | null
  /** Headers that the user has added; values can be secrets. */
  readonly headers: Readonly<Record<string, string>>
  /** For a cloud. Default, also if empty: from the address. */
  readonly region?: string | undefined
  /** For Google's cloud. Default, also if empty: from the key. */
  readonly project?: string | undefined
}

/** The parts of an endpoint that no sentence may show. */
export function secretsOf({ apiKey, headers }: Endpoint): readonly string[] {
  return [...(apiKey === null ? [] : secretsIn(apiKey)), ...Object.values(headers)]
}

/** The endpoint's name in sentences: its address without path, user name or password. */
export function hostOf({ baseUrl }: Pick<Endpoint, 'baseUrl'>): string {
  return URL.parse(baseUrl)?.host || 'The endpoint'
}

/** Origin and path without a trailing slash; null if the address is unusable. */
export function readAddress(baseUrl: string): string | null {
  const url = URL.parse(baseUrl)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.username !== '' || url.password !== '') return null
  return `${url.origin}${trimEndOf(url.pathname, '/')}`
}

/** Removes the headers that an SDK merges from this environment variable: one "name: value" per line. */
export function withoutHeadersOf(variable: string): readonly [name: string, value: null][] {
  const lines = process.env[variable]?.split('\n') ?? []
  return lines
    .map((line) => line.slice(0, Math.max(0, line.indexOf(':'))).trim())
    .filter((name) => name !== '')
    .map((name) => [name, null])
}

/** Disables an SDK's own timeout, because only the watchdog's deadlines count. The longest delay of a timer. */
export const NEVER_MS = 2 ** 31 - 1
