import type { ResponseCreateParamsStreaming as Params } from 'openai/resources/responses/responses'
import { type Answer, type Asked, failedBy, type World } from '../model-api/ask-endpoint.ts'
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
  world: World,
  endpoint: Endpoint,
  asked: Asked,
): Promise<Answer> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failedBy(usable)
  return exchange(world, usable, asked, {
    send: async ({ dispatcher, signal }) => {
      const params = {
        ...buildParams(asked, world.base64Of),
        prompt_cache_key: asked.conversationId,
      }
      const { responses } = await createClient(usable)
      return withoutRefused(world, usable, params, DISPENSABLE, (fitting) =>
        responses.create(fitting, { signal, fetchOptions: { dispatcher } }).asResponse(),
      )
    },
    classify: classifyThrown,
    read: readReply,
  })
}
