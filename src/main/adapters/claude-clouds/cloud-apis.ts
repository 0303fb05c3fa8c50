import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { buildParams } from '../anthropic/build-params.ts'
import { classifyThrown } from '../anthropic/classify-error.ts'
import { DISPENSABLE_FIELDS } from '../anthropic/dispensable-fields.ts'
import {
  betaHeader,
  dispensableServerTools,
  NO_SERVER_TOOLS,
  OF_VERTEX,
  type ServerTools,
} from '../anthropic/server-tools.ts'
import { readReply } from '../anthropic/read-reply.ts'
import { type Answer, type ModelCall, failedBy, type AskDeps } from '../model-api/ask-endpoint.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import { exchange } from '../model-api/exchange.ts'
import type { Fault } from '../model-api/faults/fault.ts'
import { asObject, asText } from '../model-api/json-fields.ts'
import type { FoundModel, ModelApi } from '../model-api/model-api.ts'
import { withoutRefused } from '../model-api/without-refused.ts'
import {
  bedrockClient,
  checkBedrock,
  checkVertex,
  loadBedrock,
  loadVertex,
  vertexClient,
} from './clients.ts'

/** Claude on Amazon Bedrock: the Messages API with Amazon's requests and streams. */
export const bedrockApi: ModelApi = {
  name: 'the Bedrock API',
  load: loadBedrock,
  ask: (deps, endpoint, call) => {
    const usable = checkBedrock(endpoint)
    if (usable.type !== 'usable') return Promise.resolve(failedBy(usable))
    const place = { version: 'bedrock-2023-05-31', ofServer: NO_SERVER_TOOLS }
    return askClaude(deps, usable, call, () => bedrockClient(usable), place)
  },
  listModels: (endpoint, signal) => listed(signal, () => listBedrock(endpoint, signal)),
}

/** Claude on Google Vertex AI. */
export const vertexApi: ModelApi = {
  name: 'the Vertex AI API',
  load: loadVertex,
  ask: (deps, endpoint, call) => {
    const usable = checkVertex(endpoint)
    if (usable.type !== 'usable') return Promise.resolve(failedBy(usable))
    const place = { version: 'vertex-2023-10-16', ofServer: OF_VERTEX }
    return askClaude(deps, usable, call, () => vertexClient(usable), place)
  },
  listModels: (endpoint, signal) => listed(signal, () => listVertex(endpoint, signal)),
}

type Client = Awaited<ReturnType<typeof bedrockClient>>

interface Place {
  /** The API version, which these clouds expect in the body. */
  readonly version: string
  readonly ofServer: ServerTools
}

function askClaude(
  deps: AskDeps,
  endpoint: Pick<Endpoint, 'baseUrl' | 'headers'>,
  call: ModelCall,
  createClient: () => Promise<Client>,
  { ofServer, version }: Place,
): Promise<Answer> {
  return exchange(deps, endpoint, call, {
    send: async ({ dispatcher, signal }) => {
      const { model, ...params } = buildParams(call, deps.base64Of, ofServer)
      const body: MessageCreateParamsStreaming = {
        anthropic_version: version,
        model,
        ...params,
      } as MessageCreateParamsStreaming
      const client = await createClient()
      const tools = dispensableServerTools(call.request.tools, ofServer)
      const dispensable = [...tools, ...DISPENSABLE_FIELDS]
      return withoutRefused(deps, endpoint, body, dispensable, (fitting) =>
        client
          .post('/v1/messages', {
            body: fitting,
            headers: betaHeader(fitting, ofServer, endpoint.headers),
            stream: true,
            signal,
            fetchOptions: { dispatcher },
          })
          .asResponse(),
      )
    },
    classify: classifyThrown,
    read: readReply,
  })
}

const MOST = 1_000

async function listed(
  signal: AbortSignal,
  list: () => Promise<Result<readonly FoundModel[], Fault>>,
): Promise<Result<readonly FoundModel[], Fault>> {
  try {
    return await list()
  } catch (error) {
    return failed(signal.aborted ? { type: 'tooSlow' } : classifyThrown(error, 0).fault)
  }
}

/** Lists the inference profiles of the region, which name its newer models. They have another address than requests. */
async function listBedrock(
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<Result<readonly FoundModel[], Fault>> {
  const usable = checkBedrock(endpoint)
  if (usable.type !== 'usable') return failed(usable)
  const baseUrl = usable.baseUrl.replace('://bedrock-runtime', '://bedrock')
  const client = await bedrockClient({ ...usable, baseUrl })
  const answer: unknown = await client.get('/inference-profiles', {
    query: { maxResults: MOST },
    signal,
  })
  return found(asObject(answer)?.['inferenceProfileSummaries'], 'inferenceProfileId')
}

/** Lists the models of this publisher, whether or not the project may use them. */
async function listVertex(
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<Result<readonly FoundModel[], Fault>> {
  const usable = checkVertex(endpoint)
  if (usable.type !== 'usable') return failed(usable)
  const client = await vertexClient(usable, 'v1beta1')
  const headers = { 'x-goog-user-project': usable.project }
  const answer: unknown = await client.get('/publishers/anthropic/models', { headers, signal })
  return found(asObject(answer)?.['publisherModels'], 'name')
}

function found(entries: unknown, field: string): Result<readonly FoundModel[], Fault> {
  if (!Array.isArray(entries)) return failed({ type: 'notTheApi' })
  return ok(
    entries.slice(0, MOST).flatMap((entry) => {
      const name = asText(asObject(entry)?.[field])
      if (name === null) return []
      const id = name.slice(name.lastIndexOf('/') + 1)
      // Models of other vendors have other APIs.
      const isForeign = id.includes('.') && !id.includes('anthropic.')
      return isForeign ? [] : [{ id, contextTokens: null, outputTokens: null, price: null }]
    }),
  )
}
