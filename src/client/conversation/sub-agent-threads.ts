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

interface FollowedThread {
  readonly thread: ThreadStore
  followers: number
}

export function createSubAgentThreads(client: Client): SubAgentThreadStore {
  const store = createStore<SubAgentThreads>(() => new Map())
  const followed = new Map<ConversationId, FollowedThread>()

  function publish(): void {
    store.setState(
      new Map([...followed].map(([id, { thread }]) => [id, thread.store.getState()])),
      true,
    )
  }

  function followedThread(conversationId: ConversationId): FollowedThread {
    const known = followed.get(conversationId)
    if (known !== undefined) return known
    const created = { thread: createThreadStore(client, nothing), followers: 0 }
    followed.set(conversationId, created)
    created.thread.store.subscribe(publish)
    created.thread.show(conversationId)
    return created
  }

  function leave(conversationId: ConversationId, entry: FollowedThread): void {
    entry.followers -= 1
    if (entry.followers > 0) return
    followed.delete(conversationId)
    entry.thread.show(null)
    publish()
  }

  return {
    store,
    follow: (conversationId) => {
      const entry = followedThread(conversationId)
      entry.followers += 1
      let isFollowing = true
      return () => {
        if (isFollowing) leave(conversationId, entry)
        isFollowing = false
      }
    },
    reopen: () => {
      for (const { thread } of followed.values()) thread.reopen()
    },
    apply: (events) => {
      for (const { thread } of followed.values()) thread.apply(events)
    },
    showEarlier: (conversationId) =>
      followed.get(conversationId)?.thread.showEarlier() ?? Promise.resolve(null),
  }
}

function nothing(): void {}
