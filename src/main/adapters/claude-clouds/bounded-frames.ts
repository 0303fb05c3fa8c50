import { LIMITS, OverLimit } from '../model-api/faults/limits.ts'

/** Whether the answer uses the frames of Amazon's event streams. */
function isFramed({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').includes('application/vnd.amazon.eventstream')
}

/**
 * The answer with its frames limited before anybody reads them: each begins with its length in four bytes, for which
 * the library allocates memory at once, up to 4 GB. Errors above the limit of an event or of the stream.
 */
export function boundedFrames(response: Response): Response {
  const { body, headers, status, statusText } = response
  if (body === null || !isFramed(response)) return response
  return new Response(body.pipeThrough(countedFrames()), { headers, status, statusText })
}

const LENGTH_BYTES = 4

function countedFrames(): TransformStream<Uint8Array, Uint8Array> {
  let streamed = 0
  /** The part of the frame's length received so far, and its number of bytes. */
  let length = 0
  let known = 0
  /** The rest of the frame after its length. */
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
        const taken = Math.min(left, chunk.length - at)
        at += taken
        left -= taken
        if (left === 0) {
          length = 0
          known = 0
        }
      }
      controller.enqueue(chunk)
    },
  })
}
