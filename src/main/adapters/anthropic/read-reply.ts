import { openEventStream, type ServerEvent } from '../model-api/event-stream.ts'
import { classifyErrorEvent } from './classify-error.ts'
import type { Fault } from '../model-api/fault.ts'
import { asObject, isTooDeep, type JsonObject } from '../model-api/json-fields.ts'
import { ReplyAssembly, type AssembledReply } from './reply-assembly.ts'
import type { Watchdog } from '../model-api/watchdog.ts'

export type ReadReply =
  | { readonly type: 'whole'; readonly reply: AssembledReply }
  | { readonly type: 'broken'; readonly fault: Fault }

export interface ReplyReader {
  readonly response: Response
  readonly watchdog: Watchdog
  readonly signal: AbortSignal
  readonly onStarted: () => void
  readonly onDelta: (part: 'text' | 'thinking', text: string) => void
  /** The reply is whole; what the server still sends is left to be read. */
  readonly onReplied: (rest: AsyncIterator<unknown>) => void
}

/** Reads one stream to its message_stop. */
export async function readReply(reader: ReplyReader): Promise<ReadReply> {
  const { response, watchdog } = reader
  const stream = openEventStream(response, watchdog)
  if (stream === null) return broken({ type: 'notTheApi' })
  const assembly = new ReplyAssembly(reader.onDelta)
  let hasStarted = false
  while (!assembly.isOver) {
    const next = await stream.next()
    if (next.type === 'broken') return next
    if (next.type === 'ended' || reader.signal.aborted) return broken({ type: 'brokenOff' })
    const event = parseEvent(next.event)
    if (event === 'skipped') continue
    if (event === 'unreadable') return broken({ type: 'unreadableAnswer' })
    if (event['type'] === 'error') return broken(classifyErrorEvent(event))
    if (!assembly.take(event)) continue
    watchdog.progressed(assembly.isThinking)
    if (!hasStarted) reader.onStarted()
    hasStarted = true
  }
  reader.onReplied(stream.rest)
  const reply = assembly.finish()
  return reply.saysNothing ? broken({ type: 'emptyAnswer' }) : { type: 'whole', reply }
}

function broken(fault: Fault): ReadReply {
  return { type: 'broken', fault }
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
