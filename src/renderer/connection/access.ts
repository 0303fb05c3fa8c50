/** The access of a window, by which the browser host knows that the person at the terminal opened it. */
export const TOKEN_KEY = 'phoenix.token'

export type Access =
  | { readonly type: 'granted'; readonly token: string }
  /** The host cannot be reached now; the code is kept for the next attempt. */
  | { readonly type: 'unreachable' }
  | { readonly type: 'refused' }

export interface AccessPorts {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly tokens: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The token of another connected window of this browser; null: there is none. */
  readonly askOthers: () => Promise<string | null>
}

/** The one-time code in a fragment like `#code=abc`, or null. */
export function codeIn(fragment: string): string | null {
  const code = new URLSearchParams(fragment.replace(/^#/, '')).get('code')
  return code === null || code === '' ? null : code
}

/** The rest of such a fragment, as it was written: the place to which the address leads. */
export function withoutCode(fragment: string): string {
  const rest = fragment
    .replace(/^#/, '')
    .split('&')
    .filter((pair) => !pair.startsWith('code='))
  return rest.length === 0 ? '' : `#${rest.join('&')}`
}

/**
 * Exchanges the code for a token, once. Without a code, uses the token of this tab, or of another one. `isStale`: the host
 * refuses the token of this tab, so that of another one comes first.
 */
export function createAccess(
  first: string | null,
  ports: AccessPorts,
): (isStale: boolean) => Promise<Access> {
  let code = first
  return async (isStale) => {
    if (code === null) return savedAccess(ports, isStale)
    const answer = await swap(code, ports)
    if (answer.type === 'unreachable') return answer
    code = null
    if (answer.type === 'refused') return savedAccess(ports, isStale)
    ports.tokens.setItem(TOKEN_KEY, answer.token)
    return answer
  }
}

async function savedAccess({ askOthers, tokens }: AccessPorts, isStale: boolean): Promise<Access> {
  const saved = tokens.getItem(TOKEN_KEY)
  if (saved !== null && !isStale) return { type: 'granted', token: saved }
  const token = (await askOthers()) ?? saved
  if (token === null) return { type: 'refused' }
  tokens.setItem(TOKEN_KEY, token)
  return { type: 'granted', token }
}

async function swap(code: string, ports: AccessPorts): Promise<Access> {
  try {
    const response = await ports.fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    if (!response.ok) return { type: 'refused' }
    return tokenIn(await response.json())
  } catch {
    return { type: 'unreachable' }
  }
}

function tokenIn(body: unknown): Access {
  if (typeof body !== 'object' || body === null || !('token' in body)) return { type: 'refused' }
  return typeof body.token === 'string'
    ? { type: 'granted', token: body.token }
    : { type: 'refused' }
}
