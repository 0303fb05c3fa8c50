import { setImmediate as pause } from 'node:timers/promises'
import type { Dispatcher } from 'undici'

/** A longer body would hold the event loop: fetch sends it in pieces (code units). */
const LONGEST = 4 * 1024 * 1024
/** Code units made bytes before others get a turn. */
const AT_ONCE = 256 * 1024

/**
 * Hands the body to the dispatcher as it goes out. Fetch goes through a text three times and copies it twice, and each
 * request of a conversation repeats all before it.
 */
export async function withWholeBody(
  init: RequestInit | undefined,
): Promise<RequestInit | undefined> {
  const { body, dispatcher, ...rest } = (init ?? {}) as RequestInit & { dispatcher?: Dispatcher }
  if (typeof body !== 'string' || body.length > LONGEST || dispatcher === undefined) return init
  const bytes = await bytesOf(body)
  const whole = dispatcher.compose((dispatch) => (options, handler) => {
    // Fetch gives them as an object.
    const headers = Object.assign({}, options.headers, { 'content-length': String(bytes.length) })
    return dispatch({ ...options, body: bytes, headers }, handler)
  })
  // Node's fetch knows it, the types of a page do not.
  const over: object = { dispatcher: whole }
  return { ...rest, ...over }
}

/** As UTF-8, in slices. */
export async function bytesOf(text: string): Promise<Buffer> {
  if (text.length <= AT_ONCE) return Buffer.from(text)
  const slices: Buffer[] = []
  for (let at = 0; at < text.length;) {
    const end = at + AT_ONCE
    // No cut between the two units of one character.
    const next = (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end
    slices.push(Buffer.from(text.slice(at, next)))
    at = next
    await pause()
  }
  return Buffer.concat(slices)
}
