import type { ResponseCreateParamsStreaming as Params } from 'openai/resources/responses/responses'
import { type Answer, type ModelCall, failedBy, type AskDeps } from '../model-api/ask-endpoint.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import { exchange } from '../model-api/exchange.ts'
import { classifyThrown } from '../openai-compatible/classify-error.ts'
import { checkEndpoint, createClient } from '../openai-compatible/client.ts'
import { buildParams } from './build-params.ts'
import { readReply } from './read-reply.ts'
import { ENCRYPTED_THINKING, THINKING_SUMMARY } from './reasoning-extras.ts'
import { withoutRefused } from '../model-api/without-refused.ts'
import { SEARCH_CALLS, SEARCH_TOOL, SOURCES } from './web-search.ts'
import { cacheKey } from '../openai-compatible/cache-key.ts'

const DISPENSABLE = [
  THINKING_SUMMARY,
  ENCRYPTED_THINKING,
  SEARCH_CALLS,
  SEARCH_TOOL,
  SOURCES,
  cacheKey<Params>(),
]

/** One request to the Responses API, streamed and watched. The server stores nothing of it (`store: false`). */
export async function askResponses(
  deps: AskDeps,
  endpoint: Endpoint,
  call: ModelCall,
): Promise<Answer> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failedBy(usable)
  return exchange(deps, usable, call, {
    send: async ({ dispatcher, signal }) => {
      const params = {
        ...buildParams(call, deps.base64Of),
        prompt_cache_key: call.conversationId,
      }
      const { responses } = await createClient(usable)
      return withoutRefused(deps, usable, params, DISPENSABLE, (fitting) =>
        responses.create(fitting, { signal, fetchOptions: { dispatcher } }).asResponse(),
      )
    },
    classify: classifyThrown,
    read: readReply,
  })
}
