import Anthropic from '@anthropic-ai/sdk'
import type { Fault } from '../model-api/fault.ts'

/** What the sentences call it. */
export const API = 'the Anthropic API'

export interface Endpoint {
  readonly baseUrl: string
  readonly apiKey: string | null
}

/** An endpoint that can be asked: its address parses, its key can stand in a header. */
export interface UsableEndpoint {
  readonly type: 'usable'
  readonly baseUrl: string
  readonly apiKey: string
}

const HEADER_SAFE = /^[\x21-\x7e]+$/

/** Found out before any network: a missing key, an address that is none. */
export function checkEndpoint({ baseUrl, apiKey }: Endpoint): UsableEndpoint | Fault {
  if (apiKey === null || apiKey === '') return { type: 'keyMissing' }
  if (!HEADER_SAFE.test(apiKey)) return { type: 'keyMalformed' }
  const url = URL.parse(baseUrl)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.username !== '' || url.password !== '') {
    return { type: 'malformedUrl' }
  }
  // The SDK adds /v1 itself; people copy addresses with it.
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
  return { type: 'usable', baseUrl: `${url.origin}${path}`, apiKey }
}

/** What the sentences call the endpoint: its address without path, name or password. */
export function hostOf({ baseUrl }: Endpoint): string {
  return URL.parse(baseUrl)?.host || 'The endpoint'
}

/** No timeout of the SDK's own: the watchdog's deadlines are the only ones. The longest that a timer can hold. */
const NEVER_MS = 2 ** 31 - 1

/**
 * A client that takes nothing from the environment: key, address, headers, log level and tracing are ours. The key goes
 * out as x-api-key alone, and to no other address by a redirect.
 */
export function createClient(endpoint: UsableEndpoint): Anthropic {
  return new Anthropic({
    apiKey: endpoint.apiKey,
    authToken: null,
    webhookKey: null,
    baseURL: endpoint.baseUrl,
    maxRetries: 0,
    timeout: NEVER_MS,
    logLevel: 'off',
    openTelemetry: false,
    fetchOptions: { redirect: 'manual' },
    defaultHeaders: [
      ...environmentHeaders().map((name): [string, null] => [name, null]),
      ['authorization', null],
      ...headers(endpoint),
    ],
  })
}

function headers({ apiKey }: UsableEndpoint): [string, string][] {
  return [
    ['x-api-key', apiKey],
    ['anthropic-version', '2023-06-01'],
    ['accept', 'text/event-stream'],
    ['content-type', 'application/json'],
    ['user-agent', 'Phoenix'],
  ]
}

/** Names of the headers that the SDK merges from the environment. */
function environmentHeaders(): readonly string[] {
  const lines = process.env['ANTHROPIC_CUSTOM_HEADERS']?.split('\n') ?? []
  return lines
    .map((line) => line.slice(0, Math.max(0, line.indexOf(':'))).trim())
    .filter((name) => name !== '')
}
