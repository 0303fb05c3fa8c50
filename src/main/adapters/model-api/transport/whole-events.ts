import { collectGarbage } from '../../system/collect-garbage.ts'
import { LIMITS, OverLimit } from '../faults/limits.ts'

/** A longer stream leaves much garbage behind; ordinary answers stay below it. */
const COLLECT_BYTES = 4 * 1024 * 1024
const LF = 10
const CR = 13

/**
 * Passes on the bytes of an event stream in whole events: of each chunk all that end in it, together, because each piece
 * costs a stream more than an event does. The SDK's splitter keeps comments until an event arrives, which would take memory.
 * Errors above the limit of an event or of the stream.
 */
export function wholeEvents(onBytes: () => void): TransformStream<Uint8Array, Uint8Array> {
  const ends = new EventEnds()
  let held: Uint8Array[] = []
  let heldBytes = 0
  let streamed = 0
  let sinceCollected = 0
  const hold = (bytes: Uint8Array): void => {
    heldBytes += bytes.length
    if (heldBytes > LIMITS.event.bytes) throw new OverLimit('event')
    if (bytes.length > 0) held.push(bytes)
  }
  const takeEvent = (): Buffer => {
    const event = joined(held)
    held = []
    heldBytes = 0
    return event
  }
  return new TransformStream({
    transform: (chunk, controller) => {
      onBytes()
      streamed += chunk.length
      if (streamed > LIMITS.stream.bytes) throw new OverLimit('stream')
      sinceCollected += chunk.length
      if (sinceCollected > COLLECT_BYTES) {
        sinceCollected = 0
        collectGarbage()
      }
      const whole: Buffer[] = []
      let from = 0
      for (const end of ends.within(chunk)) {
        hold(chunk.subarray(from, end))
        from = end
        const event = takeEvent()
        if (isLineEnd(event) || hasData(event)) whole.push(event)
      }
      if (whole.length > 0) controller.enqueue(joined(whole))
      hold(chunk.subarray(from))
    },
    flush: (controller) => {
      if (held.length > 0) controller.enqueue(takeEvent())
    },
  })
}

/** Without a copy if there is only one. */
function joined(pieces: readonly Uint8Array[]): Buffer {
  const [first] = pieces
  return pieces.length === 1 && first !== undefined
    ? Buffer.from(first.buffer, first.byteOffset, first.byteLength)
    : Buffer.concat(pieces)
}

const DATA = 'data'
const COLON = 58
const BOM = 0xef

/** True for the second half of a CR LF whose first half has ended the event. */
function isLineEnd(event: Buffer): boolean {
  return event.length === 1
}

/** True if one of its lines is a `data` field: without one it is a comment, not an event (HTML, 9.2.6). */
function hasData(event: Buffer): boolean {
  let at = event.indexOf(DATA)
  while (at !== -1) {
    const after = event[at + DATA.length]
    if (beginsLine(event, at) && (after === COLON || after === LF || after === CR)) return true
    at = event.indexOf(DATA, at + DATA.length)
  }
  return false
}

function beginsLine(event: Buffer, at: number): boolean {
  const before = event[at - 1]
  return at === 0 || before === LF || before === CR || (at === 3 && event[0] === BOM)
}

/** Finds the empty lines that end events, in lines that end in LF, CR or both. */
class EventEnds {
  #before = LF
  #isLineEmpty = true
  #isAtEnd = false

  /** The position after each end in this chunk. */
  within(chunk: Uint8Array): readonly number[] {
    const ends: number[] = []
    for (let at = 0; at < chunk.length; at++) {
      if (this.#isEnd(chunk[at] ?? 0)) ends.push(at + 1)
    }
    return ends
  }

  #isEnd(byte: number): boolean {
    const isSecondHalf = byte === LF && this.#before === CR
    this.#before = byte
    if (isSecondHalf) return this.#isAtEnd
    const endsLine = byte === LF || byte === CR
    this.#isAtEnd = endsLine && this.#isLineEmpty
    this.#isLineEmpty = endsLine
    return this.#isAtEnd
  }
}
