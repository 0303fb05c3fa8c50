import type { BaseAnthropic } from '@anthropic-ai/sdk'
import { boundedFetch } from '../model-api/transport/bounded-fetch.ts'
import { type Endpoint, NEVER_MS, readAddress } from '../model-api/endpoint.ts'
import type { Fault } from '../model-api/faults/fault.ts'
import { isHeaderSafe } from '../secrets/api-key.ts'
import {
  type AwsKeys,
  readAwsKeys,
  readServiceAccount,
  type ServiceAccount,
} from '../secrets/cloud-keys.ts'
import { boundedFrames } from './bounded-frames.ts'

/** A usable endpoint. */
interface Usable {
  readonly type: 'usable'
  readonly baseUrl: string
  readonly headers: Endpoint['headers']
  readonly region: string
}

export interface UsableBedrock extends Usable {
  readonly key: AwsKeys | { readonly bearer: string }
}

export interface UsableVertex extends Usable {
  readonly project: string
  readonly key: ServiceAccount | { readonly bearer: string }
}

/**
 * Checks the endpoint before any network access. Credentials come only from Settings: no file, no environment, no metadata
 * service.
 */
export function checkBedrock(endpoint: Endpoint): UsableBedrock | Fault {
  const { apiKey, baseUrl, headers } = endpoint
  if (apiKey === null || apiKey === '') return { type: 'keyMissing' }
  if (!isHeaderSafe(apiKey)) return { type: 'keyMalformed' }
  const address = readAddress(baseUrl)
  const region = endpoint.region || regionIn(address ?? '')
  if (address === null || region === '') return { type: 'malformedUrl' }
  const key = readAwsKeys(apiKey) ?? { bearer: apiKey }
  return { type: 'usable', baseUrl: address, headers, region, key }
}

/** As in `bedrock-runtime.eu-central-1.amazonaws.com`; '' if the host does not contain one. */
function regionIn(address: string): string {
  return /\bbedrock-runtime(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com/.exec(address)?.[1] ?? ''
}

export function checkVertex(endpoint: Endpoint): UsableVertex | Fault {
  const { apiKey, baseUrl, headers } = endpoint
  if (apiKey === null || apiKey === '') return { type: 'keyMissing' }
  const account = readServiceAccount(apiKey)
  if (account === null && !isHeaderSafe(apiKey)) return { type: 'keyMalformed' }
  const address = readAddress(baseUrl)?.replace(/\/v1$/, '') ?? null
  const project = endpoint.project || account?.project_id || ''
  if (address === null || project === '') return { type: 'malformedUrl' }
  const region = endpoint.region || 'global'
  return {
    type: 'usable',
    baseUrl: address,
    headers,
    region,
    project,
    key: account ?? { bearer: apiKey },
  }
}

/** As in the client of Anthropic's own API: nothing from the environment, no retries, our fetch. */
const OWN = {
  maxRetries: 0,
  timeout: NEVER_MS,
  logLevel: 'off',
  openTelemetry: false,
  fetchOptions: { redirect: 'manual' },
} as const

function headersOf({ headers }: Usable): Record<string, string | null> {
  return {
    ...headers,
    'anthropic-version': null,
    'x-api-key': null,
    accept: null,
    'content-type': 'application/json',
    'user-agent': 'Phoenix',
  }
}

// Loaded only when needed: the start does not wait for them.
export const loadBedrock = () => import('@anthropic-ai/bedrock-sdk')
export const loadVertex = () =>
  Promise.all([import('@anthropic-ai/vertex-sdk'), import('google-auth-library')])

/**
 * Signs for AWS, or sends the Bedrock API key. Its events come in frames, which the library converts to the usual events.
 */
export async function bedrockClient(endpoint: UsableBedrock): Promise<BaseAnthropic> {
  const { AnthropicBedrock } = await loadBedrock()
  const { baseUrl, key, region } = endpoint
  const common = {
    ...OWN,
    baseURL: baseUrl,
    awsRegion: region,
    defaultHeaders: headersOf(endpoint),
    fetch: async (input: string | URL | Request, init?: RequestInit) =>
      boundedFrames(await boundedFetch(input, init)),
  }
  if ('bearer' in key) return new AnthropicBedrock({ ...common, apiKey: key.bearer })
  const {
    accessKeyId: awsAccessKey,
    secretAccessKey: awsSecretKey,
    sessionToken: awsSessionToken,
  } = key
  return new AnthropicBedrock({
    ...common,
    apiKey: null,
    awsAccessKey,
    awsSecretKey,
    awsSessionToken,
  })
}

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'

/** `version`: the API's, such as `v1`. A service account signs its own tokens, so none is requested. */
export async function vertexClient(endpoint: UsableVertex, version = 'v1'): Promise<BaseAnthropic> {
  const [{ AnthropicVertex }, { JWT, OAuth2Client }] = await loadVertex()
  const { baseUrl, key, project: projectId, region } = endpoint
  const options = {
    ...OWN,
    baseURL: `${baseUrl}/${version}`,
    region,
    projectId,
    defaultHeaders: headersOf(endpoint),
    fetch: boundedFetch,
  }
  if ('bearer' in key) {
    const authClient = new OAuth2Client()
    authClient.setCredentials({ access_token: key.bearer })
    return new AnthropicVertex({ ...options, authClient })
  }
  const { client_email: email, private_key, private_key_id: keyId } = key
  const authClient = new JWT({
    email,
    key: private_key,
    ...(keyId === undefined ? {} : { keyId }),
    scopes: [SCOPE],
  })
  authClient.useJWTAccessWithScope = true
  return new AnthropicVertex({ ...options, authClient })
}
