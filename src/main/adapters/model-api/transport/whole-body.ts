import type { Dispatcher } from 'undici'

/** A longer body would hold the event loop: fetch sends it in pieces (code units). */
const LONGEST = 4 * 1024 * 1024

/**
 * Hands the body to the dispatcher as it goes out. Fetch goes through a text three times and copies it twice, and each
 * request of a conversation repeats all before it.
 */
export function withWholeBody(init: RequestInit | undefined): RequestInit | undefined {
  const { body, dispatcher, ...rest } = (init ?? {}) as RequestInit & { dispatcher?: Dispatcher }
  if (typeof body !== 'string' || body.length > LONGEST || dispatcher === undefined) return init
  const bytes = Buffer.from(body)
  const whole = dispatcher.compose((dispatch) => (options, handler) => {
    // Fetch gives them as an object.
    const headers = Object.assign({}, options.headers, { 'content-length': String(bytes.length) })
    return dispatch({ ...options, body: bytes, headers }, handler)
  })
  // Node's fetch knows it, the types of a page do not.
  const over: object = { dispatcher: whole }
  return { ...rest, ...over }
}
