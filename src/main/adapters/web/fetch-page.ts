import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { VERSION } from '../../../shared/version.ts'
import { guard } from '../../runtime/guard.ts'
import { usesProxies } from '../model-api/transport/connections.ts'
import { AwakeLimit } from '../system/awake-limit.ts'
import { kindOfAddress, kindOfHost } from './addresses.ts'
import { CONNECT_MS, connectionFault } from './connection-faults.ts'

export const FETCH_MS = 30_000
/** The limit for a page after decompression; the rest is not read. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024
const MAX_HEAD_BYTES = 16 * 1024
const MAX_REDIRECTS = 5

/** Resolves a host name to its addresses. */
export type Resolve = (hostname: string) => Promise<readonly { address: string; family: number }[]>

export interface FetchOptions {
  readonly resolve?: Resolve
  readonly limitMs?: number
}

export type Fetched =
  | {
      readonly type: 'page'
      readonly url: URL
      readonly status: number
      /** As sent by the server; '' if it sends none. */
      readonly contentType: string
      readonly body: Buffer
      /** True if the page continues after what was read. */
      readonly isCut: boolean
    }
  /** The page has moved to another host, which nobody approved. */
  | { readonly type: 'elsewhere'; readonly to: URL }
  /** A sentence for the model. */
  | { readonly type: 'failed'; readonly text: string }
  | { readonly type: 'timedOut' }
  | { readonly type: 'aborted' }

/**
 * Fetches one page of an approved host. The name is resolved once per connection, which goes to the resolved and checked
 * address. A private host must be named as such by its URL.
 */
export async function fetchPage(
  url: URL,
  stop: AbortSignal,
  { limitMs = FETCH_MS, resolve = resolveByNode }: FetchOptions = {},
): Promise<Fetched> {
  const addressFilter = new AddressFilter(url, resolve)
  const dispatcher = await openDispatcher(addressFilter.lookup)
  using limit = new AwakeLimit(limitMs)
  const signal = AbortSignal.any([stop, limit.over])
  try {
    return await follow(url, { dispatcher, signal })
  } catch (error) {
    if (stop.aborted) return { type: 'aborted' }
    if (limit.over.aborted) return { type: 'timedOut' }
    return { type: 'failed', text: addressFilter.refusal ?? `${url.host} ${wordsOf(error)}` }
  } finally {
    // Closes the connection at once, even with data in transit.
    void dispatcher.destroy()
  }
}

/** Allows connections only to addresses that the call may reach. */
class AddressFilter {
  refusal: string | null = null
  readonly #mayBePrivate: boolean
  readonly #resolve: Resolve

  constructor({ hostname }: URL, resolve: Resolve) {
    this.#mayBePrivate = kindOfHost(hostname) === 'private'
    this.#resolve = resolve
  }

  readonly lookup: LookupFunction = (hostname, options, callback) => {
    void this.#find(hostname).then(
      guard('a DNS answer', (found) => {
        const [first] = found
        if (first === undefined) callback(new Error('no address'), '')
        else if (options.all === true) callback(null, [...found])
        else callback(null, first.address, first.family)
      }),
      guard('a host without an address', (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), '')
      }),
    )
  }

  /** One forbidden address rejects all: an answer that contains one is hostile. */
  async #find(hostname: string): ReturnType<Resolve> {
    const found = await this.#resolve(hostname)
    for (const { address } of found) {
      const kind = kindOfAddress(address)
      if (kind === 'public' || (kind === 'private' && this.#mayBePrivate)) continue
      this.refusal = `Not fetched: ${hostname} leads to ${address}, an address on this machine or a private or special network. The user can allow only a URL that names such a host itself.`
      throw new Error('an address that may not be reached')
    }
    return found
  }
}

const resolveByNode: Resolve = (hostname) => lookup(hostname, { all: true })

async function openDispatcher(lookupFunction: LookupFunction): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici')
  const connect = { timeout: CONNECT_MS, lookup: lookupFunction }
  const options = { connect, maxHeaderSize: MAX_HEAD_BYTES, headersTimeout: 0, bodyTimeout: 0 }
  return usesProxies() ? new EnvHttpProxyAgent(options) : new Agent(options)
}

