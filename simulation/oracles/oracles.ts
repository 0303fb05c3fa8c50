import { type ConversationState, isResting } from '../../src/shared/conversation-state.ts'
import type { ConversationId, MessageId } from '../../src/shared/ids.ts'
import type { ConversationEvent } from '../../src/main/core/event.ts'
import type { Context } from '../../src/main/core/context.ts'
import type { Step } from '../../src/main/core/step.ts'
import type { Commit } from '../../src/main/runtime/ports.ts'
import type { Disk } from '../disk.ts'
import type { Ledger } from '../ledger.ts'
import type { Schedule } from '../schedule.ts'
import type { Asked, SimulatedModel } from '../simulated-model.ts'
import type { Ran } from '../simulated-tools.ts'
import { STEP_MARKS } from '../step-marks.ts'
import type { Mark } from '../marks.ts'
import { Reference } from './reference.ts'
import { Replay } from './replay.ts'
import { Requests } from './requests.ts'

/** What the app may do now: anything, recover without work, or nothing at all. */
export type Mood = 'living' | 'recovering' | 'quiet'

/** Hears of everything where it happens, and holds it against what is promised. */
export class Oracles {
  readonly replay: Replay
  mood: Mood = 'living'
  /** Steps of the machine since the last change of phase. */
  steps = 0
  private readonly ledger: Ledger
  private readonly requests: Requests
  private readonly references = new Map<ConversationId, Reference>()
  private readonly acknowledged = new Map<ConversationId, Set<MessageId>>()
  private pending: readonly (typeof STEP_MARKS)[number][] = STEP_MARKS

  private readonly folderOf: (id: ConversationId) => string

  constructor(ledger: Ledger, known: ReadonlySet<Mark>, folderOf: (id: ConversationId) => string) {
    this.ledger = ledger
    this.folderOf = folderOf
    this.replay = new Replay(this.complain)
    this.requests = new Requests(this.complain)
    this.pending = STEP_MARKS.filter(({ name }) => !known.has(name))
  }

  readonly complain = (promise: string, facts: string): void => this.ledger.fail(promise, facts)

  reference(id: ConversationId): Reference {
    const found = this.references.get(id) ?? new Reference(this.complain)
    this.references.set(id, found)
    return found
  }

  sent(id: ConversationId, messageId: MessageId, text: string): void {
    this.reference(id).sends(messageId, text)
  }

  acknowledge(id: ConversationId, messageId: MessageId): void {
    const known = this.acknowledged.get(id) ?? new Set()
    this.acknowledged.set(id, known.add(messageId))
    this.reference(id).checkKept([messageId])
  }

  /** I13, I15, I17: each decision of the machine, also the refused ones. */
  transitioned(
    state: ConversationState,
    context: Context,
    event: ConversationEvent,
    step: Step,
  ): void {
    const { ledger } = this
    ledger.pairs.add(`${state.type} × ${event.type}`)
    for (const mark of this.pending) {
      if (!mark.sees(state, event, step)) continue
      ledger.sometimes(mark.name)
      this.pending = this.pending.filter((each) => each !== mark)
    }
    if (ledger.isRead) {
      const to = step.type === 'moved' ? step.state.type : `refused ${step.reason}`
      ledger.note(`${context.conversationId} ${state.type} ${event.type} ${to}`)
    }
    if (step.type === 'refused') return
    this.steps++
    if (this.mood === 'quiet') this.complain('phase C nothing happens at rest', event.type)
    if (event.type === 'cancelRequested' && !['idle', 'cancelling'].includes(step.state.type))
      this.complain('I15 a cancel stops at once', step.state.type)
    if (event.type === 'workLost') this.complain('I12 awaited work lives', event.workId)
  }

