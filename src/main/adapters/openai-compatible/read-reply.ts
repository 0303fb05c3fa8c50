import { openEventStream } from '../model-api/transport/event-stream.ts'
import type { ServerEvent } from '../model-api/transport/server-events.ts'
import { broken, type ReadReply, type ReplyReader, wholeUnless } from '../model-api/exchange.ts'
import type { JsonObject } from '../model-api/json-fields.ts'
import { objectIn, objectInPlace, readEvents } from '../model-api/read-events.ts'
import { classifyErrorChunk } from './classify-error.ts'
import { FirstChoice } from './first-choice.ts'
import { ReplyAssembly } from './reply-assembly.ts'
import { streamEndOf } from './reply-ends.ts'

/**
 * Reads one stream up to its [DONE]. A server that omits it must give an end reason: if that came by itself, the reply is
 * whole, otherwise if the stream then ends properly.
 */
export async function readReply(reader: ReplyReader): Promise<ReadReply> {
  const stream = openEventStream(reader.response, reader.watchdog)
  if (stream === null) return readUnstreamed(reader)
  const assembly = new ReplyAssembly(reader)
  const choice = new FirstChoice()
  const refused = await readEvents(stream, reader, {
    assembly,
    parse: (event) => parse(event, choice),
    errorIn: classifyErrorChunk,
    streamPhase: () =>
      assembly.reason === null && choice.mayEnd ? 'mayEnd' : assembly.streamPhase,
  })
  if (refused !== null) return broken(refused.fault, refused.retryAfterMs)
  assembly.take(choice.rest())
  const { blocks, usage } = assembly.finish()
  const ended = streamEndOf(assembly.reason, blocks)
  if (ended.type === 'failed') return broken(ended.fault)
  reader.onReplied(stream)
  return wholeUnless(assembly.saysNothing, { blocks, end: ended.end, usage })
}

async function readUnstreamed(reader: ReplyReader): Promise<ReadReply> {
  const sent = await objectInPlace(reader.response)
  const object = sent === null ? null : new FirstChoice().heardIn(sent)
  const refused = object === null ? null : classifyErrorChunk(object, reader.now())
  if (refused !== null) return broken(refused.fault, refused.retryAfterMs)
  const assembly = new ReplyAssembly(reader)
  if (object !== null) assembly.take(object)
  if (assembly.reason === null) return broken({ type: 'notTheApi' })
  if (assembly.isTooMuch) return broken({ type: 'tooMuch', limited: 'reply' })
  reader.onStarted()
  const { blocks, usage } = assembly.finish()
  const ended = streamEndOf(assembly.reason, blocks)
  return ended.type === 'failed'
    ? broken(ended.fault)
    : { type: 'whole', reply: { blocks, end: ended.end, usage } }
}

function parse(
  { data }: ServerEvent,
  choice: FirstChoice,
): JsonObject | 'skipped' | 'unreadable' | 'last' {
  if (data === '') return 'skipped'
  if (data === '[DONE]') return 'last'
  const object = objectIn(data)
  return object === 'unreadable' ? object : choice.heardIn(object)
}
