import { awsRefusal } from './aws-frames.ts'
import { signatureFault } from './aws-signature.ts'
import { checkRequest } from './checks/check-request.ts'
import type { ReceivedRequest, Dialect, Judgement } from './dialect.ts'
import { geminiRefusal } from './gemini-replies.ts'
import { isServerTool } from './checks/check-server-tools.ts'
import { isJson, type Json } from './json.ts'
import { ofJson } from './replies.ts'

const BEDROCK_LIST = '/inference-profiles'
const INVOKE = /^\/model\/([^/]+)\/invoke-with-response-stream$/

/** Claude on Amazon Bedrock: signed requests, or an API key of Bedrock. */
export const BEDROCK_DIALECT: Dialect = {
  owns: (path) => path === BEDROCK_LIST || path.startsWith('/model/'),
  judge: (request, { key, models }) => {
    const { headers, method, url } = request
    if (headers['x-api-key'] !== undefined) return refused(400, 'a key beside the signature')
    if (headers.authorization !== `Bearer ${key}`) {
      const fault = signatureFault(request)
      if (fault !== null) {
        const reply = awsRefusal(403, 'UnrecognizedClientException', fault)
        return { type: 'answered', reply }
      }
    }
    if (method === 'GET' && url.pathname === BEDROCK_LIST) {
      const inferenceProfileSummaries = models.map(({ id }) => ({ inferenceProfileId: id }))
      return { type: 'answered', reply: ofJson({ inferenceProfileSummaries }) }
    }
    const model = INVOKE.exec(url.pathname)?.[1]
    if (model === undefined) return refused(404, `${url.pathname} was not found`)
    const complaint =
      toolFault(request, () => false) ??
      checkBody(request, decodeURIComponent(model), 'bedrock-2023-05-31')
    return complaint === null ? { type: 'passed' } : refused(400, complaint)
  },
}

function refused(status: number, words: string): Judgement {
  return { type: 'wrong', words, reply: awsRefusal(status, 'ValidationException', words) }
}

/** Model and streaming are in the URL, the API version is in the body. */
function checkBody(
  { body, headers }: ReceivedRequest,
  model: string,
  version: string,
): string | null {
  if (headers['anthropic-version'] !== undefined) return 'the version stands in the body'
  const { anthropic_version, ...rest } = body ?? {}
  if (anthropic_version !== version) return `anthropic_version: expected ${version}`
  if ('model' in rest) return 'model: Extra inputs are not permitted'
  return checkRequest({ ...rest, model, stream: true }, { endsWithAssistant: false })
}

/** The clouds support fewer server tools: the message is Vertex's (ax-llm/ax #457). */
function toolFault(
  { body, headers }: ReceivedRequest,
  knows: (type: string, headers: ReceivedRequest['headers']) => boolean,
): string | null {
  const tools = Array.isArray(body?.['tools']) ? body['tools'].filter(isJson) : []
  const index = tools.findIndex(
    (tool) => isServerTool(tool) && !knows(String(tool['type']), headers),
  )
  const type = String(tools[index]?.['type'])
  return index === -1
    ? null
    : `tools.${index}: Input tag '${type}' found using 'type' does not match any of the expected tags: 'bash_20250124', 'custom'`
}

/** Only web search, and only with its beta header (Google's page on web search for Claude). */
function hasSearch(type: string, headers: ReceivedRequest['headers']): boolean {
  const words = String(headers['anthropic-beta'] ?? '').split(',')
  return type === 'web_search_20250305' && words.includes('web-search-2025-03-05')
}

export const VERTEX_PROJECT = { project: 'my-project-1', region: 'europe-west1' } as const
const VERTEX_LIST = '/v1beta1/publishers/anthropic/models'
const PREDICT = `/v1/projects/${VERTEX_PROJECT.project}/locations/${VERTEX_PROJECT.region}/publishers/anthropic/models/`

/** Claude on Google Vertex AI: `isToken` recognises valid tokens in addition to the key. */
export function vertexDialect(isToken: (token: string) => boolean): Dialect {
  return {
    owns: (path) => path === VERTEX_LIST || path.startsWith('/v1/projects/'),
    judge: (request, { key, models }) => {
      const { headers, method, url } = request
      const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
      if (token !== key && !isToken(token)) {
        const words = 'Request had invalid authentication credentials.'
        return { type: 'answered', reply: geminiRefusal(401, 'UNAUTHENTICATED', words) }
      }
      if (method === 'GET' && url.pathname === VERTEX_LIST) {
        return { type: 'answered', reply: ofJson({ publisherModels: models.map(published) }) }
      }
      const { pathname } = url
      const isAsked = pathname.startsWith(PREDICT) && pathname.endsWith(':streamRawPredict')
      if (!isAsked) return wrong(`${pathname} was not found`)
      const model = pathname.slice(PREDICT.length, -':streamRawPredict'.length)
      const { stream, ...body } = request.body ?? {}
      if (stream !== true) return wrong('stream: this server only streams')
      const complaint =
        toolFault(request, hasSearch) ??
        checkBody({ ...request, body }, decodeURIComponent(model), 'vertex-2023-10-16')
      return complaint === null ? { type: 'passed' } : wrong(complaint)
    },
  }
}

function published({ id }: Json): Json {
  return typeof id === 'string' ? { name: `publishers/anthropic/models/${id}` } : {}
}

function wrong(words: string): Judgement {
  return { type: 'wrong', words, reply: geminiRefusal(400, 'INVALID_ARGUMENT', words) }
}
