import type { ConversationSummary } from '../../shared/conversation.ts'
import type { ClientEventOf } from '../../shared/events.ts'
import type { SettingsView } from '../../shared/settings.ts'
import { isResting } from '../../shared/conversation-state.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Context } from '../core/context.ts'
import type { StoreFault } from '../core/event.ts'
import type { TitleSource } from '../core/title.ts'
import { type Answer, ConversationRuntime, type RuntimePorts } from './conversation-runtime.ts'
import type { StoredConversation } from './ports.ts'
import { Titles, type TitlePorts } from './titles.ts'

/** How long quitting waits for conversations to come to rest. */
const SHUTDOWN_MS = 2_000

export interface RegistryPorts extends RuntimePorts, TitlePorts {
  /** The context that settings give a conversation now. */
  contextOf(stored: StoredConversation): Context
  /** What every client is told that shows the list. */
  broadcast(event: ClientEventOf<'list.changed' | 'settings.changed'>): void
}

/** One runtime for each conversation that someone looks at or that works: made on demand, let go at rest (T88, T89). */
export class ConversationRegistry {
  private readonly runtimes = new Map<ConversationId, ConversationRuntime>()
  private readonly shown = new Map<ConversationId, ConversationSummary>()
  private readonly ports: RegistryPorts
  private readonly titles: Titles
  private atRest: (() => void) | null = null
  private isOver = false
  private isQuitting = false

  constructor(ports: RegistryPorts) {
    this.ports = ports
    this.titles = new Titles(ports, (id, title) => this.rename(id, title, 'model'))
  }

  /** Null where there is no such conversation, and after the end. */
  get(id: ConversationId): ConversationRuntime | null {
    const live = this.runtimes.get(id)
    if (live !== undefined) return live
    if (this.isOver) return null
    const stored = this.ports.store.conversation(id)
    if (stored === null) return null
    const context = this.ports.contextOf(stored)
    const runtime = new ConversationRuntime(stored, context, this.ports, {
      changed: (each) => this.changed(id, each),
      turnCompleted: (each) => this.considerTitle(id, each),
    })
    this.runtimes.set(id, runtime)
    return runtime
  }

  /** The runtime where one lives. */
  live(id: ConversationId): ConversationRuntime | null {
    return this.runtimes.get(id) ?? null
  }

  /** Newest first; a live conversation says itself how it is. */
  list(): readonly ConversationSummary[] {
    const rows = this.ports.store.list()
    return rows.map((row) => this.runtimes.get(row.id)?.summary() ?? row)
  }

  /** Those that have something under way. */
  working(): readonly ConversationSummary[] {
    return [...this.runtimes.values()]
      .filter((runtime) => !isResting(runtime.current))
      .map((runtime) => runtime.summary())
  }

  /** Lets a conversation go that nobody looks at and that has nothing under way. */
  release(id: ConversationId): void {
    const runtime = this.runtimes.get(id)
    if (runtime === undefined || !runtime.isDone || runtime.feed.hasListeners) return
    runtime.closeSession('closed')
    this.runtimes.delete(id)
    this.shown.delete(id)
  }

  /** Rule 7: after a start each conversation that was not idle is closed by an event. Nothing runs by itself. */
  recover(): void {
    for (const id of this.ports.store.unsettled()) {
      try {
        this.recoverOne(id)
      } catch (error) {
        const facts = { conversationId: id, error: String(error) }
        this.ports.log.warn('a conversation could not be recovered, the others start', facts)
      }
    }
  }

  private recoverOne(id: ConversationId): void {
    const facts = this.ports.store.recoveryFacts(id)
    this.get(id)?.tell({ type: 'recovered', ...facts }, (answer) => this.recovered(id, answer))
    this.release(id)
  }

  /** A person's title stays, whatever a model says later. Null: there is no such conversation. */
  rename(id: ConversationId, title: string, source: TitleSource): Result<null, StoreFault> | null {
    const runtime = this.get(id)
    if (runtime === null) return null
    if (source === 'person') this.titles.stop(id, 'user')
    else if (runtime.record.titleSource === 'person') return ok(null)
    const renamed = runtime.record.rename(title, source)
    this.changed(id, runtime)
    return renamed
  }

  /** Somebody has it before his eyes. */
  markRead(id: ConversationId): void {
    const runtime = this.runtimes.get(id)
    if (runtime === undefined) return
    runtime.record.markUnread(false)
    this.changed(id, runtime)
  }

  /** A row of the list is new or has changed. */
  announce(summary: ConversationSummary): void {
    this.ports.broadcast({ type: 'list.changed', summary })
  }

  /** Tells the clients, and each live conversation what its context is from now on. */
  settingsChanged(settings: SettingsView): void {
    this.ports.broadcast({ type: 'settings.changed', settings })
    for (const runtime of this.runtimes.values()) {
      const context = this.ports.contextOf(runtime.record.stored)
      const { primary, fallback, timeouts, systemPrompt, caps } = context
      runtime.changeSettings({ primary, fallback, timeouts, systemPrompt, caps })
    }
  }

  /** Ends all work and every session; done when all rest, at the latest after 2 s (T27). */
  async shutdown(): Promise<void> {
    this.titles.stopAll()
    this.isQuitting = true
    for (const runtime of this.runtimes.values())
      runtime.tell({ type: 'shutdownRequested' }, () => {})
    await new Promise<void>((resolve) => {
      const stopWaiting = this.ports.timers.start(SHUTDOWN_MS, resolve)
      this.atRest = () => {
        stopWaiting()
        resolve()
      }
      this.checkRest()
    })
    for (const runtime of this.runtimes.values()) runtime.closeSession('shutdown')
    this.isOver = true
    this.runtimes.clear()
  }

  private recovered(id: ConversationId, answer: Answer): void {
    if (answer.type === 'failed') {
      this.ports.log.warn('a recovery could not be saved', {
        conversationId: id,
        fault: answer.fault,
      })
    }
  }

  private considerTitle(id: ConversationId, runtime: ConversationRuntime): void {
    const { record } = runtime
    if (this.isQuitting || record.titleSource !== 'message') return
    const { primary: provider } = this.ports.contextOf(record.stored)
    this.titles.consider({ conversationId: id, provider, messages: () => record.history() })
  }

  private changed(id: ConversationId, runtime: ConversationRuntime): void {
    const summary = runtime.summary()
    const before = this.shown.get(id)
    if (!isSameRow(before, summary)) {
      this.shown.set(id, summary)
      this.announce(summary)
    }
    if (!isResting(runtime.current)) return
    this.checkRest()
    this.ports.timers.soon(() => this.release(id))
  }

  private checkRest(): void {
    const isBusy = [...this.runtimes.values()].some((runtime) => !isResting(runtime.current))
    if (!isBusy) this.atRest?.()
  }
}

/** Times alone are no reason to tell every client. */
function isSameRow(before: ConversationSummary | undefined, now: ConversationSummary): boolean {
  return (
    before?.activity === now.activity &&
    before.title === now.title &&
    before.isUnread === now.isUnread
  )
}
