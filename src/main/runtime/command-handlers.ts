import { appError, type AppError } from '../../shared/app-error.ts'
import type { CommandInput, CommandName, CommandOutput } from '../../shared/commands.ts'
import { areSameAttachments } from '../../shared/attachment.ts'
import { MESSAGE_PAGE } from '../../shared/conversation.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { SettingsChange, SettingsView } from '../../shared/settings.ts'
import { VERSION } from '../../shared/version.ts'
import type { Input } from '../core/event.ts'
import { titleByPerson } from '../core/title.ts'
import { resultOf, storageError } from './answers.ts'
import type { ClientSession } from './client-session.ts'
import type { ConversationRegistry } from './conversation-registry.ts'
import type { ConversationRuntime } from './conversation-runtime.ts'
import type { FileDesk } from './file-desk.ts'
import type { HistoryLog } from './history-log.ts'
import type { Clock, ProcessPort, Store, Timers } from './ports.ts'
import { verifyHistory } from './verify-history.ts'

/** What the handlers need of the system, beside conversations. */
export interface DeskPorts {
  readonly registry: ConversationRegistry
  readonly store: Store
  readonly clock: Clock
  readonly processes: ProcessPort
  readonly files: FileDesk
  readonly history: HistoryLog
  readonly timers: Timers
  readonly homeFolder: string
  readonly folders: {
    complete(text: string): Promise<readonly string[]>
    /** The folder's real path. */
    check(text: string): Promise<Result<string, AppError>>
    /** The system's dialog; null where the host has none, or, in its answer, where nothing was chosen. */
    readonly choose: (() => Promise<string | null>) | null
  }
  readonly settings: {
    view(): SettingsView
    save(change: SettingsChange): Result<SettingsView, AppError>
    test(change: SettingsChange): Promise<{ works: boolean; message: string }>
  }
}

const NOT_FOUND = appError('notFound', 'This conversation does not exist any more.')
const NO_FOLDER_DIALOG = appError(
  'invalidInput',
  'Phoenix has no folder dialog in a browser. Type the path of the folder.',
)

type Outcome<Name extends CommandName> = Result<CommandOutput<Name>, AppError>
export type Handlers = {
  readonly [Name in CommandName]: (
    input: CommandInput<Name>,
    client: ClientSession,
  ) => Outcome<Name> | Promise<Outcome<Name>>
}

