import type { Duplex } from 'node:stream'
import type { Admission, TokenDoor } from '../../adapters/tokens/tokens.ts'
import { guard } from '../../runtime/guard.ts'

/** What a token lets the client behind a socket do, for as long as the socket lives. Null: it is no token of a tool. */
export function admissionOf(
  token: string,
  socket: Duplex,
  tokens: TokenDoor | null,
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
