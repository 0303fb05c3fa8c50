import { type Answer, type ModelCall, failedBy, type AskDeps } from '../model-api/ask-endpoint.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import { exchange } from '../model-api/exchange.ts'
import { buildParams } from './build-params.ts'
import { classifyThrown } from './classify-error.ts'
import { checkEndpoint, streamGeminiReply } from './client.ts'
import { readReply } from './read-reply.ts'
import { withoutRefusedThoughts } from './thoughts.ts'

/** One request to generateContent, streamed and watched. */
export async function askGemini(
  deps: AskDeps,
  endpoint: Endpoint,
  call: ModelCall,
): Promise<Answer> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failedBy(usable)
  return exchange(deps, usable, call, {
    send: async (fetchOptions) => {
      const params = buildParams(call, deps.base64Of)
      return withoutRefusedThoughts(deps, usable, params, (fitting) =>
        streamGeminiReply(usable, fitting, fetchOptions),
      )
    },
    classify: classifyThrown,
    read: readReply,
  })
}
