import { isResting } from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'
import type { CallId, ConversationId, MessageId, TimerId } from '../../src/shared/ids.ts'
import type { UndoContent } from '../../src/shared/messages/message.ts'
import type { WaitingMessage } from '../../src/shared/messages/waiting.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { ConversationEvent } from '../../src/main/core/machine/event.ts'
import type { Moved, Step } from '../../src/main/core/machine/step.ts'
import type { Commit } from '../../src/main/runtime/ports/history-store.ts'
import type { Disk } from '../disks/disk.ts'
import type { RunRecord } from '../run-record.ts'
import type { RunOptions } from '../runs/run-options.ts'
import { SECRET } from '../ports/simulated-settings.ts'
import type { SimulatedRequest, SimulatedModel } from '../ports/simulated-model.ts'
import type { SimulatedRun } from '../ports/simulated-tools.ts'
import { pairOf } from '../marks/observed-step.ts'
import { STEP_MARKS } from '../marks/step-marks.ts'
import { checkCaps } from './caps.ts'
import { Retries, RetryWaits } from './retries.ts'
import { StrayTimers } from './stray-timers.ts'
import { checkReasons, TurnEnds } from './turn-ends.ts'
import { Deadlines } from './deadlines.ts'
import { Family } from './family.ts'
import type { OracleWorld } from './oracle-world.ts'
import { Flushes } from './flushes.ts'
import { WaitingMessages } from './waiting-messages.ts'
import { Permissions } from './permissions.ts'
import { Reference, type RequestWitness } from './reference.ts'
import { Replay } from './replay.ts'
import { Requests } from './requests.ts'
import { Undos } from './undos.ts'
import { WorkingTime } from './working-time.ts'

/** The work that the app may do now: any, recovery without work, ending what it does, or none. */
export type AppPhase = 'living' | 'recovering' | 'quitting' | 'quiet'

/** Inputs that lead to work; a closing app must not accept them. */
const BEGINNINGS = ['userMessage', 'continueRequested', 'retryRequested', 'compactRequested']
/** One life in this many is searched for the key, which takes a tenth of its time. */
const SEARCHED = 4
const AFTER_CANCEL = ['idle', 'cancelling', 'failed']

function begins({ lifecycle }: Moved): boolean {
  return lifecycle.some(({ type }) => type === 'turnStarted')
}

/** Observes everything where it happens, and compares it with the promises. */
export class Oracles {
  readonly replay: Replay
  readonly family: Family
  readonly waitingMessages: WaitingMessages
  readonly permissions: Permissions
  readonly undos: Undos
  readonly flushes: Flushes
  readonly deadlines: Deadlines
  readonly workingTime: WorkingTime
  phase: AppPhase = 'living'
  /** Steps of the machine since the last change of phase. */
  steps = 0
  readonly #record: RunRecord
  readonly #requests: Requests
  readonly #retries: Retries
  readonly #waits: RetryWaits
  readonly #strayTimers: StrayTimers
  readonly #turnEnds = new Map<ConversationId, TurnEnds>()
  readonly #references = new Map<ConversationId, Reference>()
  readonly #acknowledged = new Map<ConversationId, Set<MessageId>>()
  readonly #fired = new Set<TimerId>()
  #pending: readonly (typeof STEP_MARKS)[number][] = STEP_MARKS

  readonly #world: OracleWorld
  /** True if this run is searched for the key. */
  readonly #isSearched: boolean

  constructor(record: RunRecord, options: RunOptions, world: OracleWorld) {
    this.#record = record
    this.#isSearched = options.seed % SEARCHED === 1
    this.#world = world
    this.replay = new Replay(this.complain)
    this.#requests = new Requests(this.complain)
    this.#retries = new Retries(this.complain)
    this.#waits = new RetryWaits(this.complain)
    this.#strayTimers = new StrayTimers(this.complain)
    this.family = new Family(this.complain)
    this.waitingMessages = new WaitingMessages(this.complain)
    this.permissions = new Permissions(this.complain)
    this.undos = new Undos(this.complain)
    this.flushes = new Flushes(this.complain)
    this.deadlines = new Deadlines(this.complain)
    this.workingTime = new WorkingTime(this.complain)
    this.#pending = STEP_MARKS.filter(({ name }) => !options.known.has(name))
  }

  readonly complain = (promise: string, facts: string): void => this.#record.fail(promise, facts)

