import { createStore, type StoreApi } from 'zustand/vanilla'
import { type AppError, appError } from '../../shared/app-error.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { type Attachment, MAX_ATTACHMENTS } from '../../shared/attachment.ts'
import { MAX_MESSAGE_LENGTH, type MessageDraft } from '../../shared/message.ts'
import { failed, type Result } from '../../shared/result.ts'
import type { Client } from '../connection/client.ts'
import { joinTexts } from './outgoing.ts'

export type Drafts = ReadonlyMap<ConversationId, string>
type Unsent = Pick<MessageDraft, 'text' | 'attachments'>

const SAVE_AFTER_MS = 200
const TOO_LONG = appError(
  'messageTooLong',
  'The draft is too long to be saved. Shorten it, or send a part of it first.',
)

export interface Drafting {
  readonly store: StoreApi<Drafts>
  textOf(conversationId: ConversationId): string
  /** Where the person writes on: the end of the text where nobody has said. */
  caretOf(conversationId: ConversationId): number
  moveCaret(conversationId: ConversationId, caret: number): void
  /** The person changed the text: kept here at once, saved a little later. */
  change(conversationId: ConversationId, text: string): void
  /** The host's copy: taken only where this window holds none of its own. */
  adopt(conversationId: ConversationId, text: string, caret: number): void
  /** Puts a text as a Markdown quotation ahead of what was typed. */
  quote(conversationId: ConversationId, text: string): void
  /** Puts a text that could not be sent ahead of what was typed since. */
  giveBack(conversationId: ConversationId, text: string): void
  saveSoon(conversationId: ConversationId): void
  /** Saves this one now, and tells whether it is on disk. */
  saveNow(conversationId: ConversationId): Promise<Result<unknown, AppError>>
  /** Saves what waits, now. */
  saveAll(): void
}

export interface BesidesText {
  /** On its way to the host: part of the saved draft until it is stored there. */
  unsent(conversationId: ConversationId): readonly Unsent[]
  /** Ready files of the composer. */
  attachments(conversationId: ConversationId): readonly Attachment[]
}

/** Keeps each conversation's text, and saves it with what else belongs to the draft. */
export function createDrafting(client: Client, besides: BesidesText): Drafting {
  const store = createStore<Drafts>(() => new Map())
  const carets = new Map<ConversationId, number>()
  const timers = new Map<ConversationId, ReturnType<typeof setTimeout>>()

  const textOf = (id: ConversationId): string => store.getState().get(id) ?? ''
  const caretOf = (id: ConversationId): number =>
    Math.min(carets.get(id) ?? Number.POSITIVE_INFINITY, textOf(id).length)

  function set(id: ConversationId, text: string): void {
    store.setState(new Map(store.getState()).set(id, text), true)
  }

  async function save(conversationId: ConversationId): Promise<Result<unknown, AppError>> {
    clearTimeout(timers.get(conversationId))
    timers.delete(conversationId)
    const unsent = besides.unsent(conversationId)
    const texts = [...unsent.map((each) => each.text), textOf(conversationId)]
    const text = texts.reduce(joinTexts, '')
    const files = [
      ...unsent.flatMap((each) => each.attachments),
      ...besides.attachments(conversationId),
    ]
    if (text.length > MAX_MESSAGE_LENGTH) return failed(TOO_LONG)
    const attachments = files.slice(0, MAX_ATTACHMENTS)
    const caret = text.length - textOf(conversationId).length + caretOf(conversationId)
    return client.request('draft.save', { conversationId, text, attachments, caret })
  }

  function saveSoon(id: ConversationId): void {
    clearTimeout(timers.get(id))
    timers.set(
      id,
      setTimeout(() => void save(id), SAVE_AFTER_MS),
    )
  }

  function putAhead(id: ConversationId, whole: string): void {
    set(id, whole)
    carets.delete(id)
    saveSoon(id)
  }

  return {
    store,
    textOf,
    caretOf,
    moveCaret: (id, caret) => {
      if (caretOf(id) === caret) return
      carets.set(id, caret)
      saveSoon(id)
    },
    saveSoon,
    saveNow: save,
    change: (id, text) => {
      set(id, text)
      saveSoon(id)
    },
    adopt: (id, text, caret) => {
      if (store.getState().has(id)) return
      set(id, text)
      carets.set(id, caret)
    },
    quote: (id, text) => putAhead(id, `${quotationOf(text)}\n\n${textOf(id)}`),
    giveBack: (id, text) => putAhead(id, joinTexts(text, textOf(id))),
    saveAll: () => {
      for (const id of timers.keys()) void save(id)
    },
  }
}

function quotationOf(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}
