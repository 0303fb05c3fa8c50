import type { Refused } from '../model-api/ask-endpoint.ts'
import { openEventStream } from '../model-api/transport/event-stream.ts'
import type { ServerEvent } from '../model-api/transport/server-events.ts'
import { broken, type ReadReply, type ReplyReader, wholeUnless } from '../model-api/exchange.ts'
import { asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import { objectIn, objectInPlace, readEvents } from '../model-api/read-events.ts'
import { classifyErrorChunk } from '../openai-compatible/classify-error.ts'
import { ReplyAssembly } from './reply-assembly.ts'

/** Reads one stream up to the event that ends the response; a stream without it was cut. */
export async function readReply(reader: ReplyReader): Promise<ReadReply> {
  const stream = openEventStream(reader.response, reader.watchdog)
  if (stream === null) {
    const object = await objectInPlace(reader.response)
    const refused = object === null ? null : classifyErrorChunk(object, reader.now())
    return refused === null
      ? broken({ type: 'notTheApi' })
      : broken(refused.fault, refused.retryAfterMs)
  }
  const assembly = new ReplyAssembly(reader)
  const refused = await readEvents(stream, reader, {
    assembly,
    parse,
    errorIn,
    streamPhase: () => (assembly.hasEnd ? 'over' : 'goesOn'),
  })
  if (refused !== null) return broken(refused.fault, refused.retryAfterMs)
  reader.onReplied(stream)
  return wholeUnless(assembly.saysNothing, assembly.finish())
}

function parse({ data }: ServerEvent): JsonObject | 'skipped' | 'unreadable' {
  return data === '' || data === '[DONE]' ? 'skipped' : objectIn(data)
}

/** `error` has the fields itself, `response.failed` has them in the response; proxies send an error in place of an event. */
function errorIn(event: JsonObject, now: number): Refused | null {
  switch (asText(event['type'])) {
    case 'error': {
      // Its `type` only says that it is an error, not which.
      const { type: _, error, ...fields } = event
      return classifyErrorChunk({ error: error ?? fields }, now)
    }
    case 'response.failed': {
      const error = asObject(event['response'])?.['error'] ?? { code: 'server_error' }
      return classifyErrorChunk({ error }, now)
    }
    case null:
      return classifyErrorChunk(event, now)
    default:
      return null
  }
}