  reference(id: ConversationId): Reference {
    const found = this.#references.get(id) ?? new Reference(this.complain)
    this.#references.set(id, found)
    return found
  }

  sent(id: ConversationId, messageId: MessageId, text: string): void {
    this.reference(id).sends(messageId, text)
  }

  acknowledge(id: ConversationId, messageId: MessageId): void {
    const known = this.#acknowledged.get(id) ?? new Set()
    this.#acknowledged.set(id, known.add(messageId))
    this.reference(id).checkKept([messageId])
    this.flushes.acknowledged(messageId)
  }

  /** Called for each decision of the machine, including refusals. */
  transitioned(
    state: ConversationState,
    context: Context,
    event: ConversationEvent,
    step: Step,
  ): void {
    this.#remember(state, context, event, step)
    const { moment } = this.#world.schedule
    this.#strayTimers.decided(context, event, step, this.#world)
    if (step.type === 'refused') return
    this.steps++
    const { complain, phase } = this
    if (phase === 'quiet') complain('phase C nothing happens at rest', event.type)
    if (phase === 'quitting' && BEGINNINGS.includes(event.type))
      complain('nothing begins while the app closes', event.type)
    if (event.type === 'cancelRequested' && !AFTER_CANCEL.includes(step.state.type))
      complain('I15 a cancel stops at once', step.state.type)
    if (begins(step) && context.role.type === 'root' && this.#world.folders.isGone(context.folder))
      complain('no turn begins in a folder that is gone', event.type)
    if (event.type === 'workLost' && !this.#world.ports.hasStruck)
      complain('I12 awaited work lives', event.workId)
    if (event.type === 'timerFired') {
      if (this.#fired.has(event.timerId)) complain('I42 no timer fires twice', event.timerId)
      this.#fired.add(event.timerId)
    }
    if (step.type === 'moved') {
      checkCaps(context, state, step, complain)
      this.#waits.stepped(context, event, step)
      checkReasons(state, event, step, complain)
      this.deadlines.started(step, moment)
      this.workingTime.stepped(context, event, step, moment)
    }
    this.family.heard(context.conversationId, event)
    this.permissions.replied(context, event, step)
    this.permissions.decided(state, event, step)
    this.permissions.changed(state, context, event)
  }

  #remember(
    state: ConversationState,
    context: Context,
    event: ConversationEvent,
    step: Step,
  ): void {
    this.#record.pairs.add(pairOf(state, event, step))
    for (const mark of this.#pending) {
      if (!mark.sees(state, event, step, context)) continue
      this.#record.sometimes(mark.name)
      this.#pending = this.#pending.filter((each) => each !== mark)
    }
    if (!this.#record.isRead) return
    const to = step.type === 'moved' ? step.state.type : `refused ${step.reason}`
    this.#record.note(`${context.conversationId} ${state.type} ${event.type} ${to}`)
  }

  /** Checks each commit: the log folds to it, each new message is true. `waiting`: what waited before it. */
  committed(
    commit: Commit,
    disk: Disk,
    model: SimulatedModel,
    waiting: readonly WaitingMessage[],
  ): void {
    const id = commit.conversationId
    const before = this.replay.history(id).length
    this.waitingMessages.committed(commit, this.replay.stateOf(id), waiting)
    this.waitingMessages.checkHeld(commit, disk)
    this.family.born(id, commit.children)
    for (const { agentId, task } of commit.children)
      this.sent(agentId, `${agentId}.task` as MessageId, task)
    this.replay.follow(id, disk)
    const reference = this.reference(id)
    for (const row of commit.rows) {
      if (row.kind !== 'lifecycle') continue
      if (row.entry.type === 'toolStarted') reference.intends(row.entry.callId)
      this.#endsOf(id).recorded(row.entry)
    }
    const fresh = this.replay.history(id).slice(before)
    const witness = this.#witness(fresh.length === 0 ? [] : model.requestsOf(id))
    for (const message of fresh) {
      this.family.accept(id, message, (each) => this.replay.stateOf(each))
      reference.accept(message, witness)
      if (message.content.type === 'undo') this.#acceptUndo(id, message.content)
    }
    if (this.#record.isRead) {
      this.#record.note(
        `commit ${id} ${JSON.stringify(commit.state)} ${JSON.stringify(commit.messages)}`,
      )
    }
    if (isResting(commit.state)) this.#checkRest(id)
  }

  #endsOf(id: ConversationId): TurnEnds {
    const found = this.#turnEnds.get(id) ?? new TurnEnds(this.complain)
    this.#turnEnds.set(id, found)
    return found
  }

  #acceptUndo(id: ConversationId, content: UndoContent): void {
    this.undos.accept(id, this.#world.folderOf(id), content)
    if (content.of === 'undo') this.#record.sometimes('an undo was undone')
  }

  #witness(requests: readonly SimulatedRequest[]): RequestWitness {
    return {
      requests,
      saysDenied: (callId: CallId) => this.permissions.saysDenied(callId),
      checkDelegated: (callId: CallId, text: string) => this.family.checkResult(callId, text),
    }
  }

