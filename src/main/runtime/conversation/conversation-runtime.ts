import { type Answer, isUrgent, type Item, reply } from './mailbox-item.ts'
import type { ContextUse } from '../../../shared/messages/context-use.ts'
import {
  type ConversationState,
  IDLE,
  isResting,
} from '../../../shared/conversation/conversation-state.ts'
import type { StoredSummary } from '../../../shared/conversation/conversation.ts'
import type { TimerId, WorkId } from '../../../shared/ids.ts'
import { modelName } from '../../../shared/models/model-name.ts'
import { instructionsIn, type Provider, type Turn } from '../../../shared/conversation/turn.ts'
import { callerOf, type Context, type ContextChange } from '../../core/machine/context.ts'
import { commandPolicyOf } from '../../core/machine/sandbox-policy.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { Input } from '../../core/machine/event.ts'
import type { Moved } from '../../core/machine/step.ts'
import { mayBeLetGo, mayWaitForDisk } from '../../core/turn/session.ts'
import { providerOf } from '../../core/turn/turn.ts'
import { viewOf } from '../../core/view/view-of.ts'
import { StepTelemetry } from './record/step-telemetry.ts'
import { ConversationFeed } from './feed/conversation-feed.ts'
import { ContextMeter } from './record/context-meter.ts'
import { ConversationRecord } from './record/conversation-record.ts'
import type { EffectHost } from './effect-host.ts'
import { startEffects } from './effect-runner.ts'
import { guard } from '../guard.ts'
import { LivenessWatch } from './liveness-watch.ts'
import { MailLoop } from './mail-loop.ts'
import { Outbox } from './record/outbox.ts'
import type { StoredConversation } from '../ports/conversation-store.ts'
import { QueuedMessages } from './queued-messages.ts'
import { RequestBuilder } from './request-builder.ts'
import { RunningWork } from './running-work.ts'
import { settingsChange } from './settings-change.ts'
import { type Group, StepDecider } from './step-decider.ts'
import { endsGroup, type PlacedStep, type Position, type Taken } from './record/step-entries.ts'
import type { RuntimePorts } from './runtime-ports.ts'
import type { RuntimeHost } from './runtime-host.ts'

/**
 * The only place where a conversation changes: takes an event, asks the machine, saves the step, notifies the clients,
 * starts the effects. The loop never awaits.
 */
export class ConversationRuntime {
  readonly feed: ConversationFeed
  readonly record: ConversationRecord
  readonly outbox: Outbox
  readonly loop: MailLoop
  readonly #running: RunningWork
  readonly #watch: LivenessWatch
  readonly #decider: StepDecider
  readonly #telemetry: StepTelemetry
  readonly #host: EffectHost
  readonly #meter = new ContextMeter()
  readonly #queued = new QueuedMessages((item) => this.loop.put(item))
  readonly #ports: RuntimePorts
  readonly #runtimeHost: RuntimeHost<ConversationRuntime>
  #state: ConversationState
  #context: Context
  /** A change of settings that could not be saved. */
  #missedChange: ContextChange | null = null

  constructor(
    stored: StoredConversation,
    context: Context,
    ports: RuntimePorts,
    runtimeHost: RuntimeHost<ConversationRuntime>,
  ) {
    this.record = new ConversationRecord(stored, ports.store)
    this.#context = context
    this.#ports = ports
    this.#runtimeHost = runtimeHost
    this.#state = stored.state ?? IDLE
    this.#running = new RunningWork(ports.timers)
    this.feed = new ConversationFeed(stored.id, ports.timers)
    this.outbox = new Outbox(stored.id, ports.store, ports.log, (waiting) =>
      this.feed.publish({ type: 'conversation.waiting', waiting }),
    )
    const broke = (error: unknown): void => runtimeHost.broke(this, error)
    const emptied = (): void => void (this.isDone && runtimeHost.done())
    const handle = (item: Item): void => this.#handle(item)
    this.loop = new MailLoop({ ...ports, handle, emptied, broke })
    const { feed, loop, record } = this
    const running = this.#running
    const parts = { ...ports, running, feed }
    const state = (): ConversationState => this.#state
    const lost = (workId: WorkId | TimerId): void =>
      this.#report({ type: 'workLost', workId }, null)
    this.#watch = new LivenessWatch({ ...parts, loop, state, lost, broke }, runtimeHost)
    this.#telemetry = new StepTelemetry(stored, ports)
    const stale = (input: Input): void => this.#telemetry.stale(input)
    const overBudget = (turn: Turn) => runtimeHost.budget.overBy(this, turn)
    const timerDue = this.#timerDue
    this.#decider = new StepDecider({ ...parts, record, timerDue, stale, overBudget })
    this.#host = {
      conversationId: stored.id,
      get folder() {
        return record.stored.folder
      },
      caller: callerOf(context.role),
      maySearchWeb: () => this.#context.webSearch === true,
      running,
      feed,
      requests: new RequestBuilder(),
      neededMessages: () => record.memory.needed(),
      prepareNeeded: (signal) => record.memory.prepare(ports.timers, signal),
      hasThought: (model) => record.hasThought(model),
      report: (input, settles) => this.#report(input, settles),
      commandPolicy: () => commandPolicyOf(this.#context),
      say: (input) => new Promise((resolve) => this.dispatch(input, () => resolve())),
      startChild: (child) => runtimeHost.startChild(child),
    }
  }

