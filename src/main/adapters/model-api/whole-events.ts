import { LIMITS, OverLimit } from './limits.ts'

const LF = 10
const CR = 13

/**
 * Passes the bytes of an event stream on in whole events. The SDK's splitter looks through all that it holds with every
 * chunk, so an event in small chunks would take it time without end. Errors past the limit of an event or of the stream.
 */
export function wholeEvents(onBytes: () => void): TransformStream<Uint8Array, Uint8Array> {
  const ends = new EventEnds()
  let held: Uint8Array[] = []
  let heldBytes = 0
  let streamed = 0
  const hold = (bytes: Uint8Array): void => {
    heldBytes += bytes.length
    if (heldBytes > LIMITS.event.bytes) throw new OverLimit('event')
    if (bytes.length > 0) held.push(bytes)
  }
  const release = (controller: TransformStreamDefaultController<Uint8Array>): void => {
    const [only] = held
    if (only !== undefined) controller.enqueue(held.length === 1 ? only : Buffer.concat(held))
    held = []
    heldBytes = 0
  }
  return new TransformStream({
    transform: (chunk, controller) => {
      onBytes()
      streamed += chunk.length
      if (streamed > LIMITS.stream.bytes) throw new OverLimit('stream')
      const { first, last } = ends.find(chunk)
      if (last === 0) return hold(chunk)
      hold(chunk.subarray(0, first))
      held.push(chunk.subarray(first, last))
      heldBytes += last - first
      release(controller)
      hold(chunk.subarray(last))
    },
    flush: release,
  })
}

/** Finds the empty lines that end events, in lines that end in LF, CR or both. */
class EventEnds {
  private before = LF
  private isLineEmpty = true
  private isAtEnd = false

  /** Behind the first and behind the last end in this chunk; 0: there is none. */
  find(chunk: Uint8Array): { readonly first: number; readonly last: number } {
    let first = 0
    let last = 0
    for (let at = 0; at < chunk.length; at++) {
      if (!this.isEnd(chunk[at] ?? 0)) continue
      last = at + 1
      if (first === 0) first = last
    }
    return { first, last }
  }

  private isEnd(byte: number): boolean {
    const isSecondHalf = byte === LF && this.before === CR
    this.before = byte
    if (isSecondHalf) return this.isAtEnd
    const endsLine = byte === LF || byte === CR
    this.isAtEnd = endsLine && this.isLineEmpty
    this.isLineEmpty = endsLine
    return this.isAtEnd
  }
}
