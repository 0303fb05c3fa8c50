import type { ChatCompletionCreateParamsStreaming as Params } from 'openai/resources/chat/completions'
import { type Answer, type ModelCall, failedBy, type AskDeps } from '../model-api/ask-endpoint.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import { exchange } from '../model-api/exchange.ts'
import { buildParams } from './build-params.ts'
import { classifyThrown } from './classify-error.ts'
import { checkEndpoint, createClient } from './client.ts'
import { CACHE_MARKERS, withCacheMarkers } from './cache-markers.ts'
import { cacheKey, takesCacheKey } from './cache-key.ts'
import { LIMIT_NAME } from './limit-name.ts'
import { withoutRefused } from '../model-api/without-refused.ts'
import { readReply } from './read-reply.ts'

const DISPENSABLE = [LIMIT_NAME, CACHE_MARKERS, cacheKey<Params>()]

/** One request to chat completions, streamed and watched. */
export async function askOpenai(
  deps: AskDeps,
  endpoint: Endpoint,
  call: ModelCall,
): Promise<Answer> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failedBy(usable)
  return exchange(deps, usable, call, {
    send: async ({ dispatcher, signal }) => {
      const params = withCacheMarkers(buildParams(call, deps.base64Of))
      const keyed = takesCacheKey(usable)
        ? { ...params, prompt_cache_key: call.conversationId }
        : params
      const { completions } = (await createClient(usable)).chat
      return withoutRefused(deps, usable, keyed, DISPENSABLE, (fitting) =>
        completions.create(fitting, { signal, fetchOptions: { dispatcher } }).asResponse(),
      )
    },
    classify: classifyThrown,
    read: readReply,
  })
}
