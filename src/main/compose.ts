import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Provider } from '../shared/turn.ts'
import type { ClientEvent } from '../shared/events.ts'
import type { ClientFrame, Connection, HostFrame } from '../shared/frames.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { DEMO_MODEL } from '../shared/settings.ts'
import { createAnthropicModel } from './adapters/anthropic/anthropic-model.ts'
import { limitsOf } from './adapters/anthropic/models.ts'
import { testEndpoint } from './adapters/anthropic/test-endpoint.ts'
import { type BlobFiles, openBlobFiles } from './adapters/blobs/blob-files.ts'
import { createDemoModel } from './adapters/demo/demo-model.ts'
import { createImagePort } from './adapters/images/prepare-image.ts'
import { createSupervisor } from './adapters/processes/supervisor.ts'
import { createHistoryLog } from './adapters/sqlite/history-log.ts'
import { findSandbox } from './adapters/sandbox/find-sandbox.ts'
import { openDatabase } from './adapters/sqlite/open-database.ts'
import { createSqliteStore } from './adapters/sqlite/store.ts'
import { checkFolder, completeFolder } from './adapters/system/folders.ts'
import { openLocalLog } from './adapters/system/local-log.ts'
import { openSettings, type Settings } from './adapters/system/settings.ts'
import { systemClock, systemTimers } from './adapters/system/system-clock.ts'
import { systemIds } from './adapters/system/system-ids.ts'
import { createTools } from './adapters/tools/create-tools.ts'
import { type Context, DEFAULT_CAPS, DEFAULT_TIMEOUTS } from './core/context.ts'
import { serve } from './hosts/serve.ts'
import type { ClientSession } from './runtime/client-session.ts'
import { createHandlers, type DeskPorts } from './runtime/command-handlers.ts'
import { ConversationRegistry } from './runtime/conversation-registry.ts'
import { FileDesk } from './runtime/file-desk.ts'
import type { Log, ModelPort, StoredConversation } from './runtime/ports.ts'
import { systemPromptFor } from './core/system-prompt.ts'

export interface PhoenixOptions {
  /** Prepared and locked by the caller. */
  readonly dataFolder: string
  /** Of the person who started the app. Its keys are taken out of it. */
  readonly environment: NodeJS.ProcessEnv
  readonly sweepWorker: URL
  /** The host's folder dialog; null where it has none. */
  readonly chooseFolder: (() => Promise<string | null>) | null
}

/** The whole program behind its connections. */
export interface Phoenix {
  /** Serves one client until its connection closes. */
  attach(connection: Connection<HostFrame, ClientFrame>): void
  /** The conversations that would be stopped by `close`. */
  working(): readonly { readonly title: string }[]
  /** Stops all work and closes the store; done within 2 s and a little (T27). */
  close(): Promise<void>
}

/**
 * The one place that builds adapters and wires them. Left-over processes are ended and unsettled conversations closed
 * before the first client is served. The error is a sentence for people.
 */
