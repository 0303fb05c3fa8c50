import type { FetchLike } from '@modelcontextprotocol/client'
import { connectionFault } from '../web/connection-faults.ts'
import { MAX_MESSAGE_BYTES } from './read-lines.ts'

const EVENT_STREAM = /\btext\/event-stream\b/i

/**
 * The fetch for one server: it contacts only the configured address, follows no redirect elsewhere, and reads no more of one
 * answer or event than the limit of a message. `isAllowed` judges an origin.
 */
export function serverFetch(isAllowed: (origin: string) => boolean): FetchLike {
  return async (input, init) => {
    const url = new URL(input)
    if (!isAllowed(url.origin)) throw new Error(`${url.origin} is not the address of this server.`)
    const response = await reach(url, { ...init, redirect: 'manual' })
    const { body, headers, status, statusText } = response
    if (status >= 300 && status < 400) {
      await body?.cancel()
      throw new Error(`The server redirects to another address (status ${status}).`)
    }
    if (body === null) return response
    const isStream = EVENT_STREAM.test(headers.get('content-type') ?? '')
    return new Response(body.pipeThrough(bounded(isStream)), { headers, status, statusText })
  }
}

async function reach(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : null
    if (cause === null) throw error
    const fault = connectionFault(cause) ?? `could not be reached: ${cause.message}.`
    throw new Error(`${url.origin} ${fault}`, { cause: error })
  }
}

/** Errors at the limit: of the whole answer, or of one event in an event stream. */
function bounded(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let length = 0
  return new TransformStream({
    transform(chunk, controller) {
      const end = isStream ? chunk.lastIndexOf(10) : -1
      length = end < 0 ? length + chunk.length : chunk.length - end
      if (length > MAX_MESSAGE_BYTES) throw new Error('The server sent more than 8 MB at once.')
      controller.enqueue(chunk)
    },
  })
}
