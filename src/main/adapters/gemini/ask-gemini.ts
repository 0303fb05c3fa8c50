import { type Answer, type Asked, failedBy, type World } from '../model-api/ask-endpoint.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import { exchange } from '../model-api/exchange.ts'
import { buildParams } from './build-params.ts'
import { classifyThrown } from './classify-error.ts'
import { checkEndpoint, streamGeminiReply } from './client.ts'
import { readReply } from './read-reply.ts'
import { withoutRefusedThoughts } from './thoughts.ts'

/** One request to generateContent, streamed and watched. */
export async function askGemini(world: World, endpoint: Endpoint, asked: Asked): Promise<Answer> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failedBy(usable)
  return exchange(world, usable, asked, {
    send: async (way) => {
      const params = buildParams(asked, world.base64Of)
      return withoutRefusedThoughts(world, usable, params, (fitting) =>
        streamGeminiReply(usable, fitting, way),
      )
    },
    classify: classifyThrown,
    read: readReply,
  })
}