interface Fetching {
  readonly dispatcher: Dispatcher
  readonly signal: AbortSignal
}

async function follow(first: URL, fetching: Fetching): Promise<Fetched> {
  let url = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await ask(url, fetching)
    if (answer.type === 'answered') return readPage(url, answer.response, fetching.signal)
    if (answer.type === 'failed') return answer
    if (!isSamePlace(url, answer.to)) return { type: 'elsewhere', to: answer.to }
    url = answer.to
  }
  return {
    type: 'failed',
    text: `Not fetched: ${first.host} redirects more than ${MAX_REDIRECTS} times.`,
  }
}

type Answer =
  | { readonly type: 'answered'; readonly response: Dispatcher.ResponseData }
  | { readonly type: 'redirected'; readonly to: URL }
  | { readonly type: 'failed'; readonly text: string }

async function ask(url: URL, { dispatcher, signal }: Fetching): Promise<Answer> {
  const { request } = await import('undici')
  const response = await request(url, { dispatcher, signal, method: 'GET', headers: HEADERS })
  // A destroyed body errors, which its reader notices anyway.
  response.body.on('error', guard('an unread page download', ignore))
  if (![301, 302, 303, 307, 308].includes(response.statusCode))
    return { type: 'answered', response }
  response.body.destroy()
  const location = response.headers['location']
  const to = typeof location === 'string' ? URL.parse(location, url.href) : null
  if (to === null || !isWebAddress(to)) {
    return {
      type: 'failed',
      text: `Not fetched: ${url.host} redirects to something that is not a web address.`,
    }
  }
  return { type: 'redirected', to }
}

const HEADERS = {
  'user-agent': `Phoenix/${VERSION}`,
  accept: 'text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.9, */*;q=0.5',
  'accept-encoding': 'gzip, deflate, br',
}

/** True for http and https without credentials. */
export function isWebAddress({ password, protocol, username }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

/** True for the same host and port, or the same host with https instead of http: this is what the user approved. */
function isSamePlace(from: URL, to: URL): boolean {
  return from.host === to.host && !(from.protocol === 'https:' && to.protocol === 'http:')
}

async function readPage(
  url: URL,
  { body, headers, statusCode: status }: Dispatcher.ResponseData,
  signal: AbortSignal,
): Promise<Fetched> {
  const plain = decompressed(body, String(headers['content-encoding'] ?? ''), signal)
  if (plain === null) {
    body.destroy()
    const text = `Not fetched: ${url.host} uses an encoding that is not supported.`
    return { type: 'failed', text }
  }
  const chunks: Buffer[] = []
  let left = MAX_PAGE_BYTES
  let isCut = false
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, left))
    left -= chunk.length
    isCut = left < 0
    if (isCut) break
  }
  const contentType = String(headers['content-type'] ?? '')
  return { type: 'page', url, status, contentType, body: Buffer.concat(chunks), isCut }
}

/** Null for an unknown or doubled encoding. */
function decompressed(body: Readable, encoding: string, signal: AbortSignal): Readable | null {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return body
  const make = DECODERS.get(name)
  if (make === undefined) return null
  const decoder = make()
  body.on(
    'error',
    guard('an interrupted page download', (error: Error) => decoder.destroy(error)),
  )
  decoder.on(
    'close',
    guard('the end of a page download', () => body.destroy()),
  )
  signal.addEventListener(
    'abort',
    guard('a stop', () => decoder.destroy(new Error('stopped'))),
    {
      once: true,
    },
  )
  return body.pipe(decoder)
}

const DECODERS: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
])

function ignore(): void {}

const MAX_REASON = 200

/** Describes the error for the model. */
function wordsOf(error: unknown): string {
  const known = connectionFault(error)
  if (known !== null) return known
  const reason = error instanceof Error ? error.message : String(error)
  return `could not be fetched: ${reason.slice(0, MAX_REASON)}`
}
