import { openEventStream } from '../model-api/transport/event-stream.ts'
import type { ServerEvent } from '../model-api/transport/server-events.ts'
import { broken, type ReadReply, type ReplyReader, wholeUnless } from '../model-api/exchange.ts'
import type { JsonObject } from '../model-api/json-fields.ts'
import { objectIn, readEvents } from '../model-api/read-events.ts'
import { classifyErrorEvent } from './classify-error.ts'
import { ReplyAssembly } from './reply-assembly.ts'
import { streamEndOf } from './reply-ends.ts'

/** Reads one stream. The only sign that it is complete is an orderly end after the finish reason. */
export async function readReply(reader: ReplyReader): Promise<ReadReply> {
  const stream = openEventStream(reader.response, reader.watchdog)
  if (stream === null) return broken({ type: 'notTheApi' })
  const assembly = new ReplyAssembly(reader)
  const refused = await readEvents(stream, reader, {
    assembly,
    parse,
    errorIn: classifyErrorEvent,
    streamPhase: () => (assembly.reason === null ? 'goesOn' : 'mayEnd'),
  })
  if (refused !== null) return broken(refused.fault, refused.retryAfterMs)
  const { blocks, usage } = assembly.finish()
  const hasCalls = blocks.some(({ type }) => type === 'toolCall')
  const ended = streamEndOf(assembly.reason ?? '', assembly.finishMessage, hasCalls)
  if (ended.type === 'failed') return broken(ended.fault)
  reader.onReplied(stream)
  const saysNothing = ended.end === 'unknown' && assembly.saysNothing
  return wholeUnless(saysNothing, { blocks, end: ended.end, usage })
}

function parse({ data }: ServerEvent): JsonObject | 'skipped' | 'unreadable' | 'last' {
  if (data === '') return 'skipped'
  return data === '[DONE]' ? 'last' : objectIn(data)
}
