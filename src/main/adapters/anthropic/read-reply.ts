import { Stream } from '@anthropic-ai/sdk/core/streaming'
import { classifyErrorEvent, classifyReadError } from './classify-error.ts'
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

/**
 * Reads one stream to its message_stop. The SDK splits the bytes into events; what they mean is decided here, for the SDK's
 * own loop hides pings and ends in silence on a stream that was cut.
 */
export async function readReply(reader: ReplyReader): Promise<ReadReply> {
  const { response, watchdog } = reader
  if (response.body === null || !isEventStream(response)) return broken({ type: 'notTheApi' })
  const chunks = response.body.pipeThrough(tap(watchdog))
  const events = Stream.rawEvents(new Response(chunks))
  const assembly = new ReplyAssembly(reader.onDelta)
  let hasStarted = false
  while (!assembly.isOver) {
    const next = await events.next().catch((error: unknown) => ({ done: 'failed' as const, error }))
    if (next.done === 'failed') return broken(classifyReadError(next.error))
    if (next.done === true || reader.signal.aborted) return broken({ type: 'brokenOff' })
    const event = parseEvent(next.value)
    if (event === 'skipped') continue
    if (event === 'unreadable') return broken({ type: 'unreadableAnswer' })
    if (event['type'] === 'error') return broken(classifyErrorEvent(event))
    if (!assembly.take(event)) continue
    watchdog.progressed(assembly.isThinking)
    if (!hasStarted) reader.onStarted()
    hasStarted = true
  }
  reader.onReplied(events)
  const reply = assembly.finish()
  return reply.saysNothing ? broken({ type: 'emptyAnswer' }) : { type: 'whole', reply }
}

/** Lets every byte through and tells the watchdog that it came. */
function tap(watchdog: Watchdog): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform: (chunk, controller) => {
      watchdog.heard()
      controller.enqueue(chunk)
    },
  })
}

function broken(fault: Fault): ReadReply {
  return { type: 'broken', fault }
}

function isEventStream(response: Response): boolean {
  return /\btext\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
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
function parseEvent(sse: {
  readonly event: string | null
  readonly data: string
}): JsonObject | 'skipped' | 'unreadable' {
  if (sse.event !== null && !KNOWN_EVENTS.has(sse.event)) return 'skipped'
  if (sse.data === '') return 'skipped'
  try {
    const event = asObject(JSON.parse(sse.data))
    if (event === null || isTooDeep(event)) return 'unreadable'
    return sse.event === 'error' ? { ...event, type: 'error' } : event
  } catch {
    return sse.event === null ? 'skipped' : 'unreadable'
  }
}
