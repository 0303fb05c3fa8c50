import { openEventStream } from '../model-api/transport/event-stream.ts'
import type { ServerEvent } from '../model-api/transport/server-events.ts'
import { classifyErrorEvent } from './classify-error.ts'
import { broken, type ReadReply, type ReplyReader, wholeUnless } from '../model-api/exchange.ts'
import { asObject, isTooDeep, type JsonObject } from '../model-api/json-fields.ts'
import { withoutWait } from '../model-api/ask-endpoint.ts'
import { objectInPlace, readEvents } from '../model-api/read-events.ts'
import { ReplyAssembly } from './reply-assembly.ts'

/**
 * Reads one stream up to its message_stop. Some gateways omit it (better-ccflare #307, Reasonix #8756): after a stop reason
 * the reply is whole without it.
 */
export async function readReply(reader: ReplyReader): Promise<ReadReply> {
  const stream = openEventStream(reader.response, reader.watchdog)
  if (stream === null) {
    const object = await objectInPlace(reader.response)
    const isError = asObject(object?.['error']) !== null
    return broken(isError ? classifyErrorEvent(object) : { type: 'notTheApi' })
  }
  const assembly = new ReplyAssembly(reader)
  const refused = await readEvents(stream, reader, {
    assembly,
    parse: parseEvent,
    errorIn: (event) => (event['type'] === 'error' ? withoutWait(classifyErrorEvent(event)) : null),
    streamPhase: () => assembly.streamPhase,
  })
  if (refused !== null) return broken(refused.fault, refused.retryAfterMs)
  reader.onReplied(stream)
  const reply = assembly.finish()
  return wholeUnless(assembly.saysNothing(reply), reply)
}

const KNOWN_EVENTS: ReadonlySet<string> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'error',
])

/** Events with an unknown name are skipped unread; some servers give their events no name at all. */
function parseEvent({ name, data }: ServerEvent): JsonObject | 'skipped' | 'unreadable' {
  if (name !== null && !KNOWN_EVENTS.has(name)) return 'skipped'
  if (data === '') return 'skipped'
  try {
    const event = asObject(JSON.parse(data))
    if (event === null || isTooDeep(event)) return 'unreadable'
    return name === 'error' ? { ...event, type: 'error' } : event
  } catch {
    return name === null ? 'skipped' : 'unreadable'
  }
}
