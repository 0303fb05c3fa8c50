import { createParser } from 'eventsource-parser'
import { collectGarbage } from '../../system/collect-garbage.ts'
import { LIMITS, OverLimit } from '../faults/limits.ts'

/** One server-sent event, as it was in the stream. */
export interface ServerEvent {
  readonly name: string | null
  readonly data: string
}

/** A longer stream leaves much garbage behind; ordinary answers stay below it. */
const COLLECT_BYTES = 4 * 1024 * 1024

/** A line of no use. The parser makes an Error of each: a chunk full of them would hold the event loop. */
const OTHER_LINE = /\n(?!(?:data|event)[:\n])[^\n]+(?=\n)/g

/** Splits the bytes of an event stream. Comments are dropped, but count as part of the next event. */
export class ServerEvents {
  readonly #decoder = new TextDecoder()
  readonly #parser = createParser({
    onEvent: ({ data, event }) => void this.#events.push({ name: event ?? null, data }),
  })
  #events: ServerEvent[] = []
  #endedInCr = false
  /** In bytes. */
  #sinceEvent = 0
  #streamed = 0
  #sinceCollected = 0

  /** Returns the events that end in this chunk. Throws an OverLimit for an event or a stream above its limit. */
  take(chunk: Uint8Array): readonly ServerEvent[] {
    this.#count(chunk.length)
    this.#events = []
    const text = this.#withLf(this.#decoder.decode(chunk, { stream: true }))
    this.#parser.feed(text.replaceAll(OTHER_LINE, '\n:'))
    this.#sinceEvent = this.#events.length > 0 ? 0 : this.#sinceEvent + chunk.length
    if (this.#sinceEvent > LIMITS.event.bytes) throw new OverLimit('event')
    return this.#events
  }

  #count(bytes: number): void {
    this.#streamed += bytes
    if (this.#streamed > LIMITS.stream.bytes) throw new OverLimit('stream')
    this.#sinceCollected += bytes
    if (this.#sinceCollected <= COLLECT_BYTES) return
    this.#sinceCollected = 0
    collectGarbage()
  }

  /** The parser waits after a CR for its LF, and looks for another CR at every line: it gets none. */
  #withLf(text: string): string {
    if (text === '') return ''
    const rest = this.#endedInCr && text.startsWith('\n') ? text.slice(1) : text
    this.#endedInCr = text.endsWith('\r')
    return rest.replaceAll(/\r\n?/g, '\n')
  }
}