/** One handler for each command of the table. */
export function createHandlers(ports: DeskPorts): Handlers {
  const { registry, store, files, clock, timers } = ports
  const pacing = { clock, pause: () => new Promise<void>((resolve) => timers.soon(resolve)) }

  function find(id: ConversationId): Result<ConversationRuntime, AppError> {
    const runtime = registry.get(id)
    return runtime === null ? failed(NOT_FOUND) : ok(runtime)
  }

  async function say(
    id: ConversationId,
    input: Input,
  ): Promise<Result<Record<string, never>, AppError>> {
    const found = find(id)
    if (!found.ok) return found
    return new Promise((resolve) => found.value.tell(input, (answer) => resolve(resultOf(answer))))
  }

  return {
    'app.open': (_input, client) => {
      client.wantsList = true
      return ok({
        conversations: registry.list(),
        settings: ports.settings.view(),
        now: ports.clock.now(),
        homeFolder: ports.homeFolder,
        version: VERSION,
        hasFolderDialog: ports.folders.choose !== null,
      })
    },

    'conversation.create': async ({ conversationId, folder }) => {
      const existing = registry.get(conversationId)
      if (existing !== null) return ok(existing.summary())
      const checked = await ports.folders.check(folder)
      if (!checked.ok) return checked
      const at = ports.clock.now()
      const created = store.createConversation({ id: conversationId, folder: checked.value, at })
      if (created.ok) registry.announce(created.value)
      return created.ok ? created : failed(storageError(created.error))
    },

    'conversation.open': ({ conversationId }, client) => {
      const found = find(conversationId)
      return found.ok ? ok(snapshot(ports, found.value, conversationId, client)) : found
    },

    'conversation.look': ({ conversationId, isLooking }, client) => {
      client.look(conversationId, isLooking)
      return ok({})
    },

    'conversation.rename': ({ conversationId, title }) => {
      const name = titleByPerson(title)
      if (name === null) return failed(appError('invalidInput', 'A name needs some text.'))
      const renamed = registry.rename(conversationId, name, 'person')
      if (renamed === null) return failed(NOT_FOUND)
      registry.release(conversationId)
      return renamed.ok ? ok({}) : failed(storageError(renamed.error))
    },

    'conversation.leave': ({ conversationId }, client) => {
      client.leave(conversationId)
      return ok({})
    },

    'conversation.earlier': ({ conversationId, beforeSeq }) => {
      const page = store.messages(conversationId, { beforeSeq, limit: MESSAGE_PAGE })
      return ok({ messages: page, hasEarlier: (page[0]?.seq ?? 1) > 1 })
    },

    'message.send': ({ conversationId, messageId, text, attachments }) => {
      if (text.trim() === '' && attachments.length === 0) {
        return failed(appError('emptyMessage', 'A message needs some text or an image.'))
      }
      const stored = store.message(messageId)
      if (stored === null) {
        return files.areKept(attachments)
          ? say(conversationId, { type: 'userMessage', messageId, text, attachments })
          : failed(IMAGE_GONE)
      }
      const { content } = stored.message
      const isSame =
        stored.conversationId === conversationId &&
        content.type === 'user' &&
        content.text === text &&
        areSameAttachments(content.attachments, attachments)
      return isSame
        ? ok({})
        : failed(
            appError('messageIdReused', 'Another message was stored under this id. Send again.'),
          )
    },

    'turn.continue': ({ conversationId }) => say(conversationId, { type: 'continueRequested' }),
    'turn.retry': ({ conversationId }) => say(conversationId, { type: 'retryRequested' }),

    'draft.save': ({ conversationId, ...draft }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const saved = store.saveDraft(conversationId, draft)
      return saved.ok ? ok({}) : failed(storageError(saved.error))
    },

    'attachment.begin': (file, client) => files.begin(client, file),
    'attachment.append': ({ fileId, data }, client) =>
      files.append(client, fileId, Buffer.from(data, 'base64')),
    'attachment.finish': ({ fileId }, client) => files.finish(client, fileId),
    'blob.read': ({ hash, offset }) => files.read(hash, offset),

    'folder.complete': async ({ text }) => ok({ folders: await ports.folders.complete(text) }),

    'folder.choose': async () => {
      const { choose } = ports.folders
      if (choose === null) return failed(NO_FOLDER_DIALOG)
      return ok({ folder: await choose() })
    },

    'settings.save': (change) => {
      const saved = ports.settings.save(change)
      if (saved.ok) registry.settingsChanged(saved.value)
      return saved
    },
    'settings.test': async (change) => ok(await ports.settings.test(change)),

    'history.verify': async ({ after }) => ok(await verifyHistory(ports.history, after, pacing)),

    'process.end': async ({ workId }) => {
      await ports.processes.end(workId)
      return ok({})
    },
  }
}

const IMAGE_GONE = appError(
  'fileRefused',
  'An attached image is not in the data folder any more. Remove it, then send again; your text is kept.',
)

/** Subscription and snapshot in one tick: no gap, nothing twice. */
function snapshot(
  ports: DeskPorts,
  runtime: ConversationRuntime,
  id: ConversationId,
  client: ClientSession,
): CommandOutput<'conversation.open'> {
  const epoch = client.follow(id, runtime)
  const messages = ports.store.messages(id, { beforeSeq: null, limit: MESSAGE_PAGE })
  return {
    summary: runtime.summary(),
    epoch,
    seq: runtime.seq,
    now: ports.clock.now(),
    model: runtime.model,
    state: runtime.current,
    messages,
    hasEarlier: (messages[0]?.seq ?? 1) > 1,
    reply: runtime.feed.liveReply(),
    output: runtime.feed.liveOutput(),
    survivors: ports.processes.survivorsOf(id),
    draft: ports.store.draft(id),
  }
}
