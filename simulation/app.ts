import { EMPTY_PORTS } from '../src/main/runtime/fakes/absent/empty-ports.ts'
import { NO_ENDPOINTS } from '../src/main/runtime/fakes/absent/no-endpoints.ts'
import type { ClientFrame, Connection, HostFrame } from '../src/shared/protocol/frames.ts'
import { ok } from '../src/shared/result.ts'
import type { SettingsChange, SettingsView } from '../src/shared/settings/settings.ts'
import type { Context } from '../src/main/core/machine/context.ts'
import { serve } from '../src/main/hosts/shared/serve.ts'
import {
  broadcast,
  type ClientSession,
} from '../src/main/runtime/commands/session/client-session.ts'
import type { Handlers } from '../src/main/runtime/commands/handler-ports.ts'
import { createHandlers } from '../src/main/runtime/commands/command-handlers.ts'
import { BATCH_MS } from '../src/main/runtime/conversation/feed/conversation-feed.ts'
import { ConversationRegistry } from '../src/main/runtime/registry/conversation-registry.ts'
import type {
  DiscardedFilesPort,
  FolderPort,
  InstructionsPort,
} from '../src/main/runtime/ports/file-ports.ts'
import { Leftovers } from '../src/main/runtime/registry/leftovers.ts'
import { MemoryAttached, type MemoryBlobs } from '../src/main/runtime/fakes/memory/memory-blobs.ts'
import { NO_FOLDER_FILES } from '../src/main/runtime/fakes/absent/no-folder-files.ts'
import { NO_SHELLS } from '../src/main/runtime/fakes/memory/memory-shells.ts'
import { NO_PROCESSES } from '../src/main/runtime/fakes/absent/no-processes.ts'
import { SCRIPTED_PDFS, ScriptedImages } from '../src/main/runtime/fakes/scripted-images.ts'
import { memoryLog } from '../src/main/runtime/fakes/memory/memory-log.ts'
import type { EditPort } from '../src/main/runtime/ports/edit-port.ts'
import { Uploads } from '../src/main/runtime/commands/session/uploads.ts'
import type { Observer } from '../src/main/runtime/ports/observer.ts'
import type { StoredConversation } from '../src/main/runtime/ports/conversation-store.ts'
import type { HookPort } from '../src/main/runtime/ports/servers/hook-port.ts'
import type {
  Ids,
  Log,
  ModelPort,
  Pulse,
  Timers,
  ToolPort,
} from '../src/main/runtime/ports/ports.ts'
import type { Store } from '../src/main/runtime/ports/store.ts'
import type { PortFaults } from './faults/port-faults.ts'
import type { Schedule } from './schedule.ts'

/** Blobs stay in memory permanently. */
const NO_FILES: DiscardedFilesPort = {
  all: () => Promise.resolve([]),
  removeOfCalls: () => [],
  namedByCalls: () => [],
  removeBlob: () => true,
}

/** The answer of every port to a dead app. */
const NEVER = new Promise<never>(() => {})

export interface AppPorts {
  readonly schedule: Schedule
  readonly store: Store
  readonly model: ModelPort
  readonly tools: ToolPort
  readonly blobs: MemoryBlobs
  readonly instructions: InstructionsPort
  readonly folders: FolderPort
  readonly edits: EditPort
  /** Null: no hooks are configured. */
  readonly hooks: HookPort | null
  readonly ids: Ids
  readonly log: Log
  readonly observer: Observer
  readonly faults: PortFaults
  now(): number
  contextOf(stored: StoredConversation): Context
  settings(): SettingsView
  saveSettings(change: SettingsChange): SettingsView
  wantsTitle(): boolean
  timerFired(): void
  /** Delay of the next turn of the event loop. */
  turnMs(): number
  /** Delay of every beat of the pulse. */
  readonly pulseLagMs: number
}

/** One life of the real runtime: registry, runtimes, effects, handlers and feeds, wired as in compose.ts. */
export class App {
  readonly registry: ConversationRegistry
  readonly #handlers: Handlers
  readonly #leftovers: Leftovers
  readonly #clients = new Set<ClientSession>()
  readonly #ports: AppPorts
  /** True once the app is dead: from then on nothing it does has an effect. */
  isOver = false

