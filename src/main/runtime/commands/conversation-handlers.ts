import { appError } from '../../../shared/app-error.ts'
import type { CommandOutput } from '../../../shared/protocol/commands.ts'
import { MESSAGE_PAGE } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { modelName } from '../../../shared/models/model-name.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { instructionsIn, type PermissionMode } from '../../../shared/conversation/turn.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import { titleByPerson } from '../../core/turn/title.ts'
import { openReplyIn, viewOf } from '../../core/view/view-of.ts'
import { storageError } from '../conversation/answers.ts'
import type { ClientSession } from './session/client-session.ts'
import type { HandlerPorts, HandlersOf, ConversationAccess } from './handler-ports.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { DELETED } from '../registry/deletions.ts'
import { countNext, measureNext } from '../registry/next-request.ts'
import { draftIn } from './message-handlers.ts'
import { newestMessages } from './session/newest-messages.ts'
import { shellsAmong } from './shell-handlers.ts'

type OfConversations = HandlersOf<
  | 'conversation.create'
  | 'conversation.open'
  | 'conversation.look'
  | 'conversation.rename'
  | 'conversation.configure'
  | 'conversation.chooseFolder'
  | 'conversation.recover'
  | 'conversation.leave'
  | 'conversation.earlier'
  | 'conversation.measure'
  | 'conversation.count'
>

/** Commands on conversations themselves: create, open, name, configure. */
export function conversationHandlers(
  ports: HandlerPorts,
  { find, findFor, dispatch }: ConversationAccess,
): OfConversations {
  const { registry, store } = ports
  return {
    'conversation.create': async ({
      conversationId,
      folder,
      permissionMode: chosen,
      isThisOnly = false,
      reusesEmpty = false,
    }) => {
      const existing = registry.get(conversationId)
      if (existing !== null) return ok(registry.rows.rowOf(existing.summary()))
      const checked = await ports.folders.check(folder)
      if (!checked.ok) return checked
      // Another client may have created it meanwhile. From here to the commit nothing is awaited.
      const reused =
        registry.get(conversationId) ?? (reusesEmpty ? emptyIn(ports, checked.value) : null)
      if (reused !== null) {
        const isNew = reused.record.stored.id === conversationId
        const saved = isNew || chosen === undefined ? ok(null) : permit(ports, reused, chosen)
        if (!saved.ok) return failed(storageError(saved.error))
        if (chosen !== undefined && !isThisOnly) remember(ports, chosen)
        return ok(registry.rows.rowOf(reused.summary()))
      }
      if (registry.deletions.isDeleted(conversationId)) return failed(DELETED)
      const { permissionMode: usual, webSearch } = ports.settings.view().behaviour
      const permissionMode = chosen ?? usual
      const at = ports.clock.now()
      const row = { id: conversationId, folder: checked.value, permissionMode, webSearch, at }
      const created = store.createConversation(row)
      if (!created.ok) return failed(storageError(created.error))
      const summary = registry.rows.announce(created.value)
      if (chosen !== undefined && !isThisOnly) remember(ports, chosen)
      return ok(summary)
    },

    'conversation.open': ({ conversationId }, client) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const runtime = found.value
      const isOver = (): boolean => registry.live(conversationId) !== runtime
      void runtime.record.memory.seekLandmarks(ports.timers, isOver)
      return ok(snapshot(ports, runtime, conversationId, client))
    },

    'conversation.chooseFolder': async ({ conversationId, folder: text }) => {
      const checked = await ports.folders.check(text)
      if (!checked.ok) return checked
      const found = findFor('chooseFolder', conversationId)
      if (!found.ok) return found
      const folder = checked.value
      const dispatched = await dispatch(conversationId, {
        type: 'settingsChanged',
        change: { folder },
      })
      if (dispatched.ok) registry.folderChosen(found.value)
      return dispatched
    },

    'conversation.look': ({ conversationId, isLooking }, client) => {
      client.look(conversationId, isLooking)
      const runtime = registry.live(conversationId)
      if (isLooking && runtime !== null) registry.folders.look(runtime.record.stored.folder)
      return ok({})
    },

    'conversation.rename': ({ conversationId, title }) => {
      const name = titleByPerson(title)
      if (name === null) return failed(appError('invalidInput', 'The name is empty.'))
      const found = find(conversationId)
      if (!found.ok) return found
      const renamed = registry.rename(conversationId, name, 'person')
      return renamed === null || renamed.ok ? ok({}) : failed(storageError(renamed.error))
    },

    'conversation.configure': ({ conversationId, isThisOnly = false, ...change }) => {
      const found = findFor('configure', conversationId)
      if (!found.ok) return found
      const { own } = found.value.record
      const saved = registry.settings.configure(found.value, {
        permissionMode: change.permissionMode ?? own.permissionMode,
        network: change.network ?? own.network,
        webSearch: change.webSearch ?? own.webSearch,
        systemPrompt: change.systemPrompt === undefined ? own.systemPrompt : change.systemPrompt,
        chosenModel: change.model === undefined ? own.chosenModel : change.model,
        chosenFallback:
          change.fallbackModel === undefined ? own.chosenFallback : change.fallbackModel,
        chosenEffort: change.effort === undefined ? own.chosenEffort : change.effort,
        chosenKeepTrying:
          change.keepTrying === undefined ? own.chosenKeepTrying : change.keepTrying,
        chosenBudget: change.budget === undefined ? own.chosenBudget : change.budget,
      })
      if (!saved.ok) return failed(storageError(saved.error))
      if (change.permissionMode !== undefined && !isThisOnly) remember(ports, change.permissionMode)
      return ok({})
    },

    'conversation.recover': ({ conversationId }) => {
      if (registry.isSetAside(conversationId)) registry.recoverAgain(conversationId)
      return ok({})
    },

    'conversation.leave': ({ conversationId }, client) => {
      client.leave(conversationId)
      return ok({})
    },

    'conversation.earlier': ({ conversationId, beforeSeq }) => {
      const page = store.messages(conversationId, { beforeSeq, limit: MESSAGE_PAGE })
      const shells = shellsAmong(ports, conversationId, { messages: page, before: beforeSeq })
      return ok({ messages: page, shells, hasEarlier: (page[0]?.seq ?? 1) > 1 })
    },

    'conversation.measure': async ({ conversationId }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const { spend, use } = await registry.budget.measure(found.value)
      const canCount = registry.counterFor(found.value) !== null
      const budget = registry.budget.budgetOf(found.value)
      const shares = await measureNext(found.value, ports)
      return ok({ shares, spend, canCount, budget, use })
    },

    'conversation.count': async ({ conversationId }, client) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const count = registry.counterFor(found.value)
      if (count === null) return failed(NOBODY_COUNTS)
      const stop = new AbortController()
      const stopListening = client.onClose(() => stop.abort())
      const tokens = await countNext(found.value, ports, count, stop.signal)
      stopListening()
      return tokens.ok
        ? ok({ tokens: tokens.value, problem: null })
        : ok({ tokens: null, problem: tokens.error })
    },
  }
}