  /** After each commit: the log folds to it, and each new message is true. */
  committed(commit: Commit, disk: Disk, model: SimulatedModel): void {
    const id = commit.conversationId
    const before = this.replay.history(id).length
    this.replay.follow(id, disk)
    const asked = model.asked.filter((each) => each.conversationId === id)
    const reference = this.reference(id)
    for (const row of commit.rows) {
      if (row.kind === 'lifecycle' && row.entry.type === 'toolStarted')
        reference.intends(row.entry.callId)
    }
    for (const message of this.replay.history(id).slice(before)) reference.accept(message, asked)
    if (this.ledger.isRead) {
      this.ledger.note(
        `commit ${id} ${JSON.stringify(commit.state)} ${JSON.stringify(commit.messages)}`,
      )
    }
    if (isResting(commit.state)) this.checkRest(id)
  }

  /** I9, I19, I22, I26 and row 16, when a request leaves. */
  asked(asked: Asked, model: SimulatedModel): void {
    const { conversationId: id, call, isAside } = asked
    if (isAside) return
    if (this.mood !== 'living') this.complain('I26 nothing is asked now', this.mood)
    if (call.signal.aborted) this.complain('I19 a request starts with a fresh signal', id)
    const open = model.open().filter((each) => each.conversationId === id && !each.isAside)
    if (open.length > 1) this.complain('I9 one request at a time', id)
    const state = this.replay.stateOf(id)
    if (state.type !== 'llmRequesting' || state.phase.type === 'backoff')
      this.complain('I22 a request is on disk before it is sent', state.type)
    this.requests.check(asked, this.replay.history(id))
  }

  /** I19, I22, I23, I26, when a tool starts. */
  started(ran: Ran): void {
    const { conversationId: id, signal, workId, folder } = ran.run
    if (this.mood !== 'living') this.complain('I26 nothing runs now', this.mood)
    if (signal.aborted) this.complain('I19 a tool starts with a fresh signal', id)
    const state = this.replay.stateOf(id)
    if (state.type !== 'toolExecuting' || state.current.workId !== workId)
      this.complain('I22 a run is on disk before it starts', state.type)
    if (folder !== this.folderOf(id)) this.complain('I36 the folder never changes', folder)
    this.reference(id).runs(ran)
  }

  /** I20 in a crash image, and whenever the app starts. */
  checkDisk(disk: Disk): void {
    for (const [id, messages] of this.acknowledged) {
      const stored = new Set(disk.history(id).map((message) => message.id))
      for (const each of messages)
        if (!stored.has(each)) this.complain('I20 an acknowledged message is on disk', each)
      if (disk.folder(id) !== this.folderOf(id)) this.complain('I36 the folder never changes', id)
    }
  }

  private checkRest(id: ConversationId): void {
    const reference = this.reference(id)
    reference.checkRest()
    reference.checkKept(this.acknowledged.get(id) ?? [])
  }

  /** I12: who waits has a timer or a turn of the loop; who rests has none. Titles have one of their own. */
  checkTimers(
    states: readonly ConversationState[],
    schedule: Schedule,
    model: SimulatedModel,
  ): void {
    const busy = states.filter((state) => !isResting(state)).length
    const waiting = schedule.waiting()
    const owned = waiting.filter(({ kind }) => kind !== 'world').length
    if (owned < busy) this.complain('I12 a busy state has a live timer', `${owned} for ${busy}`)
    if (busy > 0) return
    const asides = model.asked.filter(({ isAside, outcome }) => isAside && outcome === null).length
    const timers = waiting.filter(({ kind }) => kind === 'timer')
    if (timers.length > asides)
      this.complain('I12 I18 no timer lives at rest', timers.map(({ what }) => what).join())
  }

  /** I9, I39: what runs is what the state waits for. */
  checkWork(
    id: ConversationId,
    state: ConversationState,
    live: { readonly asked: readonly Asked[]; readonly ran: readonly Ran[] },
  ): void {
    const asked = live.asked.filter((each) => each.conversationId === id && !each.isAside).length
    const ran = live.ran.filter((each) => each.run.conversationId === id).length
    const isAsking = state.type === 'llmRequesting' && state.phase.type !== 'backoff'
    if (asked > (isAsking ? 1 : 0)) this.complain('I9 no request that nobody waits for', state.type)
    if (ran > (state.type === 'toolExecuting' ? 1 : 0))
      this.complain('I39 no tool that nobody waits for', state.type)
  }
}
