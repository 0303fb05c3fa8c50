import type { ClientFrame, Connection, HostFrame } from '../shared/protocol/frames.ts'
import { ok, type Result } from '../shared/result.ts'
import type { ReplaceFile } from './adapters/data-folder/atomic-file.ts'
import { readInstructions } from './adapters/files/instruction-imports.ts'
import { createImagePort } from './adapters/images/prepare-image.ts'
import { keepMemoryOutOfDumps } from './adapters/processes/spawn/crash-dumps.ts'
import type { SupervisorOptions } from './adapters/processes/supervisor.ts'
import type { Keyring } from './adapters/secrets/secret-box.ts'
import type { UpkeepExit } from './adapters/sqlite/upkeep/upkeep.ts'
import { accountHome } from './adapters/system/account-home.ts'
import { folderPort } from './adapters/system/folders.ts'
import { createGitPort } from './adapters/system/git-state.ts'
import { systemClock, systemPulse, systemTimers } from './adapters/system/system-clock.ts'
import { systemIds } from './adapters/system/system-ids.ts'
import { asWorkOf } from './adapters/system/whose-work.ts'
import type { OpenTerminalChannel } from './adapters/terminals/terminal-host.ts'
import { createDiffThread } from './adapters/tools/changes/diff-thread.ts'
import { closeAll, closePart } from './close-all.ts'
import { composeExtras } from './compose-extras.ts'
import { composeFiles } from './compose-files.ts'
import { composeFolders } from './compose-folders.ts'
import { composeHandlers } from './compose-handlers.ts'
import { composeMcp } from './compose-mcp.ts'
import {
  composePersonsWork,
  composeProcesses,
  publishProcesses,
  useLoginShell,
} from './compose-processes.ts'
import { composeSettings } from './compose-settings.ts'
import { composeStorage, type ComposedStore } from './compose-storage.ts'
import { composeTools } from './compose-tools.ts'
import { contextOf, wantsTitle } from './context-of.ts'
import { serve } from './hosts/shared/serve.ts'
import { createModelRouter } from './model-router.ts'
import { openObservability } from './observability.ts'
import { prepareFirstTurn } from './prepare-first-turn.ts'
import { createSettingsControl } from './settings-control.ts'
import { broadcast, type ClientSession } from './runtime/commands/session/client-session.ts'
import type { HandlerPorts } from './runtime/commands/handler-ports.ts'
import type { Broadcast } from './runtime/registry/list-rows.ts'
import { ConversationRegistry } from './runtime/registry/conversation-registry.ts'
import { createFaultNews } from './runtime/registry/fault-news.ts'
import { Leftovers } from './runtime/registry/leftovers.ts'
import type { Workers } from './workers.ts'

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
  const { chooseFolder, dataFolder, environment, keyring, workers } = options
  const home = accountHome()
  const observability = openObservability({ dataFolder, environment, now: () => systemClock.now() })
  const { log } = observability
  if (!keepMemoryOutOfDumps()) log.warn('core dumps would contain memory', {})
  const clients = new Set<ClientSession>()
  const tellClients: Broadcast = (event, to) => broadcast(clients, event, to)
  // Nothing is saved before the first client is served.
  const replace: ReplaceFile = (...file) => storage.replaceFile(...file)
  const composedSettings = await composeSettings({
    dataFolder,
    environment,
    keyring,
    observability,
    replace,
  })
  if (!composedSettings.ok) return composedSettings
  const { endpoints, settings } = composedSettings.value
  const storage = composeStorage({
    opened,
    dataFolder,
    searchWorker: workers.search,
    log,
    onTrouble: (trouble) => broadcast(clients, { type: 'host.storage', trouble }),
  })
  const { store } = storage
  const { isSandboxed, sandboxMissing, supervisor } = await composeProcesses({
    dataFolder,
    environment,
    home,
    processHost: options.processHost,
    sweepWorker: workers.sweep,
    log,
  })
  const files = composeFiles(dataFolder, storage.flushFile)
  const { backups, blobs, outputs } = files
  const images = createImagePort()
  const models = createModelRouter({
    settings,
    endpoints,
    readBlob: (hash) => blobs.readInPieces(hash),
    log,
    onLearnt: () => registry.settingsChanged(settingsControl.view()),
  })
  const extras = composeExtras({ dataFolder, home, supervisor, replace })
  const notices = (): readonly string[] => extras.trust.notices
  const settingsControl = createSettingsControl({ settings, endpoints, models, notices })
  for (const notice of settingsControl.view().notices) log.warn('settings', { notice })
  const { commands, instructions, trust } = extras
  const folders = composeFolders({
    dataFolder,
    home,
    supervisor,
    isSandboxed,
    backups,
    commands,
    chooseFolder,
    compare: createDiffThread(workers.patch),
  })
  const mcp = composeMcp({
    dataFolder,
    environment,
    home,
    secrets: settings.secrets,
    supervisor,
    replace,
    trust,
    observability,
    images,
    blobs,
    registry: () => registry,
  })
  const { tools, unsaved } = composeTools({
    dataFolder,
    home,
    supervisor,
    files,
    images,
    extras,
    mcpTools: mcp.tools,
    patchWorker: workers.patch,
    registry: () => registry,
  })
  const leftovers = new Leftovers({
    store,
    files: files.discarded,
    clock: systemClock,
    timers: systemTimers,
    log,
  })
  const byPerson = composePersonsWork({
    environment,
    terminalHost: options.terminalHost,
    store,
    supervisor,
    outputs,
    registry: () => registry,
  })
  const contextSources = { settings, models, isSandboxed }
  const registry = new ConversationRegistry({
    store,
    clock: systemClock,
    pulse: systemPulse,
    timers: systemTimers,
    ids: systemIds,
    blobs,
    instructions: readInstructions({ home, dataFolder, mayShow: instructions.mayShow }),
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
    contextOf: (stored) => contextOf(stored, contextSources),
    budget: () => settings.resolve().behaviour,
    worktreeOf: (id) => folders.worktrees.of(id),
    broadcast: tellClients,
    processes: supervisor,
    shells: byPerson.shells,
    terminals: byPerson.terminals,
    onRemoved: () => void leftovers.remove(),
    wantsTitle: ({ endpoint }) => wantsTitle(endpoint, settings),
  })
  publishProcesses(supervisor, registry)
  const tellFault = createFaultNews(systemTimers, tellClients)
  observability.onCaught((id) => {
    if (id !== null) registry.faulted(id)
    tellFault(id)
  })
  await supervisor.sweepLeftovers()
  registry.recover()
  void folders.worktrees.recover((id) => store.conversation(id) !== null)
  void leftovers.remove()
  const shell = { shell: options.loginShell, home, own: environment['PATH'] ?? '' }
  const loginPath = useLoginShell(supervisor, shell)
  prepareFirstTurn(supervisor, contextSources)
  const handlers = composeHandlers({
    dataFolder,
    environment,
    home,
    workers,
    observability,
    opened,
    storage,
    files,
    images,
    folders,
    byPerson,
    loginPath,
    editorCommand: () => settings.resolve().behaviour.editorCommand,
    registry,
    processes: supervisor,
    tools,
    leftovers,
    mcp: mcp.port,
    editor: unsaved,
    trust: extras.control,
    tokens: options.tokens,
    desktop: options.desktop,
    newAddress: options.newAddress,
    sandboxMissing,
    settings: settingsControl,
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