const NOBODY_COUNTS = appError('invalidInput', 'The endpoint of this model cannot count tokens.')

/** Returns the newest empty conversation of this folder. */
function emptyIn({ registry, store }: HandlerPorts, folder: string): ConversationRuntime | null {
  for (const id of store.emptyIn(folder)) {
    const runtime = registry.get(id)
    if (runtime !== null) return runtime
  }
  return null
}

function permit(
  { registry }: HandlerPorts,
  runtime: ConversationRuntime,
  permissionMode: PermissionMode,
): Result<null, StoreFault> {
  return registry.settings.configure(runtime, { ...runtime.record.own, permissionMode })
}

/** Saves the choice as the default for new conversations. It applies here even if it cannot be saved. */
function remember({ settings, registry }: HandlerPorts, permissionMode: PermissionMode): void {
  if (settings.view().behaviour.permissionMode === permissionMode) return
  const saved = settings.save({ behaviour: { permissionMode } })
  if (saved.ok) registry.settingsChanged(saved.value)
}

/** Subscribes and takes the snapshot in one tick: no gap, no duplicates. */
function snapshot(
  ports: HandlerPorts,
  runtime: ConversationRuntime,
  id: ConversationId,
  client: ClientSession,
): CommandOutput<'conversation.open'> {
  const epoch = client.follow(id, runtime)
  const { folder } = runtime.record.stored
  ports.registry.folders.look(folder)
  const messages = newestMessages(
    (beforeSeq) => ports.store.messages(id, { beforeSeq, limit: MESSAGE_PAGE }),
    openReplyIn(runtime.current),
  )
  runtime.record.memory.adopt(messages)
  return {
    summary: ports.registry.rows.rowOf(runtime.summary()),
    epoch,
    seq: runtime.record.seq,
    now: ports.clock.now(),
    model: modelName(runtime.provider),
    ...viewOf(runtime.current),
    messages,
    unsaved: runtime.record.unsavedMessages(),
    hasEarlier: (messages[0]?.seq ?? 1) > 1,
    reply: runtime.feed.liveReply(),
    silence: runtime.feed.liveSilence(),
    output: runtime.feed.liveOutput(),
    hooks: runtime.feed.hooks.running,
    orphans: ports.processes.orphansOf(id),
    jobs: ports.processes.jobsOf(id),
    jobEnds: ports.processes.jobEndsOf(id),
    shells: shellsAmong(ports, id, { messages, before: null }),
    draft: draftIn(ports.store, id),
    ...runtime.record.own,
    searchesWeb: runtime.liveContext.primary.searchesWeb === true,
    isFolderGone: ports.registry.folders.isGone(folder),
    instructions: instructionsIn(runtime.liveContext.instructions),
    use: runtime.use,
    waiting: runtime.outbox.waiting,
  }
}
