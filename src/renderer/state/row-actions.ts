import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '../../shared/app-error.ts'
import type { ConversationSummary } from '../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { CommandInput } from '../../shared/protocol/commands.ts'
import { DELETION_UNDO_MS } from '../../shared/protocol/list-commands.ts'
import type { Result } from '../../shared/result.ts'
import type { Client } from '../../client/client.ts'
import { UnderWay } from './under-way.ts'

/** A sentence that is shown for a moment, and the way to undo its action; null: none. */
export interface Toast {
  readonly text: string
  readonly undo: (() => void) | null
}

export interface RowActions {
  /** The newest toast. One that offers undo waits behind newer ones, and is shown again when they are undone. */
  readonly toast: StoreApi<{ readonly shown: Toast | null }>
  archive(row: ConversationSummary): Promise<void>
  unarchive(row: ConversationSummary): Promise<void>
  pin(id: ConversationId, isPinned: boolean): Promise<void>
  /** Moves a row to another place in its folder. */
  order(ranks: CommandInput<'conversation.order'>['ranks']): Promise<void>
  remove(row: ConversationSummary): Promise<void>
  /** Returns whether it was saved. */
  rename(id: ConversationId, title: string): Promise<boolean>
  /** Asks a model for another title. The toast restores the old one. */
  retitle(row: ConversationSummary): Promise<void>
  /** Shows a sentence that needs no answer. */
  say(text: string): void
  /** Undoes the newest action that still can be. False: there is none. */
  undo(): boolean
}

type Answer = Result<unknown, AppError>

/** A person's actions on rows of the list. Removals can be undone for as long as a toast says so. */
export function createRowActions(client: Pick<Client, 'request'>): RowActions {
  const toast = createStore<{ readonly shown: Toast | null }>(() => ({ shown: null }))
  /** Oldest first: those that offer undo, and at most one other at the end. */
  let toasts: readonly Toast[] = []
  /** An act that was undone may be asked for again before it is answered. */
  const underWay = new UnderWay()

  function keep(next: readonly Toast[]): void {
    toasts = next
    const shown = toasts.at(-1) ?? null
    if (shown !== toast.getState().shown) toast.setState({ shown })
  }

  function show(shown: Toast): void {
    keep([...toasts.filter(({ undo }) => undo !== null), shown])
    // Counted from the click: the host's limit is slightly longer.
    setTimeout(() => drop(shown), DELETION_UNDO_MS)
  }

  function drop(gone: Toast): void {
    keep(toasts.filter((each) => each !== gone))
  }

  /** The line of the window reports a lost connection. */
  function tell(answer: Answer): void {
    if (answer.ok || answer.error.code === 'disconnected') return
    show({ text: answer.error.message, undo: null })
  }

  function tellUndone(answer: Answer): void {
    if (!answer.ok) show({ text: `Not undone. ${answer.error.message}`, undo: null })
  }

  function setArchived(conversationId: ConversationId, isArchived: boolean): Promise<Answer> {
    return client.request('conversation.archive', { conversationId, isArchived })
  }

  /** Shown at once; a failure replaces it. */
  function doUndoably(text: string, name: string, act: () => Promise<Answer>, undo: () => void) {
    return underWay.once(name, async () => {
      const promised = {
        text,
        undo: () => {
          underWay.forget(name)
          undo()
        },
      }
      show(promised)
      const answer = await act()
      if (!answer.ok) drop(promised)
      tell(answer)
    })
  }

  function rename(conversationId: ConversationId, title: string): Promise<Answer> {
    return client.request('conversation.rename', { conversationId, title })
  }

  async function retitle(conversationId: ConversationId, before: string): Promise<void> {
    const working = { text: 'Generating a new title…', undo: null }
    show(working)
    const answer = await client.request('conversation.retitle', { conversationId })
    drop(working)
    tell(answer)
    if (!answer.ok) return
    const { title, problem } = answer.value
    if (problem !== null) show({ text: problem, undo: null })
    if (title === null) return
    const text = `The new title is “${nameOf(title)}”.`
    show({ text, undo: () => void rename(conversationId, before).then(tellUndone) })
  }

  return {
    toast,
    say: (text) => show({ text, undo: null }),
    archive: ({ id, title }) =>
      doUndoably(
        `Archived “${nameOf(title)}”.`,
        `archive ${id}`,
        () => setArchived(id, true),
        () => void setArchived(id, false).then(tellUndone),
      ),
    unarchive: async ({ id }) => tell(await setArchived(id, false)),
    pin: async (conversationId, isPinned) =>
      tell(await client.request('conversation.pin', { conversationId, isPinned })),
    order: async (ranks) => tell(await client.request('conversation.order', { ranks })),
    remove: ({ id: conversationId, title }) =>
      doUndoably(
        `Deleted “${nameOf(title)}”.`,
        `remove ${conversationId}`,
        () => client.request('conversation.delete', { conversationId }),
        () => void client.request('conversation.restore', { conversationId }).then(tellUndone),
      ),
    rename: async (id, title) => {
      const answer = await rename(id, title)
      tell(answer)
      return answer.ok
    },
    retitle: ({ id, title }) => underWay.once(`retitle ${id}`, () => retitle(id, title)),
    undo: () => {
      const last = toasts.findLast(({ undo }) => undo !== null)
      if (last?.undo == null) return false
      keep(toasts.slice(0, toasts.indexOf(last)))
      last.undo()
      return true
    },
  }
}

const LONGEST = 40

/** Short enough for one line. */
function nameOf(title: string): string {
  const name = title === '' ? 'Untitled' : title
  const letters = Array.from(name)
  if (letters.length <= LONGEST) return name
  const kept = letters.slice(0, LONGEST - 1).join('')
  return `${kept.trimEnd()}…`
}