  get #here(): Position {
    return { state: this.#state, context: this.#context }
  }

  /** The number of events with ids that nothing waited for. */
  get stale(): number {
    return this.#decider.stale
  }

  get current(): ConversationState {
    return this.#state
  }

  /** True if it belongs to a person and is in the list. */
  get isRoot(): boolean {
    return this.#context.role.type === 'root'
  }

  get liveContext(): Context {
    return this.#context
  }

  get use(): ContextUse {
    return this.#meter.use(this.record.memory.recent(), this.#context, this.provider)
  }

  /** The provider of the running turn, else of the next one. */
  get provider(): Provider {
    return 'turn' in this.#state ? providerOf(this.#state.turn) : this.#context.primary
  }

  /** True if it does not rest, or what ends its rest waits for the database. */
  get isAtWork(): boolean {
    return this.loop.isWaiting || !isResting(this.#state)
  }

  /** True at rest with nothing under way: it may be unloaded from memory. */
  get isDone(): boolean {
    const isIdle = this.loop.isIdle && this.#running.isEmpty && this.record.isSaved
    return isIdle && mayBeLetGo(this.#state)
  }

  summary(): StoredSummary {
    return this.record.summary(this.#state)
  }

  /** Answers in the same tick, after the step is on disk; later if another program holds the database. */
  dispatch(input: Input, answer: (answer: Answer) => void): void {
    this.#watch.begin()
    if (this.#missedChange !== null) this.changeSettings({})
    this.loop.dispatch({ input, settles: null, answer })
  }

  /**
   * Changes the context. Until a session is recorded, the context can simply be replaced, because sessionOpened will
   * contain all of it. A change that cannot be saved is repeated before the next command.
   */
  changeSettings(wanted: ContextChange): void {
    const change = settingsChange(this.#context, { ...this.#missedChange, ...wanted })
    this.#missedChange = null
    if (change === null) return
    if (!this.record.hasSession && mayBeLetGo(this.#state) && !this.loop.isHeld) {
      this.#context = { ...this.#context, ...change }
      return
    }
    this.dispatch({ type: 'settingsChanged', change }, (answer) => {
      if (answer.type === 'failed') this.#missedChange = change
    })
  }

  closeSession(reason: 'closed' | 'shutdown'): void {
    if (this.record.hasSession) this.dispatch({ type: 'sessionClosed', reason }, () => {})
  }

  #report(input: Input, settles: WorkId | TimerId | null): void {
    this.#watch.begin()
    this.loop.report({ input, settles, answer: null })
  }

  /** Handles an unexpected error in work of this conversation: a turn that waits for the work ends. */
  loseWork(): void {
    this.#watch.loseWork()
  }

  /** Stops all work and accepts nothing more. What is on disk is the state. */
  abandon(): void {
    this.loop.end()
    this.#watch.end()
    this.#running.stopAll('internal')
  }

  /** Takes one event, then queued reports, as long as no command and no queued message waits and no work starts. */
  #handle(first: Item): void {
    const next = (last: Moved): Item | undefined =>
      endsGroup(last, this.outbox.readyAfter(last)) ? undefined : this.loop.takeFromWork()
    const group = this.#decider.decideGroup(first, this.#here, next)
    if (group.type === 'refused') reply(first, group)
    else this.#finish(group)
  }

  /**
   * Saves a group. While another program holds the database, the group waits, and so does everything after it, unless
   * the event is a Stop, the conversation is stopping, or it is already ahead of the disk.
   */
  #finish(group: Group, isLast = false): void {
    const { first } = group
    const isAhead = !this.record.isSaved
    const mayWait = !isLast && !isAhead && !isUrgent(first) && mayWaitForDisk(this.#state)
    const answer = this.#commit(group, mayWait)
    if (answer === 'wait') this.loop.hold(first, (last) => this.#finish(group, last))
    else reply(first, answer)
  }

  /** Queues a report in the work lane: in the same tick, or once it is known what of a budget is used. */
  readonly #timerDue = (timerId: TimerId): void => {
    const fire = (): void => this.#report({ type: 'timerFired', timerId }, timerId)
    this.#running.startTimer(timerId, 0, fire)
    const prepared = this.#runtimeHost.budget.prepared(this)
    if (prepared === null) fire()
    else void prepared.then(guard('a due request', fire))
  }

  /** REQ-BED-007: one transaction, then the clients, then the effects. */
  #commit({ steps, position }: Group, mayWait: boolean): Answer | 'wait' {
    const session = this.record.hasSession ? null : this.#decider.openedSession(this.#here)
    const waiting = this.outbox.changedBy(steps)
    const saving = { steps, session, state: position.state, ...waiting }
    const { saved, report } = this.#telemetry.saved(steps.length, () => this.record.save(saving))
    if (!saved.ok) {
      if (saved.error === 'locked' && mayWait) return 'wait'
      report()
      if (saved.error === 'overtaken') this.#runtimeHost.overtaken(this)
      else this.#commitFailed(steps, saved.error)
      return { type: 'failed', fault: saved.error }
    }
    this.#context = position.context
    const isOutboxChanged = this.outbox.committed(waiting)
    for (const step of saved.value) this.#apply(step)
    report()
    if (isOutboxChanged) this.outbox.announce()
    this.#watch.afterStep()
    return { type: 'accepted' }
  }

  #apply({ step, event, after, seq, messages }: PlacedStep): void {
    this.#state = step.state
    this.feed.publishStep({ after, seq, messages, ...viewOf(step.state) }, () => ({
      use: this.use,
      model: modelName(this.provider),
      instructions: instructionsIn(this.#context.instructions),
    }))
    if (messages.length > 0 && this.isRoot && !this.feed.isLookedAt) this.record.markUnread(true)
    this.#runtimeHost.changed(this)
    if (step.rules.length > 0) this.#runtimeHost.rulesSaved(this, step.rules)
    startEffects(step.effects, this.#ports, this.#host)
    this.#telemetry.stepped({ event, step })
    if (step.lifecycle.some(({ type }) => type === 'turnCompleted')) {
      this.#runtimeHost.turnCompleted(this)
    }
    if (!this.#queued.isSending) this.#queued.send(this.outbox.readyAfter(step))
  }

  /**
   * The only step that may be ahead of the disk. A storage failure ends the turn: all work stops, and the screen says why
   * (T18). After a restart no work is left to stop: the result of recovery is kept for the next step to save (I24).
   */
  #commitFailed([first]: readonly Taken[], fault: StoreFault): void {
    if (first?.event.type === 'recovered') return this.#applyUnsaved(first)
    if (isResting(this.#state)) return
    const failing = this.#decider.step({ type: 'storeFailed', fault }, this.#here)
    if (failing.type === 'taken') this.#applyUnsaved(failing)
  }

  #applyUnsaved(taken: Taken): void {
    const { step } = taken
    this.record.keepUnsaved(taken)
    this.#state = step.state
    const messages = this.record.unsavedMessages()
    this.feed.publishUnsaved({ type: 'conversation.unsaved', messages, ...viewOf(step.state) })
    this.outbox.holdUnsaved()
    this.#runtimeHost.changed(this)
    startEffects(step.effects, this.#ports, this.#host)
    this.#telemetry.stepped(taken)
  }
}
