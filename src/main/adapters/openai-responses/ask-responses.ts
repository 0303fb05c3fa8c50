import { type Answer, type Asked, failedBy, type World } from '../model-api/ask-endpoint.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import { exchange } from '../model-api/exchange.ts'
import { classifyThrown } from '../openai-compatible/classify-error.ts'
import { checkEndpoint, createClient } from '../openai-compatible/client.ts'
import { buildParams } from './build-params.ts'
import { readReply } from './read-reply.ts'
import { withoutRefusedExtras } from './reasoning-extras.ts'

/** One request to the Responses API, streamed and watched. The server keeps nothing of it (`store: false`). */
export async function askResponses(
  world: World,
  endpoint: Endpoint,
  asked: Asked,
): Promise<Answer> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failedBy(usable)
  return exchange(world, usable, asked, {
    send: async ({ dispatcher, signal }) => {
      const params = buildParams(asked, world.imageOf)
      const { responses } = createClient(usable)
      return withoutRefusedExtras(world, usable, params, (fitting) =>
        responses.create(fitting, { signal, fetchOptions: { dispatcher } }).asResponse(),
      )
    },
    classify: classifyThrown,
    read: readReply,
  })
}
