import { LIMITS, type Limited, OverLimit } from '../faults/limits.ts'
import { withWholeBody } from './whole-body.ts'

/**
 * The fetch of every model adapter. The body of a refusal is cut at its limit, so its status still counts. The body of a
 * list errors at its limit. An event stream passes through: `openEventStream` counts it. Plain text can be either, and has
 * the limit of a stream.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, await withWholeBody(init))
  const { body, headers, status, statusText } = response
  if (body === null) return response
  const head = { headers, status, statusText }
  if (!response.ok) return cutResponse(body, head)
  if (EVENT_STREAM.test(typeOf(response))) return response
  const limited = isPlainText(response) ? 'stream' : 'models'
  return new Response(body.pipeThrough(counted(limited)), head)
}

/** The second is Amazon's type for streams in frames. */
const EVENT_STREAM = /\btext\/event-stream\b|\bapplication\/vnd\.amazon\.eventstream\b/i
const PLAIN_TEXT = /\btext\/plain\b/i

function typeOf({ headers }: Response): string {
  return headers.get('content-type') ?? ''
}

/** True for every possible type: some servers call it plain text. */
export function isEventStream(response: Response): boolean {
  return EVENT_STREAM.test(typeOf(response)) || isPlainText(response)
}

export function isPlainText(response: Response): boolean {
  return PLAIN_TEXT.test(typeOf(response))
}

/** The headers of refusals that were cut. An SDK passes them on, and no server can forge them. */
const cut = new WeakSet<Headers>()

/** True if the body that came with these headers exceeded its limit. */
export function wasCut(headers: unknown): boolean {
  return headers instanceof Headers && cut.has(headers)
}

const BROKEN = { value: undefined }

async function cutResponse(
  body: ReadableStream<Uint8Array>,
  head: ResponseInit,
): Promise<Response> {
  const chunks: Uint8Array[] = []
  let left = LIMITS.error.bytes
  const reader = body.getReader()
  for (;;) {
    // A body that breaks off, or is packed in another way than it says, leaves the status.
    const { value } = await reader.read().catch(() => BROKEN)
    if (value === undefined) return new Response(Buffer.concat(chunks), head)
    left -= value.length
    if (left < 0) break
    chunks.push(value)
  }
  // Closes the connection, whatever the server still sends.
  reader.cancel().catch(() => undefined)
  const response = new Response(null, head)
  cut.add(response.headers)
  return response
}

/** Lets bytes through up to a limit. */
function counted(limited: Limited): TransformStream<Uint8Array, Uint8Array> {
  let left: number = LIMITS[limited].bytes
  return new TransformStream({
    transform: (chunk, controller) => {
      left -= chunk.length
      if (left < 0) throw new OverLimit(limited)
      controller.enqueue(chunk)
    },
  })
}
