import type { ClientFrame, Connection, HostFrame } from '../shared/protocol/frames.ts'
import { ok, type Result } from '../shared/result.ts'
import { openBlobFiles } from './adapters/blobs/blob-files.ts'
import type { ReplaceFile } from './adapters/data-folder/atomic-file.ts'
import { createDiscardedFiles } from './adapters/data-folder/discarded-files.ts'
import { openBackups } from './adapters/edits/keep-before.ts'
import { UnsavedText } from './adapters/edits/unsaved-text.ts'
import { readInstructions } from './adapters/files/instruction-imports.ts'
import { openAttachedFiles } from './adapters/files/attached-files.ts'
import { createImports } from './adapters/imports/import-port.ts'
import { createPdfPort } from './adapters/images/pdf-text.ts'
import { createImagePort } from './adapters/images/prepare-image.ts'
import { createOpenElsewhere } from './adapters/open-elsewhere/open-elsewhere.ts'
import { keepMemoryOutOfDumps } from './adapters/processes/spawn/crash-dumps.ts'
import { openKeptOutputs } from './adapters/outputs/kept-outputs.ts'
import { createSupervisor, type SupervisorOptions } from './adapters/processes/supervisor.ts'
import type { OpenTerminalChannel } from './adapters/terminals/terminal-host.ts'
import { createHistoryLog } from './adapters/sqlite/history-log.ts'
import { findSandbox } from './adapters/sandbox/find-sandbox.ts'
import { sqliteVersion } from './adapters/sqlite/open-database.ts'
import type { UpkeepExit } from './adapters/sqlite/upkeep/upkeep.ts'
import { accountHome } from './adapters/system/account-home.ts'
import { folderPort } from './adapters/system/folders.ts'
import { openEndpoints } from './adapters/settings/endpoints.ts'
import { newestLogLines } from './adapters/log/log-lines.ts'
import { createGitPort } from './adapters/system/git-state.ts'
import { programFacts } from './adapters/system/program-facts.ts'
import type { Keyring } from './adapters/secrets/secret-box.ts'
import { openSettings } from './adapters/settings/settings.ts'
import { systemClock, systemPulse, systemTimers } from './adapters/system/system-clock.ts'
import { systemIds } from './adapters/system/system-ids.ts'
import { asWorkOf } from './adapters/system/whose-work.ts'
import { thinksOf } from './adapters/known-models/known-models.ts'
import { createDiffThread } from './adapters/tools/changes/diff-thread.ts'
import { createPatchThread } from './adapters/tools/changes/patch-thread.ts'
import { createTools } from './adapters/tools/create-tools.ts'
import { closeAll, closePart } from './close-all.ts'
import { composeStorage, type ComposedStore } from './compose-storage.ts'
import { createPersonsWork, publishProcesses, useLoginShell } from './compose-processes.ts'
import { prepareFirstTurn } from './prepare-first-turn.ts'
import { contextOf, wantsTitle } from './context-of.ts'
import { folderPorts } from './folder-ports.ts'
import { composeExtras } from './extras-parts.ts'
import { composeMcp } from './mcp-parts.ts'
import { openObservability } from './observability.ts'
import { createModelRouter } from './model-router.ts'
import { serve } from './hosts/shared/serve.ts'
import { broadcast, type ClientSession } from './runtime/commands/session/client-session.ts'
import type { HandlerPorts } from './runtime/commands/handler-ports.ts'
import { createHandlers } from './runtime/commands/command-handlers.ts'
import { createFaultNews } from './runtime/registry/fault-news.ts'
import { Leftovers } from './runtime/registry/leftovers.ts'
import { ConversationRegistry } from './runtime/registry/conversation-registry.ts'
import { rootOf } from './runtime/registry/root-of.ts'
import { Uploads } from './runtime/commands/session/uploads.ts'
import type { Workers } from './workers.ts'

/** Maximum size of the log in a diagnostics file. */
const DIAGNOSTICS_LOG_BYTES = 512 * 1024

export interface PhoenixOptions extends Required<Pick<SupervisorOptions, 'processHost'>> {
  readonly terminalHost: OpenTerminalChannel
  /** Prepared and locked by the caller. */
  readonly dataFolder: string
  /** The environment of the person who started the app. Its keys are removed. */
  readonly environment: NodeJS.ProcessEnv
  readonly workers: Workers
  readonly keyring: Keyring
  /** The shell that knows the person's PATH; null if the environment has it. */
  readonly loginShell: string | null
  /** The host's folder dialog; null if it has none. */
  readonly chooseFolder: (() => Promise<string | null>) | null
  readonly desktop: HandlerPorts['desktop']
  readonly newAddress?: HandlerPorts['newAddress']
  /** Default: exits in time. */
  readonly exit?: UpkeepExit
}

