import { type Refused, withoutWait } from './ask-endpoint.ts'
import type { EventStream, ServerEvent } from './transport/event-stream.ts'
import type { ReplyReader } from './exchange.ts'
import { asObject, isTooDeep, type JsonObject } from './json-fields.ts'

/** How an API reads the events of one answer. */
export interface EventReading {
  readonly assembly: {
    /** False: we do not know what the event means. */
    take(event: JsonObject): boolean
    readonly isTooMuch: boolean
    readonly isThinking: boolean
  }
  /** `skipped`: it means nothing. `last`: nothing of the answer follows. */
  readonly parse: (event: ServerEvent) => JsonObject | 'skipped' | 'unreadable' | 'last'
  /** The fault that an event reports; null: it is not an error. */
  readonly errorIn: (event: JsonObject, now: number) => Refused | null
  /** `mayEnd`: a stream that ends in order is complete now. `over`: no more is read of it. */
  readonly standing: () => 'goesOn' | 'mayEnd' | 'over'
}

/** Reads a stream to the end of its answer and reports progress. Null: everything was read. */
export async function readEvents(
  stream: EventStream,
  { now, onStarted, signal, watchdog }: ReplyReader,
  { assembly, errorIn, parse, standing }: EventReading,
): Promise<Refused | null> {
  let hasStarted = false
  while (standing() !== 'over') {
    const next = await stream.next()
    if (next.type === 'broken') return withoutWait(next.fault)
    if (signal.aborted) return withoutWait({ type: 'brokenOff' })
    if (next.type === 'ended') {
      return standing() === 'mayEnd' ? null : withoutWait({ type: 'brokenOff' })
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
