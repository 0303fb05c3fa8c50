import { type Refused, withoutWait } from './ask-endpoint.ts'
import type { EventStream, ServerEvent } from './transport/event-stream.ts'
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
  /** `mayEnd`: the answer is complete if the stream ends properly now. `over`: no more of it is read. */
  readonly streamPhase: () => 'goesOn' | 'mayEnd' | 'over'
}

/** Reads a stream to the end of its answer and reports progress. Null if everything was read. */
export async function readEvents(
  stream: EventStream,
  { now, onStarted, signal, watchdog }: ReplyReader,
  { assembly, errorIn, parse, streamPhase }: EventReading,
): Promise<Refused | null> {
  let hasStarted = false
  while (streamPhase() !== 'over') {
    const next = await stream.next()
    if (next.type === 'broken') return withoutWait(next.fault)
    if (signal.aborted) return withoutWait({ type: 'brokenOff' })
    if (next.type === 'ended') {
      return streamPhase() === 'mayEnd' ? null : withoutWait({ type: 'brokenOff' })
    }
    const event = parse(next.event)
    if (event === 'last') return null
    if (event === 'skipped') continue
    if (event === 'unreadable') return withoutWait({ type: 'unreadableAnswer' })
    const refused = errorIn(event, now())
    if (refused !== null) return refused
    if (!assembly.take(event)) continue
    if (assembly.isTooMuch) return withoutWait({ type: 'tooMuch', limited: 'reply' })
    watchdog.progressed(assembly.isThinking)
    if (!hasStarted) onStarted()
    hasStarted = true
  }
  return null
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
