import { type EventStream, openEventStream } from '../model-api/event-stream.ts'
import { broken, type ReadReply, type ReplyReader, wholeUnless } from '../model-api/exchange.ts'
import type { Fault } from '../model-api/fault.ts'
import { asObject, isTooDeep, type JsonObject } from '../model-api/json-fields.ts'
import { classifyErrorChunk } from './classify-error.ts'
import { ReplyAssembly } from './reply-assembly.ts'

/** Reads one stream to its [DONE]; a server that leaves that out ends in order after it has said why. */
export async function readReply(reader: ReplyReader): Promise<ReadReply> {
  const stream = openEventStream(reader.response, reader.watchdog)
  if (stream === null) return broken({ type: 'notTheApi' })
  const assembly = new ReplyAssembly(reader.onDelta)
  const fault = await readChunks(stream, assembly, reader)
  if (fault !== null) return broken(fault)
  reader.onReplied(stream.rest)
  return wholeUnless(assembly.saysNothing, assembly.finish())
}

/** Null: all was read. */
async function readChunks(
  stream: EventStream,
  assembly: ReplyAssembly,
  { onStarted, signal, watchdog }: ReplyReader,
): Promise<Fault | null> {
  let hasStarted = false
  for (;;) {
    const next = await stream.next()
    if (next.type === 'broken') return next.fault
    if (signal.aborted) return { type: 'brokenOff' }
    if (next.type === 'ended') return assembly.hasEnd ? null : { type: 'brokenOff' }
    const { data } = next.event
    if (data === '') continue
    if (data === '[DONE]') return null
    const chunk = parseChunk(data)
    if (chunk === null) return { type: 'unreadableAnswer' }
    const fault = classifyErrorChunk(chunk)
    if (fault !== null) return fault
    if (!assembly.take(chunk)) continue
    if (assembly.isTooMuch) return { type: 'tooMuch', limited: 'reply' }
    watchdog.progressed(assembly.isThinking)
    if (!hasStarted) onStarted()
    hasStarted = true
  }
}

function parseChunk(data: string): JsonObject | null {
  try {
    const chunk = asObject(JSON.parse(data))
    return chunk === null || isTooDeep(chunk) ? null : chunk
  } catch {
    return null
  }
}
