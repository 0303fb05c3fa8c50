import type { ConversationId } from '../../../shared/ids.ts'
import type { ConfiguredServer } from './read-config.ts'

/** The servers that clients bring to conversations while they are connected. They are never saved. */
export class BroughtServers {
  readonly #by = new Map<object, Map<ConversationId, readonly ConfiguredServer[]>>()

  /** Replaces what this client brought to the conversation before. */
  bring(client: object, id: ConversationId, servers: readonly ConfiguredServer[]): void {
    const all = this.#by.get(client) ?? new Map<ConversationId, readonly ConfiguredServer[]>()
    if (servers.length > 0) all.set(id, servers)
    else all.delete(id)
    if (all.size > 0) this.#by.set(client, all)
    else this.#by.delete(client)
  }

  leave(client: object): void {
    this.#by.delete(client)
  }

  /** The same server from two clients counts once. */
  in(id: ConversationId): readonly ConfiguredServer[] {
    const all = [...this.#by.values()].flatMap((brought) => brought.get(id) ?? [])
    return [...new Map(all.map((each) => [each.hash, each])).values()]
  }
}
