import type OpenAI from 'openai'
import { boundedFetch } from '../model-api/transport/bounded-fetch.ts'
import { type Endpoint, NEVER_MS, readAddress, withoutHeadersOf } from '../model-api/endpoint.ts'
import type { Fault } from '../model-api/faults/fault.ts'
import { isHeaderSafe } from '../secrets/api-key.ts'

/** A usable endpoint. Many servers on the user's own machine need no key. */
export interface UsableEndpoint extends Endpoint {
  readonly type: 'usable'
}

/** Checks the endpoint before any network access. An address without a path gets /v1, which all servers of this kind use. */
export function checkEndpoint({ apiKey, baseUrl, headers }: Endpoint): UsableEndpoint | Fault {
  if (apiKey !== null && apiKey !== '' && !isHeaderSafe(apiKey)) return { type: 'keyMalformed' }
  const address = readAddress(baseUrl)
  if (address === null) return { type: 'malformedUrl' }
  const hasPath = URL.parse(address)?.pathname !== '/'
  return { type: 'usable', baseUrl: hasPath ? address : `${address}/v1`, apiKey, headers }
}

/** Loaded only when needed: the start does not wait for it. */
export const loadSdk = () => import('openai')

/** Creates a client that takes nothing from the environment; the key is never sent to another address by a redirect. */
export async function createClient({ apiKey, baseUrl, headers }: UsableEndpoint): Promise<OpenAI> {
  const { OpenAI } = await loadSdk()
  const hasKey = apiKey !== null && apiKey !== ''
  return new OpenAI({
    apiKey: hasKey ? apiKey : 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: NEVER_MS,
    logLevel: 'off',
    fetch: boundedFetch,
    fetchOptions: { redirect: 'manual' },
    defaultHeaders: [
      ...withoutHeadersOf('OPENAI_CUSTOM_HEADERS'),
      ...Object.entries(headers),
      ['authorization', hasKey ? `Bearer ${apiKey}` : null],
      ['content-type', 'application/json'],
      ['user-agent', 'Phoenix'],
    ],
  })
}
