import type { Stop } from '../../ports/ports.ts'
import type { ClientSession } from './client-session.ts'

const STOP: Stop = { reason: 'user' }

/**
 * Returns a signal for a client's request and aborts its earlier request of the same kind; when the client leaves, also
 * its last one.
 */
export function newestOnly(): (client: ClientSession) => AbortSignal {
  const newest = new WeakMap<ClientSession, AbortController>()
  return (client) => {
    const earlier = newest.get(client)
    if (earlier === undefined) client.onClose(() => newest.get(client)?.abort(STOP))
    earlier?.abort(STOP)
    const controller = new AbortController()
    newest.set(client, controller)
    return controller.signal
  }
}
