import { type Answer, type ModelCall, failedBy, type AskDeps } from '../model-api/ask-endpoint.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import { exchange } from '../model-api/exchange.ts'
import { buildParams } from './build-params.ts'
import { classifyThrown } from './classify-error.ts'
import { encodeParams } from './encode-params.ts'
import { checkEndpoint, createClient } from './endpoint.ts'
import { withoutRefused } from '../model-api/without-refused.ts'
import { DISPENSABLE_FIELDS } from './dispensable-fields.ts'
import { betaHeader, dispensableServerTools, OF_ANTHROPIC } from './server-tools.ts'
import { readReply } from './read-reply.ts'

/** One request to the Messages API, streamed and watched. */
export async function askAnthropic(
  deps: AskDeps,
  endpoint: Endpoint,
  call: ModelCall,
): Promise<Answer> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failedBy(usable)
  return exchange(deps, usable, call, {
    send: async ({ dispatcher, signal }) => {
      const params = buildParams(call, deps.base64Of)
      const client = await createClient(usable)
      const ofServer = dispensableServerTools(call.request.tools, OF_ANTHROPIC)
      const dispensable = [...ofServer, ...DISPENSABLE_FIELDS]
      return withoutRefused(deps, usable, params, dispensable, async (fitting) => {
        const body = await encodeParams(fitting)
        const headers = betaHeader(fitting, OF_ANTHROPIC, usable.headers)
        // Not `messages.create`: it goes through all messages to build headers of its own, and encodes them all.
        return client
          .post('/v1/messages', {
            body,
            headers: { ...headers, 'content-type': 'application/json' },
            stream: true,
            signal,
            fetchOptions: { dispatcher },
          })
          .asResponse()
      })
    },
    classify: classifyThrown,
    read: readReply,
  })
}