/** The whole program behind its connections. */
export interface Phoenix {
  /** Serves one client until its connection closes. */
  attach(connection: Connection<HostFrame, ClientFrame>): void
  /** The conversations that `close` would stop. */
  working(): readonly { readonly title: string }[]
  /** Stops all work and closes the store; resolves within little more than 2 s (T27). */
  close(): Promise<void>
}

/**
 * The only place that builds adapters and wires them. Ends leftover processes and closes unsettled conversations before
 * the first client is served. The error is a sentence for people.
 */
export async function compose(
  options: PhoenixOptions & Pick<HandlerPorts, 'tokens'>,
  opened: ComposedStore,
): Promise<Result<Phoenix, string>> {
  const { dataFolder, environment, keyring, workers } = options
  const observability = openObservability({ dataFolder, environment, now })
  const { log, onSecret } = observability
  if (!keepMemoryOutOfDumps()) log.warn('core dumps would contain memory', {})
  // Nothing is saved before the first client is served.
  const replace: ReplaceFile = (...file) => storage.replaceFile(...file)
  const folder = dataFolder
  const settings = openSettings({ folder, environment, keyring, now, onSecret, replace })
  if (!settings.ok) return settings
  if (keyring.type === 'missing') log.warn('no keyring found', {})
  const { telemetryProblem } = settings.value.view()
  if (telemetryProblem !== null) log.warn('telemetry is off', { why: telemetryProblem })
  const sendTelemetry = (): Promise<void> =>
    observability.sendTo(settings.value.resolve().collector)
  settings.value.onSaved(() => void sendTelemetry())
  await sendTelemetry()
  const storage = composeStorage({
    opened,
    dataFolder,
    searchWorker: workers.search,
    log,
    onTrouble: (trouble) => broadcast(clients, { type: 'host.storage', trouble }),
  })
  const { store } = storage
  const homeFolder = accountHome()
  const { platform } = process
  const found = await findSandbox({ platform, environment, home: homeFolder, dataFolder })
  const sandboxMissing = found.type === 'missing' ? found.reason : null
  if (sandboxMissing !== null) log.warn('no sandbox available', { reason: sandboxMissing })
  const supervisor = createSupervisor({
    ...options,
    sweepWorker: workers.sweep,
    clock: systemClock,
    sandbox: found.type === 'found' ? found.sandbox : null,
  })
  const blobs = openBlobFiles(dataFolder, storage.flushFile)
  const { secrets } = settings.value
  const endpoints = openEndpoints({ folder, secrets, now, onSecret, replace })
  const models = createModelRouter({
    settings: settings.value,
    endpoints,
    readBlob: (hash) => blobs.readInPieces(hash),
    log,
    notices: () => extras.trust.notices,
    onLearnt: () => registry.settingsChanged(models.settings.view()),
  })
  const isSandboxed = found.type === 'found'
  const sources = { settings: settings.value, models, isSandboxed }
  const keeping = openBackups(dataFolder)
  const extras = composeExtras({ ...options, home: homeFolder, supervisor, replace })
  for (const notice of models.settings.view().notices) log.warn('settings', { notice })
  const { commands, instructions } = extras
  const working = { ...options, home: homeFolder, keeping, supervisor, isSandboxed }
  const folders = folderPorts({ ...working, commands, compare: createDiffThread(workers.patch) })
  const images = createImagePort()
  const pdfs = createPdfPort(workers.pdf)
  const attached = openAttachedFiles(dataFolder)
  const clients = new Set<ClientSession>()
  const outputs = openKeptOutputs(dataFolder)
  for (const each of [outputs, blobs, attached, keeping]) void each.sweep()
  const own = { supervisor, images, blobs, secrets, observability, replace }
  const dependencies = { ...options, home: homeFolder, ...own }
  const mcp = composeMcp({ ...dependencies, ...extras, registry: () => registry })
  const servers = [extras.tools, mcp.tools]
  const unsaved = new UnsavedText({
    rootOf: (id) => rootOf(registry, id),
    nextId: () => systemIds.next(),
    confined: supervisor.confined,
  })
  const parts = {
    ...dependencies,
    unsaved,
    ...keeping,
    outputs,
    attached,
    thinks: thinksOf,
    workOut: createPatchThread(workers.patch),
    servers,
    mayShow: instructions.mayShow,
  }
  const tools = extras.withExtras(createTools(parts))
  const leftovers = new Leftovers({
    store,
    files: createDiscardedFiles({ blobs, attached, outputs, ...keeping }),
    clock: systemClock,
    timers: systemTimers,
    log,
  })
  const byPerson = createPersonsWork({ ...parts, store, registry: () => registry })
  const registry = new ConversationRegistry({
    store,
    clock: systemClock,
    pulse: systemPulse,
    timers: systemTimers,
    ids: systemIds,
    blobs,
    instructions: readInstructions({ home: homeFolder, dataFolder, mayShow: instructions.mayShow }),
    git: createGitPort(supervisor, isSandboxed),
    folders: folderPort,
    log,
    observer: observability.observer,
    model: {
      ...models.model,
      ask: (call) => asWorkOf(call.conversationId, () => models.model.ask(call)),
    },
    tools,
    ...extras.ports,
    contextOf: (stored) => contextOf(stored, sources),
    budget: () => settings.value.resolve().behaviour,
    worktreeOf: (id) => folders.worktrees.of(id),
    broadcast: (event, to) => broadcast(clients, event, to),
    processes: supervisor,
    ...byPerson.ports,
    onRemoved: () => void leftovers.remove(),
    wantsTitle: ({ endpoint }) => wantsTitle(endpoint, settings.value),
  })
  publishProcesses(supervisor, registry)
  const tellClients = createFaultNews(systemTimers, (event) => broadcast(clients, event))
  observability.onCaught((id) => {
    if (id !== null) registry.faulted(id)
    tellClients(id)
  })
  await supervisor.sweepLeftovers()
  registry.recover()
  void folders.worktrees.recover((id) => store.conversation(id) !== null)
  void leftovers.remove()
  const shell = { shell: options.loginShell, home: homeFolder, own: environment['PATH'] ?? '' }
  const loginPath = useLoginShell(supervisor, shell)
  prepareFirstTurn(supervisor, sources)
  const handlers = createHandlers({
    registry,
    store,
    clock: systemClock,
    processes: supervisor,
    ...byPerson.ports,
    tools,
    blobs,
    history: createHistoryLog(opened.db),
    diagnostics: {
      facts: () =>
        programFacts({ sqlite: sqliteVersion(opened.db), sandbox: sandboxMissing ?? 'works' }),
      logLines: () => newestLogLines(dataFolder, DIAGNOSTICS_LOG_BYTES),
      clean: observability.clean,
    },
    timers: systemTimers,
    files: new Uploads({ blobs, images, pdfs, attached, timers: systemTimers }),
    outputs,
    leftovers,
    search: storage.search,
    mcp: mcp.port,
    editor: unsaved,
    trust: extras.control,
    tokens: options.tokens,
    imports: createImports({ worker: workers.import, home: homeFolder, dataFolder, environment }),
    opener: createOpenElsewhere({
      environment,
      loginPath,
      home: homeFolder,
      dataFolder,
      platform,
      editorCommand: () => settings.value.resolve().behaviour.editorCommand,
    }),
    backups: storage.backups,
    reopen: storage.reopen,
    storage: storage.storage,
    desktop: options.desktop,
    newAddress: options.newAddress,
    homeFolder,
    sandboxMissing,
    ...folders,
    settings: models.settings,
  })
  return ok({
    attach: (connection) => {
      const client = serve(connection, {
        registry,
        handlers,
        log,
        store,
        onDamage: () => storage.onDamage(),
      })
      clients.add(client)
      connection.onClose(() => clients.delete(client))
    },
    working: () => registry.rows.working(),
    close: async () => {
      const ordered = closeAll(log, [() => supervisor.endAllJobs(), () => byPerson.close()])
      await closePart(log, () => registry.shutdown())
      await closeAll(log, [
        () => leftovers.stop(),
        ...[...clients].map((client) => () => client.close()),
        () => mcp.close(),
        () => supervisor.close(),
        () => ordered,
        () => storage.closeSearch(),
        () => observability.close(),
      ])
      await storage.close()
    },
  })
}

/** ms since 1970. */
const now = (): number => systemClock.now()
