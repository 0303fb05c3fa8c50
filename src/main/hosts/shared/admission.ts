import type { Duplex } from 'node:stream'
import type { Admission, TokenAuthenticator } from '../../adapters/tokens/tokens.ts'
import { guard } from '../../runtime/guard.ts'

/** The rights that a token gives the client behind a socket, while the socket lives. Null if it is not a tool's token. */
export function admissionOf(
  token: string,
  socket: Duplex,
  tokens: TokenAuthenticator | null,
): Admission | null {
  const admission = tokens?.admit(token) ?? null
  if (admission === null) return null
  socket.once(
    'close',
    guard('an API client disconnecting', () => admission.release()),
  )
  if (socket.destroyed) admission.release()
  return admission
}
