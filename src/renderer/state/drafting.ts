import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ConversationId } from '../../shared/ids.ts'
import { MAX_MESSAGE_LENGTH } from '../../shared/message.ts'
import type { Client } from '../connection/client.ts'
import { joinTexts } from './outgoing.ts'

export type Drafts = ReadonlyMap<ConversationId, string>

const SAVE_AFTER_MS = 200

export interface Drafting {
  readonly store: StoreApi<Drafts>
  textOf(conversationId: ConversationId): string
  /** The person changed the text: kept here at once, saved a little later. */
  change(conversationId: ConversationId, text: string): void
  /** The host's copy: taken only where this window holds none of its own. */
  adopt(conversationId: ConversationId, text: string): void
  /** Puts a text that could not be sent ahead of what was typed since. */
  giveBack(conversationId: ConversationId, text: string): void
  saveSoon(conversationId: ConversationId): void
  /** Saves what waits, now. */
  saveAll(): void
}

/** `unsent`: texts on their way to the host, which stay part of the saved draft until they are stored there. */
export function createDrafting(
  client: Client,
  unsent: (conversationId: ConversationId) => readonly string[],
): Drafting {
  const store = createStore<Drafts>(() => new Map())
  const timers = new Map<ConversationId, ReturnType<typeof setTimeout>>()

  const textOf = (id: ConversationId): string => store.getState().get(id) ?? ''

  function set(id: ConversationId, text: string): void {
    store.setState(new Map(store.getState()).set(id, text), true)
  }

  function save(conversationId: ConversationId): void {
    clearTimeout(timers.get(conversationId))
    timers.delete(conversationId)
    const text = [...unsent(conversationId), textOf(conversationId)].reduce(joinTexts, '')
    if (text.length > MAX_MESSAGE_LENGTH) return
    void client.request('draft.save', { conversationId, text })
  }

  function saveSoon(id: ConversationId): void {
    clearTimeout(timers.get(id))
    timers.set(
      id,
      setTimeout(() => save(id), SAVE_AFTER_MS),
    )
  }

  return {
    store,
    textOf,
    saveSoon,
    change: (id, text) => {
      set(id, text)
      saveSoon(id)
    },
    adopt: (id, text) => {
      if (!store.getState().has(id)) set(id, text)
    },
    giveBack: (id, text) => {
      set(id, joinTexts(text, textOf(id)))
      saveSoon(id)
    },
    saveAll: () => {
      for (const id of timers.keys()) save(id)
    },
  }
}