  /** I9, I19, I22, I26 and row 16, when a request is sent. */
  asked(asked: SimulatedRequest, model: SimulatedModel): void {
    const { conversationId: id, call, asking, isBackground } = asked
    if (isBackground) return
    if (this.phase === 'recovering' || this.phase === 'quiet')
      this.complain('I26 nothing is asked now', this.phase)
    if (call.signal.aborted) this.complain('I19 a request starts with a fresh signal', id)
    const open = model.open().filter((each) => each.conversationId === id && !each.isBackground)
    if (open.length > 1) this.complain('I9 one request at a time', id)
    const state = this.replay.stateOf(id)
    this.flushes.begun(state)
    this.deadlines.asked(state, asked)
    if (state.type !== 'llmRequesting' || state.phase.type === 'backoff')
      this.complain('I22 a request is on disk before it is sent', state.type)
    else if ((state.purpose === 'compaction') !== (asking === 'summary'))
      this.complain('a request asks for what the state says', asking)
    this.checkSecret('a request', call.request)
    const history = this.replay.history(id)
    this.#requests.check(asked, history, state)
    this.#retries.asked(asked, state, history)
  }

  /** I19, I22, I23, I26, when a tool starts. */
  started(ran: SimulatedRun): void {
    const { conversationId: id, signal, workId, folder } = ran.run
    this.checkSecret('a run of a tool', ran.run)
    if (this.phase === 'recovering' || this.phase === 'quiet')
      this.complain('I26 nothing runs now', this.phase)
    if (signal.aborted) this.complain('I19 a tool starts with a fresh signal', id)
    const state = this.replay.stateOf(id)
    this.flushes.begun(state)
    if (state.type !== 'toolExecuting' || state.current.workId !== workId)
      this.complain('I22 a run is on disk before it starts', state.type)
    if (folder !== this.#world.folderOf(id)) this.complain('I36 the folder never changes', folder)
    this.permissions.runs(ran)
    if (ran.run.sandboxPolicy?.folder === 'readOnly')
      this.#record.sometimes('a command ran where it can only read')
    this.reference(id).runs(ran)
  }

  /** I41: the key a person has entered is stored only in the settings. */
  checkSecret(where: string, value: unknown): void {
    if (this.#isSearched && JSON.stringify(value).includes(SECRET))
      this.complain('I41 no key in anything', where)
  }

  checkKeptSecret(disk: Disk): void {
    if (this.#isSearched && disk.holds(SECRET)) this.complain('I41 no key in anything', 'the disk')
  }

  /** I20, R13 in a crash image, at each start of the app, and at the end. */
  checkDisk(disk: Disk): void {
    for (const [id, messages] of this.#acknowledged) {
      const stored = new Set(disk.messageIds(id))
      for (const each of messages)
        if (!stored.has(each)) this.complain('I20 an acknowledged message is on disk', each)
      if (disk.folder(id) !== this.#world.folderOf(id))
        this.complain('I36 the folder never changes', id)
    }
    this.waitingMessages.check(disk)
  }

  /** Their rows are gone: nothing is expected of them any more. */
  forget(ids: readonly ConversationId[]): void {
    const { family, waitingMessages, replay } = this
    const own = [this.#acknowledged, this.#references, this.#turnEnds]
    const known = [...own, family, waitingMessages, replay]
    for (const id of ids) for (const each of known) each.delete(id)
  }

  #checkRest(id: ConversationId): void {
    const reference = this.reference(id)
    reference.checkRest()
    reference.checkKept(this.#acknowledged.get(id) ?? [])
    this.family.checkRest(id)
  }
}
