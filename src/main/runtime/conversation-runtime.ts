import { type ConversationState, isResting } from '../../shared/conversation-state.ts'
import { activityOf, type ConversationSummary } from '../../shared/conversation.ts'
import type { TimerId, WorkId } from '../../shared/ids.ts'
import type { Message } from '../../shared/message.ts'
import { awaitedBy } from '../core/awaited.ts'
import { type Context, type ContextChange, contextAfter } from '../core/context.ts'
import type { ConversationEvent, Input, StoreFault } from '../core/event.ts'
import type { Moved, Refusal } from '../core/step.ts'
import { transition } from '../core/transition.ts'
import { ConversationFeed } from './conversation-feed.ts'
import { type EffectHost, type EffectPorts, startEffect } from './effect-runner.ts'
import { Mailbox } from './mailbox.ts'
import type { Clock, Ids, Store, StoredConversation } from './ports.ts'
import { RunningWork } from './running-work.ts'
import { entriesOf, type Entries, joined, titleFrom } from './step-entries.ts'

/** What the sender of an event hears, in the same tick. */
export type Answer =
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly reason: Refusal }
  | { readonly type: 'failed'; readonly fault: StoreFault }

export interface RuntimePorts extends EffectPorts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
}

interface Item {
  readonly input: Input
  readonly settles: WorkId | TimerId | null
  readonly answer: ((answer: Answer) => void) | null
}

const NOTHING: Entries = { rows: [], messages: [] }

/**
 * The one place where a conversation changes: takes an event, asks the machine, saves the step in one transaction, tells
 * the clients, starts the effects. The loop never awaits.
 */
export class ConversationRuntime {
  readonly feed: ConversationFeed
  private readonly mailbox = new Mailbox<Item>()
  private readonly running = new RunningWork()
  private readonly host: EffectHost
  private readonly ports: RuntimePorts
  private readonly stored: StoredConversation
  private readonly onChanged: (runtime: ConversationRuntime) => void
  private state: ConversationState
  private context: Context
  private title: string | null
  private updatedAt: number
  private seqNow: number
  private loaded: Message[] | null = null
  private hasSession = false
  /** A step that is ahead of the disk: written with the next one that can be saved. */
  private unsaved: Entries = NOTHING
  private isDraining = false
  private isDue = false

  constructor(
    stored: StoredConversation,
    context: Context,
    ports: RuntimePorts,
    onChanged: (runtime: ConversationRuntime) => void,
  ) {
    this.stored = stored
    this.context = context
    this.ports = ports
    this.onChanged = onChanged
    this.state = stored.state ?? { type: 'idle', unfinished: null }
    this.title = stored.title
    this.updatedAt = stored.updatedAt
    this.seqNow = stored.seq
    this.feed = new ConversationFeed(stored.id, ports.timers)
    this.host = {
      conversationId: stored.id,
      folder: stored.folder,
      running: this.running,
      feed: this.feed,
      history: () => this.history(),
      report: (input, settles) => this.report(input, settles),
    }
  }

  get current(): ConversationState {
    return this.state
  }

  get seq(): number {
    return this.seqNow
  }

  get model(): string {
    return this.context.primary.model
  }

  /** At rest with nothing under way: may be let go. */
  get isDone(): boolean {
    return isResting(this.state) && this.running.isEmpty && this.unsaved === NOTHING
  }

  summary(): ConversationSummary {
    const { id, folder, createdAt } = this.stored
    const title = this.title ?? 'New conversation'
    const activity = activityOf(this.state)
    return { id, title, folder, createdAt, updatedAt: this.updatedAt, activity }
  }

  /** What people and the host say. Answered in the same tick, after the step is on disk. */
  tell(input: Input, answer: (answer: Answer) => void): void {
    this.mailbox.put('people', { input, settles: null, answer })
    this.drainPeople()
  }

  /** Before a session is on record the context may still be replaced: sessionOpened will bring the whole of it. */
  changeSettings(change: ContextChange): void {
    const changed = { ...this.context, ...change }
    if (JSON.stringify(changed) === JSON.stringify(this.context)) return
    if (this.hasSession) this.tell({ type: 'settingsChanged', change }, () => {})
    else this.context = changed
  }

  closeSession(reason: 'closed' | 'shutdown'): void {
    if (this.hasSession) this.tell({ type: 'sessionClosed', reason }, () => {})
  }

