import { type Answer, type Asked, failedBy, type World } from '../model-api/ask-endpoint.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import { exchange } from '../model-api/exchange.ts'
import { buildParams } from './build-params.ts'
import { classifyThrown } from './classify-error.ts'
import { checkEndpoint, createClient } from './client.ts'
import { underEitherName } from './limit-name.ts'
import { readReply } from './read-reply.ts'

/** One request to chat completions, streamed and watched. */
export async function askOpenai(world: World, endpoint: Endpoint, asked: Asked): Promise<Answer> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failedBy(usable)
  return exchange(world, usable, asked, {
    send: async ({ dispatcher, signal }) => {
      const params = buildParams(asked, world.imageOf)
      const { completions } = createClient(usable).chat
      return underEitherName(world, usable, params, (named) =>
        completions.create(named, { signal, fetchOptions: { dispatcher } }).asResponse(),
      )
    },
    classify: classifyThrown,
    read: readReply,
  })
}
