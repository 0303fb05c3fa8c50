import { openEventStream, type ServerEvent } from '../model-api/event-stream.ts'
import { classifyErrorEvent } from './classify-error.ts'
import { broken, type ReadReply, type ReplyReader, wholeUnless } from '../model-api/exchange.ts'
import { asObject, isTooDeep, type JsonObject } from '../model-api/json-fields.ts'
import { ReplyAssembly } from './reply-assembly.ts'

/** Reads one stream to its message_stop. */
export async function readReply(reader: ReplyReader): Promise<ReadReply> {
  const { response, watchdog } = reader
  const stream = openEventStream(response, watchdog)
  if (stream === null) return broken({ type: 'notTheApi' })
  const assembly = new ReplyAssembly(reader.onDelta)
  let hasStarted = false
  while (!assembly.isOver) {
    const next = await stream.next()
    if (next.type === 'broken') return broken(next.fault)
    if (next.type === 'ended' || reader.signal.aborted) return broken({ type: 'brokenOff' })
    const event = parseEvent(next.event)
    if (event === 'skipped') continue
    if (event === 'unreadable') return broken({ type: 'unreadableAnswer' })
    if (event['type'] === 'error') return broken(classifyErrorEvent(event))
    if (!assembly.take(event)) continue
    if (assembly.isTooMuch) return broken({ type: 'tooMuch', limited: 'reply' })
    watchdog.progressed(assembly.isThinking)
    if (!hasStarted) reader.onStarted()
    hasStarted = true
  }
  reader.onReplied(stream.rest)
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

/** Events by a name that we do not know are skipped unread; some servers give their events no name at all. */
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
