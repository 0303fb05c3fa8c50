import type { SettingsView } from '../../../shared/settings/settings.ts'
import { isResting } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { TitleSource } from '../../core/turn/title.ts'
import { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { BudgetWatch } from '../budget/budget-watch.ts'
import { Deletions } from './deletions.ts'
import { FolderLook } from './folder-look.ts'
import { FolderRules } from './folder-rules.ts'
import { attempt } from '../guard.ts'
import { ListRows } from './list-rows.ts'
import { LiveSettings } from './live-settings.ts'
import type { CountTokens } from '../ports/ports.ts'
import type { StoredConversation } from '../ports/conversation-store.ts'
import { SetAside } from './set-aside.ts'
import { Recovery } from './recovery.ts'
import { SubAgents } from '../conversation/sub-agents.ts'
import type { Answer } from '../conversation/mailbox-item.ts'
import type { SetAsideCause, RuntimeHost } from '../conversation/runtime-host.ts'
import type { RegistryPorts } from './registry-ports.ts'
import { ShortRequests } from '../short-requests/short-request.ts'
import { Titles } from '../short-requests/titles.ts'
import { TurnEndHooks } from './turn-end-hooks.ts'

/** How long quitting waits for conversations to come to rest, in ms. */
const SHUTDOWN_MS = 2_000

/**
 * Holds one runtime for each conversation that works or that someone watches: created on demand, released at rest (T88,
 * T89).
 */
export class ConversationRegistry {
  readonly #runtimes = new Map<ConversationId, ConversationRuntime>()
  readonly #ports: RegistryPorts
  readonly titles: Titles
  readonly #subAgents: SubAgents
  readonly #turnEnds: TurnEndHooks
  readonly #recovery: Recovery
  readonly #setAside: SetAside
  readonly deletions: Deletions
  readonly settings: LiveSettings
  readonly rules: FolderRules
  readonly rows: ListRows
  readonly folders: FolderLook
  readonly budget: BudgetWatch
  readonly shortRequests: ShortRequests
  #atRest: (() => void) | null = null
  #isOver = false
  #hasBegunToClose = false
  /** Stale events of released conversations. */
  #staleBefore = 0

  constructor(ports: RegistryPorts) {
    this.#ports = ports
    const open = (id: ConversationId): ConversationRuntime | null => this.get(id)
    this.#recovery = new Recovery(ports.store, ports.log, open)
    this.rows = new ListRows({
      ...ports,
      open,
      runtimes: this.#runtimes,
      setAside: this.#recovery.setAside,
      isDeleted: (id) => this.deletions.isUnlisted(id),
    })
    this.shortRequests = new ShortRequests(ports)
    this.titles = new Titles(ports, (id, title, by) => this.rename(id, title, 'model', by))
    this.#turnEnds = new TurnEndHooks(ports.hooks, open)
    this.#subAgents = new SubAgents(open, ports.log, ports.processes)
    this.#setAside = new SetAside({
      ...ports,
      runtimes: this.#runtimes,
      recovery: this.#recovery,
      gone: (id, runtime, cause) => {
        if (runtime.isRoot) this.rows.show(runtime.summary())
        else this.#subAgents.lose(id, cause)
      },
      checkRest: () => this.#checkRest(),
    })
    this.deletions = new Deletions({
      ...ports,
      rows: this.rows,
      open,
      live: (id) => this.live(id),
      stop: (id) => {
        this.titles.stop(id, 'user')
        this.stop(id, () => {})
      },
      drop: (id) => this.#drop(id),
    })
    const live = (): Iterable<ConversationRuntime> => this.#runtimes.values()
    this.folders = new FolderLook({ ...ports, live })
    this.budget = new BudgetWatch({ ...ports, live: (id) => this.live(id) })
    this.settings = new LiveSettings({ ...ports, live: () => this.#runtimes })
    this.rules = new FolderRules({
      store: ports.store,
      log: ports.log,
      live,
      announce: () => ports.broadcast({ type: 'rules.changed' }),
    })
  }

  /** These stay loaded: more is about to be written. */
  readonly kept = new Set<ConversationId>()

  /** Null if there is no such conversation, if it was deleted or set aside, and after the end. */
  get(id: ConversationId): ConversationRuntime | null {
    if (this.deletions.isDeleted(id)) return null
    const live = this.#runtimes.get(id)
    if (live !== undefined) return live
    if (this.#isOver || this.isSetAside(id)) return null
    const stored = this.#ports.store.conversation(id)
    if (stored === null) return null
    const context = this.settings.contextFor(stored)
    const runtime = new ConversationRuntime(stored, context, this.#ports, this.#hostOf(stored))
    this.#runtimes.set(id, runtime)
    this.#releaseSoon(id)
    return runtime
  }

  /** Returns a counter for the tokens of the next request. Null if the endpoint cannot count. */
  counterFor({ provider }: ConversationRuntime): CountTokens | null {
    return this.#ports.model.counterOf?.(provider) ?? null
  }

  live(id: ConversationId): ConversationRuntime | null {
    return this.#runtimes.get(id) ?? null
  }

  /**
   * A person's Stop: ends the turn, if there is one, and the commands that the person runs there. Background jobs
   * continue, except those of a sub-agent, which end with its turn. Null if there is no such conversation.
   */
  stop(id: ConversationId, answer: (answer: Answer) => void): ConversationRuntime | null {
    const runtime = this.get(id)
    try {
      runtime?.dispatch({ type: 'cancelRequested', by: 'user' }, answer)
    } finally {
      if (runtime?.isRoot === false) this.#ports.processes.endJobs(id)
      this.#ports.shells.stopIn(id)
      this.#turnEnds.stop(id)
    }
    return runtime
  }

  /** Drops a deleted conversation: it can no longer be reached and accepts nothing. */
  #drop(id: ConversationId): void {
    const runtime = this.#runtimes.get(id)
    this.#runtimes.delete(id)
    this.rows.forget(id)
    runtime?.abandon()
    this.#subAgents.lose(id)
  }

  /** Releases a conversation that nobody watches and that has nothing under way. */
  release(id: ConversationId): void {
    const runtime = this.#runtimes.get(id)
    if (runtime?.isDone !== true || runtime.feed.hasListeners || this.kept.has(id)) return
    runtime.closeSession('closed')
    this.#runtimes.delete(id)
    this.rows.forget(id)
    this.#staleBefore += runtime.stale
  }

  /** Releases it after the tick of the caller, who may have more to do. */
  #releaseSoon(id: ConversationId): void {
    attempt('a release', () => this.#ports.timers.soon(() => this.release(id)))
  }

  /** Number of events refused as stale since the start. */
  get stale(): number {
    return [...this.#runtimes.values()].reduce((sum, { stale }) => sum + stale, this.#staleBefore)
  }

  /** Called once, before the first client is served. */
  recover(): void {
    this.#recovery.recoverAll()
    for (const id of this.#runtimes.keys()) attempt('a release', () => this.release(id))
  }

  /** True once it was told to close: writes are still saved, and nothing new starts. */
  get isClosing(): boolean {
    return this.#hasBegunToClose
  }

  /** Returns why it was set aside; null if it was not. */
  whyAside(id: ConversationId): SetAsideCause | null {
    return this.#recovery.causeOf(id)
  }

  isSetAside(id: ConversationId): boolean {
    return this.whyAside(id) !== null
  }

  /** Handles an unexpected error in work of this conversation, after the tick that threw it. */
  faulted(id: ConversationId): void {
    const runtime = this.#runtimes.get(id)
    this.#ports.timers.soon(() => runtime?.loseWork())
  }

  /** Tries again to recover a conversation that was set aside. */
  recoverAgain(id: ConversationId): void {
    // A hidden one cannot be recovered: once restored, it would be busy with nothing.
    if (this.deletions.isDeleted(id)) return
    this.#recovery.retry(id)
    const runtime = this.get(id)
    if (runtime !== null) this.rows.announce(runtime.summary())
  }

  /** Sets a title. A person's title stays until a person asks for another one. Null if there is no such conversation. */
  rename(
    id: ConversationId,
    title: string,
    source: TitleSource,
    by: 'asked' | 'unasked' = 'unasked',
  ): Result<null, StoreFault> | null {
    const runtime = this.get(id)
    if (runtime === null) return null
    if (source === 'person') this.titles.stop(id, 'user')
    else if (runtime.record.titleSource === 'person' && by === 'unasked') return ok(null)
    const renamed = runtime.record.rename(title, source)
    this.#changed(id, runtime)
    return renamed
  }

  /** Marks it as read because somebody looks at it. */
  markRead(id: ConversationId): void {
    const runtime = this.#runtimes.get(id)
    if (runtime === undefined) return
    runtime.record.markUnread(false)
    this.#changed(id, runtime)
  }

  /** Notifies the clients, and gives each live conversation its new context. */
  settingsChanged(settings: SettingsView): void {
    this.#ports.broadcast({ type: 'settings.changed', settings })
    this.settings.changed()
  }

  /** Refreshes everything that depends on the folder after a person said where it is now. */
  folderChosen(runtime: ConversationRuntime): void {
    this.settings.apply(runtime)
    this.rows.announce(runtime.summary())
    this.folders.moved(runtime)
  }

  #hostOf({ id }: StoredConversation): RuntimeHost<ConversationRuntime> {
    return {
      changed: (each) => this.#changed(id, each),
      turnCompleted: (each) => {
        this.titles.consider(each)
        if (!this.isClosing) this.#turnEnds.begin(id, each)
      },
      done: () => this.#releaseSoon(id),
      broke: (each, error) => this.#setAside.broke(id, each, error),
      overtaken: (each) => this.#setAside.overtaken(id, each),
      startChild: (child) => this.#subAgents.start(child),
      budget: this.budget,
      isAtWork: (agentId) => this.#runtimes.get(agentId)?.isAtWork === true,
      rulesSaved: (each, rules) => this.rules.saved(each.record.stored.folder, rules),
    }
  }

  /** Ends all work and every session. Resolves when all conversations rest, after 2 s at the latest (T27). */
  async shutdown(): Promise<void> {
    this.titles.stopAll()
    this.#turnEnds.stopAll()
    this.#hasBegunToClose = true
    const each = (what: (runtime: ConversationRuntime) => void): void => {
      for (const runtime of this.#runtimes.values()) attempt('a shutdown', () => what(runtime))
    }
    each((runtime) => runtime.dispatch({ type: 'shutdownRequested' }, () => {}))
    const limits: (() => void)[] = []
    await new Promise<void>((resolve) => {
      this.#atRest = resolve
      attempt('the shutdown limit', () =>
        limits.push(this.#ports.timers.start(SHUTDOWN_MS, resolve)),
      )
      this.#checkRest()
    })
    for (const cancel of limits) cancel()
    each((runtime) => runtime.closeSession('shutdown'))
    this.deletions.removeAll()
    this.#isOver = true
    this.#runtimes.clear()
  }

  #changed(id: ConversationId, runtime: ConversationRuntime): void {
    if (runtime.isRoot) this.rows.stepped(runtime.summary())
    else this.#subAgents.changed(id, runtime)
    if (!isResting(runtime.current)) return
    if (runtime.feed.hasListeners) this.folders.look(runtime.record.stored.folder)
    this.#checkRest()
  }

  #checkRest(): void {
    if (![...this.#runtimes.values()].some(({ isAtWork }) => isAtWork)) this.#atRest?.()
  }
}
