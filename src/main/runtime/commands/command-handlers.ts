import { afterOthers } from '../after-others.ts'
import type { HandlerPorts, Handlers, ConversationAccess } from './handler-ports.ts'
import { AgentKind } from '../../../shared/conversation/agent-kind.ts'
import { appError } from '../../../shared/app-error.ts'
import { failed, ok } from '../../../shared/result.ts'
import { VERSION } from '../../../shared/version.ts'
import { permits } from '../../core/machine/role-policy.ts'
import { OVERTAKEN, resultOf } from '../conversation/answers.ts'
import { DELETED } from '../registry/deletions.ts'
import type { ConversationRegistry } from '../registry/conversation-registry.ts'
import { conversationHandlers } from './conversation-handlers.ts'
import { dataHandlers } from './data-handlers.ts'
import { desktopHandlers } from './desktop-handlers.ts'
import { diagnosticsPage, type DiagnosticsSources } from './history/diagnostics.ts'
import { editHandlers } from './edit-handlers.ts'
import { fileHandlers } from './file-handlers.ts'
import { historyHandlers } from './history-handlers.ts'
import { importHandlers } from './import-handlers.ts'
import { inspectorHandlers } from './inspector-handlers.ts'
import { listHandlers } from './list-handlers.ts'
import { editorHandlers } from './editor-handlers.ts'
import { mcpHandlers } from './mcp-handlers.ts'
import { messageHandlers } from './message-handlers.ts'
import { openHandlers } from './open-handlers.ts'
import { outputHandlers } from './output-handlers.ts'
import { outboxHandlers } from './outbox-handlers.ts'
import { permissionHandlers } from './permission-handlers.ts'
import { repeatWhileLocked } from './session/repeat-while-locked.ts'
import { ROLE_REFUSALS } from './role-refusals.ts'
import { reviewHandlers } from './review-handlers.ts'
import { searchHandlers } from './search-handlers.ts'
import { shellHandlers } from './shell-handlers.ts'
import { settingsHandlers, tokenHandlers } from './settings-handlers.ts'
import { terminalHandlers } from './terminal-handlers.ts'
import { worktreeHandlers } from './worktree-handlers.ts'
import { verifyHistory } from './history/verify-history.ts'

const NOT_FOUND = appError('notFound', 'This conversation no longer exists.')
const SET_ASIDE = appError(
  'setAside',
  'An error in Phoenix affected this conversation, so it was set aside. Try again to open it.',
)
const CLOSING = appError(
  'closing',
  'Phoenix is closing, so nothing was started. What you wrote is kept.',
)
const NO_FOLDER_DIALOG = appError(
  'invalidInput',
  'Phoenix has no folder dialog in a browser. Type the path of the folder.',
)

function conversationAccess(registry: ConversationRegistry): ConversationAccess {
  const find: ConversationAccess['find'] = (id) => {
    const runtime = registry.get(id)
    if (runtime !== null) return ok(runtime)
    if (registry.deletions.isDeleted(id)) return failed(DELETED)
    if (registry.isClosing) return failed(CLOSING)
    const cause = registry.whyAside(id)
    return failed(cause === null ? NOT_FOUND : cause === 'overtaken' ? OVERTAKEN : SET_ASIDE)
  }
  return {
    find,
    findFor: (act, id) => {
      const found = find(id)
      return !found.ok || permits(found.value.liveContext.role, act)
        ? found
        : failed(ROLE_REFUSALS[act])
    },
    dispatch: async (id, input) => {
      const found = find(id)
      if (!found.ok) return found
      if (registry.isClosing) return failed(CLOSING)
      const runtime = found.value
      return new Promise((resolve) =>
        runtime.dispatch(input, (answer) => {
          if (answer.type === 'refused' && answer.reason === 'folderGone')
            registry.folders.look(runtime.record.stored.folder)
          resolve(resultOf(answer))
        }),
      )
    },
  }
}

function sourcesOf({ diagnostics, history, settings, tools }: HandlerPorts): DiagnosticsSources {
  const callers = ['root', ...AgentKind.options] as const
  const specs = callers.flatMap((caller) =>
    tools.specs({ caller, model: '', hasThought: () => false }),
  )
  const names = new Set(specs.map(({ name }) => name))
  return { ...diagnostics, history, settings: () => settings.view(), tools: names }
}

/** Creates one handler for each command of the table. */
export function createHandlers(ports: HandlerPorts): Handlers {
  const { registry, files, timers } = ports
  const pacing = { clock: { now: () => timers.awake() }, pause: () => afterOthers(timers) }
  const access = conversationAccess(registry)
  const sources = sourcesOf(ports)
  const conversations = conversationHandlers(ports, access)
  const handlers: Handlers = {
    ...conversations,
    ...worktreeHandlers(ports, access, (input, client) =>
      all['conversation.create'](input, client),
    ),
    ...listHandlers(ports, access),
    ...mcpHandlers(ports, access),
    ...editorHandlers(ports, access),
    ...messageHandlers(ports, access),
    ...historyHandlers(ports, access),
    ...importHandlers(ports, access),
    ...inspectorHandlers(ports, access, pacing),
    ...outboxHandlers(ports, access),
    ...settingsHandlers(ports.settings, registry),
    ...permissionHandlers(ports, access),
    ...editHandlers(ports, access),
    ...reviewHandlers(ports, access),
    ...fileHandlers(ports, access),
    ...openHandlers(ports, access),
    ...outputHandlers(ports, access),
    ...shellHandlers(ports, access),
    ...tokenHandlers(ports.tokens),
    ...terminalHandlers(ports, access),
    ...dataHandlers(ports, (id) => registry.deletions.isUnlisted(id)),
    ...desktopHandlers(ports),
    ...searchHandlers({
      search: ports.search,
      isDeleted: (id) => registry.deletions.isUnlisted(id),
    }),

    'app.open': ({ shownFirst = [] }, client) => {
      client.wantsList = true
      const { conversations, rest } = registry.rows.begin(shownFirst)
      client.restOfList = rest
      return ok({
        conversations,
        isWhole: rest === null,
        settings: ports.settings.view(),
        now: ports.clock.now(),
        homeFolder: ports.homeFolder,
        version: VERSION,
        hasFolderDialog: ports.folders.choose !== null,
        hasDesktop: ports.desktop !== null,
        sandboxMissing: ports.sandboxMissing,
        storageTrouble: ports.storage.trouble(),
        folderWarning: ports.storage.folderWarning,
      })
    },

    'app.ping': () => ok({}),

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

    'history.verify': async ({ after, only }) => {
      const found = only === undefined ? null : access.find(only)
      if (found?.ok === false) return found
      const one = found?.value.summary() ?? null
      const page = await verifyHistory(ports.history, after, pacing, one)
      return ok({ ...page, stale: registry.stale })
    },

    'diagnostics.read': (wanted) => ok(diagnosticsPage(sources, wanted)),

    'process.end': async ({ workId }) => {
      await ports.processes.end(workId)
      return ok({})
    },
  }
  const all = repeatWhileLocked(handlers, timers, (id) => registry.get(id)?.loop ?? null)
  return all
}
