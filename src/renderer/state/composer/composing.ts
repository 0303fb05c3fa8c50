import { createStore, type StoreApi } from 'zustand/vanilla'
import { type AppError, appError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { type ConversationId, MessageId } from '../../../shared/ids.ts'
import { shellTextIn } from '../../../shared/conversation/shell-command.ts'
import { markOf } from '../../../shared/messages/draft-mark.ts'
import { MAX_MESSAGE_LENGTH } from '../../../shared/messages/message.ts'
import { failed, type Result } from '../../../shared/result.ts'
import type { EnterWhileBusy } from '../../../shared/settings/settings.ts'
import { DRAFT_TOO_LONG } from '../../../client/check-request.ts'
import type { Client } from '../../../client/client.ts'
import { type Composer, draftOf, EMPTY_COMPOSER, isAwaited } from './composer.ts'
import { createDraftSaving } from './draft-saving.ts'
import type { ComposerEffect, ComposerEvent } from './composer-event.ts'
import { ASK, type Outgoing, type Route } from './outgoing.ts'
import { fileOfPaste } from './pasted-text.ts'
import { knownDrafts, newOnTheirWay } from './step-draft.ts'
import { stepComposer } from './step-composer.ts'
import { createUploads, type LocalFile } from '../../../client/files/upload.ts'

export type Composers = ReadonlyMap<ConversationId, Composer>

/** Holds the composers of all conversations, and runs the effects of their steps. */
export interface Composing {
  readonly store: StoreApi<Composers>
  of(conversationId: ConversationId): Composer
  dispatch(conversationId: ConversationId, event: ComposerEvent): void
  /** Prepared one after another. */
  addFiles(conversationId: ConversationId, files: readonly LocalFile[]): void
  /** Adds a long pasted text as a file. `at`: where it was pasted. */
  addPasted(conversationId: ConversationId, text: string, at: number): void
  /** Handles the mention of a file of the folder: a small text file is attached; others are only named. */
  mention(conversationId: ConversationId, path: string): Promise<void>
  send(conversationId: ConversationId, route?: Route): void
  /** Shows the error of another action in this conversation; null: it succeeded. */
  notify(conversationId: ConversationId, error: AppError | null): void
  /**
   * Rewinds a message of the person (null: the newest) and everything after it. Its text is then in the composer,
   * before the current content. Returns the reason for a failure, or null.
   */
  rewind(conversationId: ConversationId, messageId: MessageId | null): Promise<AppError | null>
  /** Repeats deliveries, saves, uploads and readings of named files that a lost connection interrupted. */
  reconnected(): void
  /** Saves all unsaved drafts now. */
  saveAll(): void
}

const EDITING = appError(
  'busy',
  'A waiting message is being edited in the message field. Save or cancel that first, then edit this one.',
)

export function createComposing(client: Client): Composing {
  const store = createStore<Composers>(() => new Map())
  const of = (id: ConversationId): Composer => store.getState().get(id) ?? EMPTY_COMPOSER
  const uploads = createUploads(client, {
    isWanted: (id, key) => isAwaited(of(id), key),
    onPrepared: (id, key, prepared) => dispatch(id, { type: 'filePrepared', key, prepared }),
  })
  /** Named files that a lost connection left unread. */
  const interrupted: {
    readonly id: ConversationId
    readonly key: string
    readonly path: string
  }[] = []

  function dispatch(id: ConversationId, event: ComposerEvent): void {
    const before = of(id)
    const { composer, effects } = stepComposer(before, event)
    if (composer !== before) store.setState(new Map(store.getState()).set(id, composer), true)
    for (const effect of effects) run(id, effect)
  }

  function run(id: ConversationId, effect: ComposerEffect): void {
    switch (effect.type) {
      case 'saveDraftSoon':
        return drafts.soon(id)
      case 'saveDraftForEdit':
        return void saveForEdit(id, effect.key)
      case 'takeOutOfLine':
        return void takeOutOfLine(id, effect)
      case 'deliver':
        return void deliver(id, effect.message)
      case 'loadPrompts':
        return void loadPrompts(id, effect)
      case 'rememberWay':
        return void rememberWay(id, effect.way)
      default:
        return assertNever(effect)
    }
  }

  const drafts = createDraftSaving(saveDraft, (id, error) =>
    dispatch(id, { type: 'noticed', error }),
  )

  async function saveDraft(conversationId: ConversationId): Promise<Result<unknown, AppError>> {
    const draft = draftOf(of(conversationId))
    if (draft.text.length > MAX_MESSAGE_LENGTH) return failed(DRAFT_TOO_LONG)
    const mark = markOf(draft)
    const common = draftOf({ ...of(conversationId), outgoing: [] })
    dispatch(conversationId, { type: 'draftSaving', mark })
    const known = knownDrafts(of(conversationId))
    const sending = newOnTheirWay(of(conversationId))
    const asked = { conversationId, ...draft, known, ...(sending.length > 0 && { sending }) }
    const answer = await client.request('draft.save', asked)
    const other = answer.ok ? answer.value.other : undefined
    if (other !== undefined) {
      dispatch(conversationId, { type: 'draftRefused', other })
      return saveDraft(conversationId)
    }
    // Otherwise it is saved again without the message, once that is answered.
    if (answer.ok && answer.value.isSent !== true)
      dispatch(conversationId, { type: 'draftSaved', mark, common })
    return answer
  }

  async function saveForEdit(id: ConversationId, key: string): Promise<void> {
    const saved = await drafts.now(id)
    dispatch(id, { type: 'editSaved', key, error: saved.ok ? null : saved.error })
  }

  async function takeOutOfLine(
    conversationId: ConversationId,
    { key, messageId }: Extract<ComposerEffect, { readonly type: 'takeOutOfLine' }>,
  ): Promise<void> {
    const removed = await client.request('outbox.remove', { conversationId, messageId })
    const error = removed.ok ? null : removed.error
    dispatch(conversationId, { type: 'editTaken', key, error })
  }

  async function loadPrompts(
    conversationId: ConversationId,
    { key, before }: Extract<ComposerEffect, { readonly type: 'loadPrompts' }>,
  ): Promise<void> {
    const answer = await client.request('prompt.earlier', { conversationId, before })
    const page = answer.ok ? answer.value : null
    dispatch(conversationId, { type: 'promptsLoaded', key, page })
  }

  async function rememberWay(id: ConversationId, enterWhileBusy: EnterWhileBusy): Promise<void> {
    const answer = await client.request('settings.save', { behaviour: { enterWhileBusy } })
    if (!answer.ok) dispatch(id, { type: 'noticed', error: answer.error })
  }

  async function deliver(id: ConversationId, message: Outgoing): Promise<void> {
    const answer = await carry(client, id, message)
    const error = answer.ok ? null : answer.error
    dispatch(id, { type: 'answered', messageId: message.messageId, error })
  }

  async function attachNamed(id: ConversationId, key: string, path: string): Promise<void> {
    const answer = await client.request('files.attach', { conversationId: id, path })
    if (!answer.ok && answer.error.code === 'disconnected')
      return void interrupted.push({ id, key, path })
    const attachment = answer.ok ? answer.value.attachment : null
    dispatch(
      id,
      attachment === null
        ? { type: 'fileLeftOut', key }
        : { type: 'filePrepared', key, prepared: { type: 'ready', attachment, notice: null } },
    )
  }

  /** Returns their keys. */
  function addFiles(id: ConversationId, files: readonly LocalFile[]): readonly string[] {
    const keyed = files.map((file) => ({ key: crypto.randomUUID(), file }))
    const added = keyed.map(({ key, file: { name, isFolder } }) => {
      return { key, name: name || 'file', isFolder: isFolder === true }
    })
    dispatch(id, { type: 'filesAdded', files: added })
    for (const { key, file } of keyed) uploads.add(id, key, file)
    return keyed.map(({ key }) => key)
  }

  return {
    store,
    of,
    dispatch,
    addFiles: (id, files) => void addFiles(id, files),
    addPasted: (id, text, at) => {
      const [key] = addFiles(id, [fileOfPaste(text, of(id).files)])
      if (key !== undefined) dispatch(id, { type: 'pastedAsFile', key, text, at })
    },
    mention: async (id, path) => {
      if (of(id).files.some(({ name }) => name === path)) return
      const key = crypto.randomUUID()
      dispatch(id, { type: 'filesAdded', files: [{ key, name: path, isFolder: false }] })
      await attachNamed(id, key, path)
    },
    send: (id, route = ASK) => {
      // The text is a command, not a message.
      if (of(id).editing === null && shellTextIn(of(id).text) !== null) return
      const messageId = MessageId.parse(crypto.randomUUID())
      dispatch(id, { type: 'sendPressed', messageId, route })
    },
    notify: (id, error) => dispatch(id, { type: 'noticed', error }),
    rewind: async (conversationId, messageId) => {
      if (of(conversationId).editing !== null) return EDITING
      const answer = await client.request('conversation.rewind', { conversationId, messageId })
      if (!answer.ok) return answer.error
      dispatch(conversationId, { type: 'rewound', ...answer.value })
      return null
    },
    reconnected: () => {
      for (const id of store.getState().keys()) dispatch(id, { type: 'reconnected' })
      drafts.all()
      uploads.resume()
      for (const { id, key, path } of interrupted.splice(0))
        if (isAwaited(of(id), key)) void attachNamed(id, key, path)
    },
    saveAll: () => drafts.all(),
  }
}

/** Delivers a message; one that was waiting before returns to its old place. */
async function carry(
  client: Client,
  conversationId: ConversationId,
  { messageId, text, attachments, route, edited }: Outgoing,
): Promise<Result<unknown, AppError>> {
  const content = { text, attachments }
  switch (route.type) {
    case 'now': {
      const { mode } = route
      return client.request('message.send', { conversationId, messageId, ...content, mode })
    }
    case 'wait': {
      const message = { id: messageId, ...content, when: route.when }
      const place = edited === null ? {} : { behind: edited.behind }
      return client.request('outbox.put', { conversationId, message, ...place })
    }
    default:
      return assertNever(route)
  }
}