export async function compose(options: PhoenixOptions): Promise<Result<Phoenix, string>> {
  const { dataFolder, environment, sweepWorker } = options
  const log = openLocalLog(dataFolder, now)
  const onSecret = (secret: string): void => log.redact(secret)
  const settings = openSettings({ folder: dataFolder, environment, now, onSecret })
  if (!settings.ok) return settings
  for (const notice of settings.value.notices) log.warn('settings', { notice })
  const database = openDatabase(join(dataFolder, 'phoenix.db'))
  if (!database.ok) return failed(database.error)

  const store = createSqliteStore(database.value, log)
  const homeFolder = homedir()
  const { platform } = process
  const found = await findSandbox({ platform, environment, home: homeFolder, dataFolder })
  const sandboxMissing = found.type === 'missing' ? found.reason : null
  if (sandboxMissing !== null) log.warn('no sandbox', { reason: sandboxMissing })
  const supervisor = createSupervisor({
    dataFolder,
    sweepWorker,
    environment,
    clock: systemClock,
    sandbox: found.type === 'found' ? found.sandbox : null,
  })
  const blobs = openBlobFiles(dataFolder)
  const clients = new Set<ClientSession>()
  const registry = new ConversationRegistry({
    store,
    clock: systemClock,
    timers: systemTimers,
    ids: systemIds,
    log,
    model: createModel(settings.value, blobs, log),
    tools: createTools({ supervisor, home: homeFolder, dataFolder }),
    contextOf: (stored) => contextOf(stored, settings.value, found.type === 'found'),
    broadcast: (event) => broadcast(clients, event),
    wantsTitle: ({ endpoint }) => endpoint !== 'demo' && settings.value.resolve().automaticTitles,
  })
  supervisor.onSurvivorsChanged((id) => {
    const survivors = supervisor.survivorsOf(id)
    registry.live(id)?.feed.publishSurvivors({ type: 'conversation.survivors', survivors })
  })
  await supervisor.sweepLeftovers()
  registry.recover()

  const handlers = createHandlers({
    registry,
    store,
    clock: systemClock,
    processes: supervisor,
    history: createHistoryLog(database.value),
    timers: systemTimers,
    files: new FileDesk({ blobs, images: createImagePort(), timers: systemTimers }),
    homeFolder,
    sandboxMissing,
    folders: {
      complete: (text) => completeFolder(text, homeFolder),
      check: (text) => checkFolder(text, homeFolder, dataFolder),
      choose: options.chooseFolder,
    },
    settings: settingsDesk(settings.value),
  })
  return ok({
    attach: (connection) => {
      const client = serve(connection, { registry, handlers, log })
      clients.add(client)
      connection.onClose(() => clients.delete(client))
    },
    working: () => registry.working(),
    close: async () => {
      await registry.shutdown()
      for (const client of clients) client.close()
      await supervisor.close()
      database.value.close()
    },
  })
}

function broadcast(clients: ReadonlySet<ClientSession>, event: ClientEvent): void {
  for (const client of clients) if (client.wantsList) client.push(event)
}

/** ms since 1970. */
function now(): number {
  return systemClock.now()
}

/** The endpoint that a turn's settings name answers it; address and key are those of the moment. */
function createModel(settings: Settings, blobs: BlobFiles, log: Log): ModelPort {
  const anthropic = createAnthropicModel({
    endpoint: () => settings.resolve(),
    timers: systemTimers,
    clock: systemClock,
    readBlob: (hash) => blobs.read(hash),
    log,
  })
  const demo = createDemoModel({ timers: systemTimers })
  return { ask: (call) => (call.provider.endpoint === 'demo' ? demo : anthropic).ask(call) }
}

function providerOf(model: string): Provider {
  return { endpoint: model === DEMO_MODEL ? 'demo' : 'anthropic', model, limits: limitsOf(model) }
}

/** What settings give a conversation. The registry lays over it what the conversation has of its own. */
function contextOf(stored: StoredConversation, settings: Settings, isSandboxed: boolean): Context {
  const { model, behaviour } = settings.resolve()
  const { busyPolicy, debounceMs, autoCompact, fallbackModel } = behaviour
  return {
    conversationId: stored.id,
    folder: stored.folder,
    role: { type: 'root' },
    systemPrompt: systemPromptFor(stored.folder),
    primary: providerOf(model),
    fallback: fallbackModel === null || fallbackModel === model ? null : providerOf(fallbackModel),
    timeouts: DEFAULT_TIMEOUTS,
    busyPolicy,
    debounceMs,
    permissionMode: stored.permissionMode,
    rules: [],
    isSandboxed,
    network: stored.network,
    autoCompact,
    caps: DEFAULT_CAPS,
  }
}

function settingsDesk(settings: Settings): DeskPorts['settings'] {
  return {
    view: () => settings.view(),
    save: (change) => settings.save(change),
    test: async (change) => {
      const values = settings.preview(change)
      if (!values.ok) return { works: false, message: values.error.message }
      if (values.value.model === DEMO_MODEL) {
        return { works: true, message: 'The scripted demo needs no key and no network.' }
      }
      return testEndpoint(values.value, AbortSignal.timeout(20_000))
    },
  }
}
