import type { Refused } from '../model-api/ask-endpoint.ts'
import { type EventStream, openEventStream } from '../model-api/event-stream.ts'
import { broken, type ReadReply, type ReplyReader, wholeUnless } from '../model-api/exchange.ts'
import type { Fault } from '../model-api/fault.ts'
import { asObject, asText, isTooDeep, type JsonObject } from '../model-api/json-fields.ts'
import { classifyErrorChunk } from '../openai-compatible/classify-error.ts'
import { ReplyAssembly } from './reply-assembly.ts'

/** Reads one stream to the event that ends the response. */
export async function readReply(reader: ReplyReader): Promise<ReadReply> {
  const stream = openEventStream(reader.response, reader.watchdog)
  if (stream === null) return broken({ type: 'notTheApi' })
  const assembly = new ReplyAssembly(reader.onDelta)
  const refused = await readEvents(stream, assembly, reader)
  if (refused !== null) return broken(refused.fault, refused.retryAfterMs)
  reader.onReplied(stream.rest)
  return wholeUnless(assembly.saysNothing, assembly.finish())
}

/** Null: all was read. A stream that ends without saying so was cut. */
async function readEvents(
  stream: EventStream,
  assembly: ReplyAssembly,
  { now, onStarted, signal, watchdog }: ReplyReader,
): Promise<Refused | null> {
  let hasStarted = false
  for (;;) {
    const next = await stream.next()
    if (next.type === 'broken') return without(next.fault)
    if (signal.aborted || next.type === 'ended') return without({ type: 'brokenOff' })
    const { data } = next.event
    if (data === '' || data === '[DONE]') continue
    const event = parseEvent(data)
    if (event === null) return without({ type: 'unreadableAnswer' })
    const refused = errorIn(event, now())
    if (refused !== null) return refused
    if (!assembly.take(event)) continue
    if (assembly.isTooMuch) return without({ type: 'tooMuch', limited: 'reply' })
    watchdog.progressed(assembly.isThinking)
    if (!hasStarted) onStarted()
    hasStarted = true
    if (assembly.hasEnd) return null
  }
}

function parseEvent(data: string): JsonObject | null {
  try {
    const event = asObject(JSON.parse(data))
    return event === null || isTooDeep(event) ? null : event
  } catch {
    return null
  }
}

function without(fault: Fault): Refused {
  return { fault, retryAfterMs: null }
}

/** `error` holds its fields itself, `response.failed` in the response; proxies put an error in the place of an event. */
function errorIn(event: JsonObject, now: number): Refused | null {
  switch (asText(event['type'])) {
    case 'error': {
      // Its `type` says that it is an error, not of which kind.
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