  constructor(ports: AppPorts) {
    this.#ports = ports
    const { store, tools, ids, blobs } = ports
    const timers = this.#timers()
    const clock = { now: () => ports.now() }
    const log = this.#log()
    this.#leftovers = new Leftovers({ store, files: NO_FILES, clock, timers, log })
    this.registry = new ConversationRegistry({
      store,
      clock,
      timers,
      pulse: this.#pulse(),
      ids,
      blobs,
      instructions: ports.instructions,
      git: { stateOf: () => Promise.resolve(null) },
      folders: ports.folders,
      log,
      observer: ports.observer,
      model: { ask: (call) => this.#answer(() => ports.model.ask(call)) },
      tools: {
        ...tools,
        ready: (user, signal) => this.#answer(async () => tools.ready?.(user, signal)),
        run: (run) => this.#answer(() => tools.run(run)),
      },
      contextOf: (stored) => ports.contextOf(stored),
      broadcast: (event, to) => {
        if (!this.isOver) broadcast(this.#clients, event, to)
      },
      wantsTitle: () => ports.wantsTitle(),
      processes: NO_PROCESSES,
      shells: NO_SHELLS,
      ...(ports.hooks && { hooks: this.#hooks(ports.hooks) }),
      onRemoved: () => void this.#leftovers.remove(),
    })
    this.#handlers = createHandlers({
      ...EMPTY_PORTS,
      registry: this.registry,
      store,
      clock,
      timers,
      tools,
      blobs,
      history: memoryLog(new Map()),
      processes: NO_PROCESSES,
      files: new Uploads({
        blobs,
        images: new ScriptedImages(),
        pdfs: SCRIPTED_PDFS,
        attached: new MemoryAttached(),
        timers,
      }),
      edits: ports.edits,
      folderFiles: NO_FOLDER_FILES,
      folders: {
        complete: () => Promise.resolve([]),
        check: (text) => Promise.resolve(ok(text)),
        choose: null,
      },
      settings: {
        ...NO_ENDPOINTS,
        view: () => ports.settings(),
        save: (change) => ok(ports.saveSettings(change)),
        keepKeys: () => ok(ports.settings()),
        test: () => Promise.resolve({ works: true, message: 'It works.' }),
      },
    })
  }

  /** Called after the start of a later life. */
  recover(): void {
    this.registry.recover()
    void this.#leftovers.remove()
  }

  attach(connection: Connection<HostFrame, ClientFrame>): void {
    const { registry } = this
    const handlers = this.#handlers
    const client = serve(connection, {
      registry,
      handlers,
      log: this.#log(),
      store: this.#ports.store,
      onDamage: () => undefined,
    })
    this.#clients.add(client)
    connection.onClose(() => this.#clients.delete(client))
  }

  async quit(): Promise<void> {
    await this.registry.shutdown()
    for (const client of this.#clients) client.close()
  }

  #hooks(hooks: HookPort): HookPort {
    return {
      onMessage: (asked) => this.#answer(() => hooks.onMessage(asked)),
      onTurnEnd: (asked) => this.#answer(() => hooks.onTurnEnd(asked)),
    }
  }

  /**
   * Passes on a port's answer. Work around a dead app may continue, but it sends no further requests and receives no
   * answers.
   */
  async #answer<Value>(ask: () => Promise<Value>): Promise<Value> {
    if (this.isOver) return NEVER
    const value = await ask()
    return this.isOver ? NEVER : value
  }

  #timers(): Timers {
    const { schedule } = this.#ports
    const unlessOver = (run: () => void) => (): void => {
      if (!this.isOver) run()
    }
    return this.#ports.faults.timers({
      awake: () => schedule.now,
      start: (ms, fire) => {
        if (this.isOver) return () => {}
        if (!(ms >= 0)) this.#ports.log.warn('a timer is started for no time', { ms })
        const fired = unlessOver(() => {
          this.#ports.timerFired()
          fire()
        })
        // A batch of text for the screen is not a deadline.
        const kind = ms === BATCH_MS ? 'turn' : 'timer'
        return schedule.after(ms, kind, `timer ${ms}`, fired)
      },
      soon: (run) => {
        const turnMs = this.#ports.turnMs()
        const turn = unlessOver(run)
        if (!this.isOver) schedule.after(turnMs, 'turn', 'turn', () => schedule.held(turnMs, turn))
      },
    })
  }

  /** A delayed loop delays the pulse too. */
  #pulse(): Pulse {
    const { schedule } = this.#ports
    return {
      every: (ms, run) => {
        const lagging = ms + this.#ports.pulseLagMs
        const next = (): (() => void) => schedule.after(lagging, 'pulse', 'pulse', pulse)
        const pulse = (): void => {
          if (this.isOver) return
          cancel = next()
          run()
        }
        let cancel = next()
        return () => cancel()
      },
    }
  }

  #log(): Log {
    return {
      warn: (what, facts) => {
        if (this.isOver) return
        this.#ports.log.warn(what, facts)
        this.#ports.faults.passThrough('log')
      },
    }
  }
}
