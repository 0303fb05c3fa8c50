/** The part of a request that decides about it, known before its body. Header values are as received, one by one. */
export interface RequestHead {
  readonly method: string
  readonly url: string
  readonly httpVersion: string
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
  readonly isUpgrade: boolean
}

export type Verdict =
  /** A file of the page, if there is one at that address. */
  | { readonly type: 'page' }
  | { readonly type: 'exchange' }
  /** `token` is as presented, not yet compared. */
  | { readonly type: 'socket'; readonly token: string }
  | { readonly type: 'refused'; readonly status: RefusalStatus }

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 411 | 413 | 415 | 417 | 503

/** The code and its JSON are far shorter. */
const MOST_BODY_BYTES = 1024

/** All routes. Only the files and the code exchange need no token. */
export const EXCHANGE_PATH = '/session'
export const SOCKET_PATH = '/socket'

/**
 * Decides about a request only by its head (row 25). The first three checks stop a page of another site, a rebound name and
 * another port of this machine.
 */
export function checkRequest(head: RequestHead, authority: string): Verdict {
  if (!isAddressedToUs(head, authority) || !isOfOurPage(head, authority)) return refused(403)
  if (head.headers['expect'] !== undefined) return refused(417)
  if (head.isUpgrade) return checkSocket(head)
  switch (head.method) {
    case 'GET':
      return claimsBody(head) ? refused(400) : { type: 'page' }
    case 'POST':
      return checkExchange(head)
    default:
      return refused(405)
  }
}

function isAddressedToUs(head: RequestHead, authority: string): boolean {
  return (
    head.httpVersion === '1.1' && onlyValue(head, 'host') === authority && head.url.startsWith('/')
  )
}

function isOfOurPage(head: RequestHead, authority: string): boolean {
  const isOpening = head.method === 'GET' && head.url === '/' && !head.isUpgrade
  const site = head.headers['sec-fetch-site']
  const isOurSite =
    site === undefined ||
    onlyValue(head, 'sec-fetch-site') === 'same-origin' ||
    (isOpening && onlyValue(head, 'sec-fetch-site') === 'none')
  const isOriginNeeded = head.isUpgrade || head.method !== 'GET'
  const isOurOrigin =
    head.headers['origin'] === undefined
      ? !isOriginNeeded
      : onlyValue(head, 'origin') === `http://${authority}`
  return isOurSite && isOurOrigin
}

function checkExchange(head: RequestHead): Verdict {
  if (head.url !== EXCHANGE_PATH) return refused(404)
  if (onlyValue(head, 'content-type') !== 'application/json') return refused(415)
  const length = onlyValue(head, 'content-length')
  if (length === null || head.headers['transfer-encoding'] !== undefined) return refused(411)
  const bytes = Number(length)
  if (!/^\d+$/.test(length) || bytes === 0) return refused(400)
  return bytes > MOST_BODY_BYTES ? refused(413) : { type: 'exchange' }
}

/** Checks an upgrade request, whatever its address. */
export function checkSocket(head: RequestHead): Verdict {
  if (head.method !== 'GET' || claimsBody(head)) return refused(400)
  if (head.url !== SOCKET_PATH) return refused(404)
  const offered = onlyValue(head, 'sec-websocket-protocol')?.split(',') ?? []
  const [protocol, ticket, ...others] = offered.map((name) => name.trim())
  if (protocol !== 'phoenix' || ticket?.startsWith('token.') !== true || others.length > 0) {
    return refused(401)
  }
  return { type: 'socket', token: ticket.slice('token.'.length) }
}

function claimsBody(head: RequestHead): boolean {
  return (
    head.headers['content-length'] !== undefined || head.headers['transfer-encoding'] !== undefined
  )
}

/** The value of a header that came exactly once. */
function onlyValue(head: RequestHead, name: string): string | null {
  const values = head.headers[name]
  return values?.length === 1 ? (values[0] ?? null) : null
}

function refused(status: RefusalStatus): Verdict {
  return { type: 'refused', status }
}
