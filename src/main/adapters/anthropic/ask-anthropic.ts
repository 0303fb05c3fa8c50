import {
  type Answer,
  type Asked,
  askEndpoint,
  drain,
  failedBy,
  type Watched,
  type World as Ports,
} from '../model-api/ask-endpoint.ts'
import type { ImageOf } from '../model-api/image-source.ts'
import { buildParams } from './build-params.ts'
import { classifyThrown } from './classify-error.ts'
import { checkEndpoint, createClient, type Endpoint, type UsableEndpoint } from './endpoint.ts'
import { readReply } from './read-reply.ts'

interface World extends Ports {
  readonly imageOf: ImageOf
}

/** One request to the Messages API, streamed and watched. */
export async function askAnthropic(
  world: World,
  endpoint: Endpoint,
  asked: Asked,
): Promise<Answer> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failedBy(usable)
  return askEndpoint(world, asked, (watched) => request(world, usable, asked, watched))
}

async function request(
  world: World,
  usable: UsableEndpoint,
  asked: Asked,
  { connection, watchdog }: Watched,
): Promise<Answer> {
  const params = buildParams(asked.request, asked.provider, world.imageOf)
  const response = await createClient(usable)
    .messages.create(params, { signal: connection.signal })
    .asResponse()
    .catch((error: unknown) => classifyThrown(error, world.clock.now()))
  if ('fault' in response) return { type: 'failed', ...response }
  const read = await readReply({
    response,
    watchdog,
    signal: connection.signal,
    onStarted: asked.onStarted,
    onDelta: asked.onDelta,
    onReplied: (rest) => drain(rest, connection, world.timers),
  })
  if (read.type === 'broken') return failedBy(read.fault)
  const { blocks, end, usage } = read.reply
  return { type: 'replied', reply: { blocks, end, usage } }
}
