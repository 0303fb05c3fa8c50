import type Anthropic from '@anthropic-ai/sdk'
import { boundedFetch } from '../model-api/transport/bounded-fetch.ts'
import { type Endpoint, NEVER_MS, readAddress, withoutHeadersOf } from '../model-api/endpoint.ts'
import type { Fault } from '../model-api/faults/fault.ts'
import { isHeaderSafe } from '../secrets/api-key.ts'

/** A usable endpoint: its address parses, and its key fits into a header. */
export interface UsableEndpoint extends Endpoint {
  readonly type: 'usable'
  readonly apiKey: string
}

/** Checks for a missing key or an invalid address before any network access. */
export function checkEndpoint({ baseUrl, apiKey, headers }: Endpoint): UsableEndpoint | Fault {
  if (apiKey === null || apiKey === '') return { type: 'keyMissing' }
  if (!isHeaderSafe(apiKey)) return { type: 'keyMalformed' }
  const address = readAddress(baseUrl)
  if (address === null) return { type: 'malformedUrl' }
  // The SDK adds /v1 itself, but people copy addresses that include it.
  return { type: 'usable', baseUrl: address.replace(/\/v1$/, ''), apiKey, headers }
}

/** Loaded only when needed: the start does not wait for it. */
export const loadSdk = () => import('@anthropic-ai/sdk')

/**
 * Creates a client that takes nothing from the environment: key, address, headers, log level and tracing are ours. The key
 * is sent only as x-api-key, and never to another address by a redirect.
 */
export async function createClient(endpoint: UsableEndpoint): Promise<Anthropic> {
  const { Anthropic } = await loadSdk()
  return new Anthropic({
    apiKey: endpoint.apiKey,
    authToken: null,
    webhookKey: null,
    baseURL: endpoint.baseUrl,
    maxRetries: 0,
    timeout: NEVER_MS,
    logLevel: 'off',
    openTelemetry: false,
    fetch: boundedFetch,
    fetchOptions: { redirect: 'manual' },
    defaultHeaders: [
      ...withoutHeadersOf('ANTHROPIC_CUSTOM_HEADERS'),
      ['authorization', null],
      ...Object.entries(endpoint.headers),
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
