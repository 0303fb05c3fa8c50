import type { ClientSession } from './client-session.ts'

/** Ends the client's earlier request of the same kind. */
export function newestOnly(): (client: ClientSession) => AbortSignal {
  const asked = new WeakMap<ClientSession, AbortController>()
  return (client) => {
    asked.get(client)?.abort()
    const controller = new AbortController()
    asked.set(client, controller)
    return controller.signal
  }
}
