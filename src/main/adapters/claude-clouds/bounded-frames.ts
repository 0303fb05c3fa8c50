import { LIMITS, OverLimit } from '../model-api/faults/limits.ts'

/** True if the answer uses the frames of Amazon's event streams. */
function isFramed({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').includes('application/vnd.amazon.eventstream')
}

/**
 * Limits the answer's frames before anybody reads them: each begins with its length in four bytes, and the library allocates
 * that much memory at once, up to 4 GB. Errors above the limit of an event or of the stream.
 */
export function boundedFrames(response: Response): Response {
  const { body, headers, status, statusText } = response
  if (body === null || !isFramed(response)) return response
  return new Response(body.pipeThrough(countedFrames()), { headers, status, statusText })
}

const LENGTH_BYTES = 4

function countedFrames(): TransformStream<Uint8Array, Uint8Array> {
  let streamed = 0
  /** The part of the frame's length received so far, and how many bytes that is. */
  let length = 0
  let known = 0
  /** How much of the frame is still to come. */
  let left = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      streamed += chunk.length
      if (streamed > LIMITS.stream.bytes) throw new OverLimit('stream')
      let at = 0
      while (at < chunk.length) {
        if (known < LENGTH_BYTES) {
          length = length * 256 + (chunk[at++] ?? 0)
          if (++known < LENGTH_BYTES) continue
          if (length > LIMITS.event.bytes) throw new OverLimit('event')
          left = Math.max(0, length - LENGTH_BYTES)
        }
        const takenLength = Math.min(left, chunk.length - at)
        at += takenLength
        left -= takenLength
        if (left === 0) {
          length = 0
          known = 0
        }
      }
      controller.enqueue(chunk)
    },
  })
}
