import type { Refused } from '../model-api/ask-endpoint.ts'
import { type EventStream, openEventStream } from '../model-api/event-stream.ts'
import { broken, type ReadReply, type ReplyReader, wholeUnless } from '../model-api/exchange.ts'
import type { Fault } from '../model-api/fault.ts'
import { asObject, isTooDeep, type JsonObject } from '../model-api/json-fields.ts'
import { classifyErrorChunk } from './classify-error.ts'
import { ReplyAssembly } from './reply-assembly.ts'
import { streamEndOf } from './reply-ends.ts'

/** Reads one stream to its [DONE]; a server that leaves that out ends in order after it has said why. */
export async function readReply(reader: ReplyReader): Promise<ReadReply> {
  const stream = openEventStream(reader.response, reader.watchdog)
  if (stream === null) return broken({ type: 'notTheApi' })
  const assembly = new ReplyAssembly(reader.onDelta)
  const refused = await readChunks(stream, assembly, reader)
  if (refused !== null) return broken(refused.fault, refused.retryAfterMs)
  const { blocks, usage } = assembly.finish()
  const ended = streamEndOf(assembly.reason, blocks)
  if (ended.type === 'failed') return broken(ended.fault)
  reader.onReplied(stream.rest)
  return wholeUnless(assembly.saysNothing, { blocks, end: ended.end, usage })
}

/** Null: all was read. */
async function readChunks(
  stream: EventStream,
  assembly: ReplyAssembly,
  { now, onStarted, signal, watchdog }: ReplyReader,
): Promise<Refused | null> {
  let hasStarted = false
  for (;;) {
    const next = await stream.next()
    if (next.type === 'broken') return without(next.fault)
    if (signal.aborted) return without({ type: 'brokenOff' })
    if (next.type === 'ended')
      return assembly.reason === null ? without({ type: 'brokenOff' }) : null
    const { data } = next.event
    if (data === '') continue
    if (data === '[DONE]') return null
    const chunk = parseChunk(data)
    if (chunk === null) return without({ type: 'unreadableAnswer' })
    const refused = classifyErrorChunk(chunk, now())
    if (refused !== null) return refused
    if (!assembly.take(chunk)) continue
    if (assembly.isTooMuch) return without({ type: 'tooMuch', limited: 'reply' })
    watchdog.progressed(assembly.isThinking)
    if (!hasStarted) onStarted()
    hasStarted = true
  }
}

function without(fault: Fault): Refused {
  return { fault, retryAfterMs: null }
}

function parseChunk(data: string): JsonObject | null {
  try {
    const chunk = asObject(JSON.parse(data))
    return chunk === null || isTooDeep(chunk) ? null : chunk
  } catch {
    return null
  }
}
