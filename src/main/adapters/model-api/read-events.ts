import { type Refused, withoutWait } from './ask-endpoint.ts'
import type { EventStream } from './transport/event-stream.ts'
import type { ServerEvent } from './transport/server-events.ts'
import type { ReplyReader } from './exchange.ts'
import { asObject, isTooDeep, type JsonObject } from './json-fields.ts'

/** An API's way of reading the events of one answer. */
export interface EventReading {
  readonly assembly: {
    /** Returns false if the event's meaning is unknown. */
    take(event: JsonObject): boolean
    readonly isTooMuch: boolean
    readonly isThinking: boolean
  }
  /** `skipped`: the event means nothing. `last`: nothing of the answer follows. */
  readonly parse: (event: ServerEvent) => JsonObject | 'skipped' | 'unreadable' | 'last'
  /** The fault that an event reports; null if it is not an error. */
  readonly errorIn: (event: JsonObject, now: number) => Refused | null
  /**
   * `mayEnd`: the answer is whole if the stream ends properly now. `whole`: it is, however the stream ends. `over`: no more of it
   * is read.
   */
  readonly streamPhase: () => 'goesOn' | 'mayEnd' | 'whole' | 'over'
}

/** Reads a stream to the end of its answer and reports progress. Null if everything was read. */
export async function readEvents(
  stream: EventStream,
  { now, onStarted, signal, watchdog }: ReplyReader,
  { assembly, errorIn, parse, streamPhase }: EventReading,
): Promise<Refused | null> {
  let hasStarted = false
  let late: Promise<'late'> | null = null
  while (streamPhase() !== 'over') {
    const isWhole = streamPhase() === 'whole'
    if (isWhole) late ??= watchdog.answered()
    const next = await (late === null ? stream.next() : Promise.race([stream.next(), late]))
    if (signal.aborted) return withoutWait({ type: 'brokenOff' })
    if (next === 'late') return null
    if (next.type === 'broken') return isWhole ? null : withoutWait(next.fault)
    if (next.type === 'ended') {
      return streamPhase() === 'goesOn' ? withoutWait({ type: 'brokenOff' }) : null
    }
    const event = parse(next.event)
    if (event === 'last') return null
    if (event === 'skipped') continue
    if (event === 'unreadable') return withoutWait({ type: 'unreadableAnswer' })
    const refused = errorIn(event, now())
    if (refused !== null) return refused
    if (!assembly.take(event)) continue
    if (assembly.isTooMuch) return withoutWait({ type: 'tooMuch', limited: 'reply' })
    if (streamPhase() !== 'whole') {
      watchdog.progressed(assembly.isThinking)
      late = null
    }
    if (!hasStarted) onStarted()
    hasStarted = true
  }
  return null
}

/**
 * The JSON object that was sent in place of a stream: some servers refuse with the status 200 (MiniMax, new-api), or do not
 * stream. Null if it is none, or if its error is only a sentence, as LM Studio's is for a wrong address.
 */
export async function objectInPlace(response: Response): Promise<JsonObject | null> {
  if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) return null
  const object = objectIn(await response.text().catch(() => ''))
  return object === 'unreadable' || typeof object['error'] === 'string' ? null : object
}

/** The JSON object of an event. */
export function objectIn(data: string): JsonObject | 'unreadable' {
  try {
    const object = asObject(JSON.parse(data))
    return object === null || isTooDeep(object) ? 'unreadable' : object
  } catch {
    return 'unreadable'
  }
}