  private report(input: Input, settles: WorkId | TimerId | null): void {
    this.mailbox.put('work', { input, settles, answer: null })
    if (this.isDue) return
    this.isDue = true
    this.ports.timers.soon(() => {
      this.isDue = false
      this.drain(() => this.mailbox.take())
    })
  }

  private drainPeople(): void {
    this.drain(() => this.mailbox.takeFromPeople())
  }

  private drain(next: () => Item | undefined): void {
    if (this.isDraining) return
    this.isDraining = true
    try {
      for (let item = next(); item !== undefined; item = next()) {
        if (item.settles !== null) this.running.settled(item.settles)
        const answer = this.take(item.input)
        item.answer?.(answer)
      }
    } finally {
      this.isDraining = false
    }
  }

  private take(input: Input): Answer {
    const event = this.envelop(input)
    const step = transition(this.state, this.context, event)
    if (step.type === 'refused') return step
    const fault = this.save(event, step)
    if (fault === null) {
      this.watch()
      return { type: 'accepted' }
    }
    if (!isResting(this.state)) this.failStorage(fault)
    return { type: 'failed', fault }
  }

  private envelop(input: Input): ConversationEvent {
    const { ids, clock } = this.ports
    const printed = canCloseRound(input) ? this.feed.printed() : ''
    return { ...input, id: ids.next(), at: clock.now(), random: ids.random(), printed }
  }

  /** REQ-BED-007: one transaction, then the clients, then the effects. Null where it is on disk. */
  private save(event: ConversationEvent, step: Moved): StoreFault | null {
    const session = this.hasSession ? NOTHING : this.sessionEntries()
    const { rows, messages } = joined([this.unsaved, session, entriesOf(event, step)])
    const title = event.type === 'userMessage' && this.title === null ? titleFrom(event.text) : null
    const result = this.ports.store.commit({
      conversationId: this.stored.id,
      rows,
      messages,
      state: step.state,
      at: event.at,
      title,
      clearsDraft: event.type === 'userMessage',
    })
    if (!result.ok) return result.error
    this.unsaved = NOTHING
    this.hasSession = event.type !== 'sessionClosed'
    this.title ??= title
    this.updatedAt = event.at
    this.context = contextAfter(this.context, event)
    this.loaded?.push(...result.value.messages)
    this.seqNow = result.value.seq
    this.enter(step, () => {
      const { after, seq, messages: placed } = result.value
      const { model, state } = this
      this.feed.publishStep({
        type: 'conversation.stepped',
        after,
        seq,
        at: event.at,
        model,
        state,
        messages: placed,
      })
    })
    return null
  }

  private enter(step: Moved, publish: () => void): void {
    this.state = step.state
    publish()
    this.onChanged(this)
    for (const effect of step.effects) startEffect(effect, this.ports, this.host)
  }

  private sessionEntries(): Entries {
    const event = this.envelop({
      type: 'sessionOpened',
      context: this.context,
      unclosed: this.stored.hasOpenSession,
    })
    const step = transition(this.state, this.context, event)
    return step.type === 'moved' ? entriesOf(event, step) : NOTHING
  }

  /** The one step that may be ahead of the disk: the turn ends, all work stops, and the screen says why (T18). */
  private failStorage(fault: StoreFault): void {
    const event = this.envelop({ type: 'storeFailed', fault })
    const step = transition(this.state, this.context, event)
    if (step.type === 'refused') return
    const entries = entriesOf(event, step)
    this.unsaved = joined([this.unsaved, entries])
    this.enter(step, () => {
      const last = this.history().at(-1)?.seq ?? 0
      const messages = entries.messages.map((message, index) => ({
        ...message,
        seq: last + index + 1,
      }))
      const { state } = this
      this.feed.publishStep({ type: 'conversation.unsaved', at: event.at, state, messages })
    })
  }

  /** After each step: what the state waits for must live. */
  private watch(): void {
    const missing = this.running.firstMissing(awaitedBy(this.state))
    if (missing === null) return
    this.ports.log.warn('awaited work does not live', { workId: missing, state: this.state.type })
    this.report({ type: 'workLost', workId: missing }, null)
  }

  private history(): readonly Message[] {
    this.loaded ??= [...this.ports.store.history(this.stored.id)]
    return this.loaded
  }
}

function canCloseRound(input: Input): boolean {
  return (
    input.type === 'cancelRequested' ||
    input.type === 'shutdownRequested' ||
    input.type === 'timerFired' ||
    input.type === 'workLost' ||
    input.type === 'storeFailed'
  )
}
