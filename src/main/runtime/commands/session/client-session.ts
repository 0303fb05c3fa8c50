import type { ClientEvent } from '../../../../shared/protocol/events.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { ConversationRegistry } from '../../registry/conversation-registry.ts'
import type { Audience, RestOfList } from '../../registry/list-rows.ts'
import type { Drafted } from '../../conversation/feed/conversation-feed.ts'
import type { ConversationRuntime } from '../../conversation/conversation-runtime.ts'
import { attempt, guard } from '../../guard.ts'

/** One client: its subscriptions, at most one per conversation, and how to push events to it. */
export class ClientSession {
  readonly #epochs = new Map<ConversationId, number>()
  readonly #registry: ConversationRegistry
  /** Never throws: a problem with one client affects neither conversations nor other clients. */
  readonly push: (event: ClientEvent) => void
  wantsList = false
  /** The rows of a partly opened list that it has not requested yet. It still receives their changes. */
  restOfList: RestOfList | null = null
  readonly #closeListeners = new Set<() => void>()
  #isClosed = false

  constructor(registry: ConversationRegistry, push: (event: ClientEvent) => void) {
    this.#registry = registry
    this.push = guard('a client', push)
  }

  /** Subscribes again and returns the epoch; an older subscription of this client ends. */
  follow(id: ConversationId, runtime: ConversationRuntime): number {
    this.#stopFollowing(id, runtime)
    const epoch = runtime.feed.subscribe(this.push)
    this.#epochs.set(id, epoch)
    return epoch
  }

  /** True if it receives each step of this conversation. */
  follows(id: ConversationId): boolean {
    const epoch = this.#epochs.get(id)
    return epoch !== undefined && this.#registry.live(id)?.feed.has(epoch) === true
  }

  /** Records whether this client shows the conversation. Ignored for a conversation that it does not follow. */
  look(id: ConversationId, isLooking: boolean): void {
    const epoch = this.#epochs.get(id)
    if (epoch === undefined) return
    this.#registry.live(id)?.feed.look(epoch, isLooking)
    if (isLooking) this.#registry.markRead(id)
  }

  /** Tells the other clients that follow a conversation about a draft of this one. */
  tellDraft(id: ConversationId, news: Drafted): void {
    this.#registry.live(id)?.feed.publishDraft(news, this.#epochs.get(id) ?? null)
  }

  /** It receives the row, which a client that follows derives from steps: it drops those that are still on their way. */
  leave(id: ConversationId): void {
    const runtime = this.#epochs.has(id) ? this.#registry.live(id) : null
    if (runtime === null) return
    this.#stopFollowing(id, runtime)
    const summary = this.wantsList ? this.#registry.rows.listed(runtime) : null
    if (summary !== null) this.push({ type: 'list.changed', summary })
    this.#registry.release(id)
  }

  /** Adds a listener; the returned function removes it. If the client has left already, it is called soon. */
  onClose(listener: () => void): () => void {
    if (this.#isClosed) queueMicrotask(guard('a client that has left', listener))
    this.#closeListeners.add(listener)
    return () => this.#closeListeners.delete(listener)
  }

  close(): void {
    this.#isClosed = true
    this.wantsList = false
    this.restOfList = null
    for (const id of this.#epochs.keys()) attempt('leaving', () => this.leave(id))
    for (const listener of this.#closeListeners) attempt('a client disconnecting', listener)
  }

  #stopFollowing(id: ConversationId, runtime: ConversationRuntime): void {
    const epoch = this.#epochs.get(id)
    if (epoch === undefined) return
    runtime.feed.unsubscribe(epoch)
    this.#epochs.delete(id)
  }
}

/** Notifies the clients that show the list: all of them, or those that do not follow the row's conversation. */
export function broadcast(
  clients: Iterable<ClientSession>,
  event: ClientEvent,
  to: Audience = 'all',
): void {
  const followed = to === 'others' && event.type === 'list.changed' ? event.summary.id : null
  for (const client of clients) {
    if (client.wantsList && (followed === null || !client.follows(followed))) client.push(event)
  }
}
