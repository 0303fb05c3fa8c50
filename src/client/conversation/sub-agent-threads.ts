import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ClientEvent } from '../../shared/protocol/events.ts'
import type { AppError } from '../../shared/app-error.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Client } from '../client.ts'
import { type Thread, type ThreadStore, createThreadStore } from './thread.ts'

/** The followed sub-agents of the conversation on the screen. */
export type SubAgentThreads = ReadonlyMap<ConversationId, Thread>

export interface SubAgentThreadStore {
  readonly store: StoreApi<SubAgentThreads>
  /** Follows a sub-agent until each caller has called its returned function. */
  follow(conversationId: ConversationId): () => void
  /** Opens all followed sub-agents again, from fresh snapshots. */
  reopen(): void
  apply(events: readonly ClientEvent[]): void
  showEarlier(conversationId: ConversationId): Promise<AppError | null>
}

interface Seat {
  readonly thread: ThreadStore
  followers: number
}

export function createSubAgentThreads(client: Client): SubAgentThreadStore {
  const store = createStore<SubAgentThreads>(() => new Map())
  const seats = new Map<ConversationId, Seat>()

  function publish(): void {
    store.setState(
      new Map([...seats].map(([id, { thread }]) => [id, thread.store.getState()])),
      true,
    )
  }

  function seatOf(conversationId: ConversationId): Seat {
    const known = seats.get(conversationId)
    if (known !== undefined) return known
    const seat = { thread: createThreadStore(client, nothing), followers: 0 }
    seats.set(conversationId, seat)
    seat.thread.store.subscribe(publish)
    seat.thread.show(conversationId)
    return seat
  }

  function leave(conversationId: ConversationId, seat: Seat): void {
    seat.followers -= 1
    if (seat.followers > 0) return
    seats.delete(conversationId)
    seat.thread.show(null)
    publish()
  }

  return {
    store,
    follow: (conversationId) => {
      const seat = seatOf(conversationId)
      seat.followers += 1
      let isFollowing = true
      return () => {
        if (isFollowing) leave(conversationId, seat)
        isFollowing = false
      }
    },
    reopen: () => {
      for (const { thread } of seats.values()) thread.reopen()
    },
    apply: (events) => {
      for (const { thread } of seats.values()) thread.apply(events)
    },
    showEarlier: (conversationId) =>
      seats.get(conversationId)?.thread.showEarlier() ?? Promise.resolve(null),
  }
}

function nothing(): void {}
