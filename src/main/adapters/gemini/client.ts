import type { GenerateContentParameters } from '@google/genai/web'
import { boundedFetch } from '../model-api/transport/bounded-fetch.ts'
import { type Endpoint, readAddress } from '../model-api/endpoint.ts'
import type { SendOptions } from '../model-api/exchange.ts'
import type { Fault } from '../model-api/faults/fault.ts'
import { isHeaderSafe } from '../secrets/api-key.ts'

/** A usable endpoint. `baseUrl` does not contain the version, which people often copy with it. */
export interface UsableEndpoint extends Endpoint {
  readonly type: 'usable'
  readonly apiKey: string
  /** Such as `v1beta`. */
  readonly version: string
}

const VERSION = 'v1beta'

/** Checks the endpoint before any network access. */
export function checkEndpoint({ apiKey, baseUrl, headers }: Endpoint): UsableEndpoint | Fault {
  if (apiKey === null || apiKey === '') return { type: 'keyMissing' }
  if (!isHeaderSafe(apiKey)) return { type: 'keyMalformed' }
  const address = readAddress(baseUrl)
  if (address === null) return { type: 'malformedUrl' }
  const [end, version = VERSION] = /\/(v\d[a-z0-9]*)$/.exec(address) ?? ['']
  const root = end === '' ? address : address.slice(0, -end.length)
  return { type: 'usable', baseUrl: root, version, apiKey, headers }
}

/** An answer of the server with an error status; its body has been read. */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Headers
  readonly body: string

  constructor({ headers, status }: Response, body: string) {
    super(`status ${status}`)
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** No answer came. */
export class Unanswered extends Error {
  constructor(cause: unknown) {
    super('no answer', { cause })
  }
}

/** One request for a reply. Rejects with `Refusal` or `Unanswered`. */
export async function streamGeminiReply(
  endpoint: UsableEndpoint,
  params: GenerateContentParameters,
  options: SendOptions,
): Promise<Response> {
  return answerTo(endpoint, options, async ({ models }) => models.generateContentStream(params))
}

/** One page of the list of models. Rejects with `Refusal` or `Unanswered`. */
export async function listGeminiPage(
  endpoint: UsableEndpoint,
  pageSize: number,
  signal: AbortSignal,
): Promise<unknown> {
  const config = { pageSize, queryBase: true }
  const answer = await answerTo(endpoint, { signal }, async ({ models }) => models.list({ config }))
  return answer.json()
}

/** Loaded only when needed: the start does not wait for it. */
export const loadLibrary = () => import('@google/genai/web')

type Client = InstanceType<Awaited<ReturnType<typeof loadLibrary>>['GoogleGenAI']>

/**
 * The library builds the request. Our fetch takes the answer, and the library gets an empty one: its own loop hides what it
 * does not know, and repeats the request by itself if a reply was too long. This is its browser edition, which takes nothing
 * from the environment and accepts only a key.
 */
async function answerTo(
  { apiKey, baseUrl, headers, version }: UsableEndpoint,
  { dispatcher, signal }: Partial<SendOptions> & Pick<SendOptions, 'signal'>,
  ask: (client: Client) => Promise<unknown>,
): Promise<Response> {
  const { GoogleGenAI } = await loadLibrary()
  let answer: Response | null = null
  const client = new GoogleGenAI({
    apiKey,
    vertexai: false,
    apiVersion: version,
    httpOptions: {
      baseUrl,
      fetch: async (url, init) => {
        const options = {
          redirect: 'manual',
          signal,
          ...(dispatcher === undefined ? {} : { dispatcher }),
        }
        const sent = { ...init, ...options, headers: ownHeaders(init?.headers, headers, apiKey) }
        answer = await boundedFetch(url, sent as RequestInit).catch((error: unknown) => {
          throw new Unanswered(error)
        })
        return new Response('{}')
      },
    },
  })
  await ask(client)
  const response: Response | null = answer
  if (response === null) throw new Error('the library asked nothing')
  return withStatusOf(response)
}

async function withStatusOf(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const body = await answer.text().catch((error: unknown) => {
    throw new Unanswered(error)
  })
  throw new Refusal(answer, body)
}

/** The key is sent only in its header, once, whatever headers the user has added. */
function ownHeaders(
  defaults: RequestInit['headers'],
  added: Endpoint['headers'],
  apiKey: string,
): Headers {
  const headers = new Headers(defaults)
  headers.delete('x-goog-api-client')
  for (const [name, value] of Object.entries(added)) headers.set(name, value)
  headers.set('x-goog-api-key', apiKey)
  headers.set('content-type', 'application/json')
  headers.set('user-agent', 'Phoenix')
  return headers
}
