import type { ClientSession } from './client-session.ts'

/** Ends what the client asked before of the same kind. */
export function newestOnly(): (client: ClientSession) => AbortSignal {
  const asked = new WeakMap<ClientSession, AbortController>()
  return (client) => {
    asked.get(client)?.abort()
    const controller = new AbortController()
    asked.set(client, controller)
    return controller.signal
  }
}
