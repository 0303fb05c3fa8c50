import { type ConversationState, isResting } from '../src/shared/conversation-state.ts'
import type { ConversationId, EventId } from '../src/shared/ids.ts'
import { MemoryBlobs } from '../src/main/runtime/fakes/memory-blobs.ts'
import type { Commit, Committed, Log } from '../src/main/runtime/ports.ts'
import { App } from './app.ts'
import { Choices } from './choices.ts'
import type { Disk } from './disk.ts'
import { Faults } from './faults.ts'
import { Death, guardStore, type StoreWatch } from './guarded-store.ts'
import type { HostControls } from './host-faults.ts'
import { Ledger } from './ledger.ts'
import type { Mark } from './marks.ts'
import { createMemoryDisk } from './memory-disk.ts'
import { Oracles } from './oracles/oracles.ts'
import { checkRecovery } from './recovery-check.ts'
import type { RunOptions } from './run-options.ts'
import { Schedule } from './schedule.ts'
import { SimulatedClient } from './simulated-client.ts'
import { SimulatedModel } from './simulated-model.ts'
import { SimulatedSettings } from './simulated-settings.ts'
import { SimulatedTools } from './simulated-tools.ts'
import { createSqliteDisk } from './sqlite-disk.ts'
import type { Surroundings } from './surroundings.ts'

/** Warnings of the app that belong to the faults of a run. Any other is a broken promise. */
const EXPECTED_WARNINGS = [
  'a write failed',
  'the model port threw',
  'the tool port threw',
  'a recovery could not be saved',
  'no title was given',
]

/** ms since 1970 when a run begins. */
const BEGINNING = 1_700_000_000_000

export function folderOf(id: ConversationId): string {
  return `/work/${id}`
}

/** How often somebody acts on a state that he has just seen. */
function urge(state: ConversationState): number {
  if (state.type === 'cancelling') return 0.4
  return isResting(state) ? 0.15 : 0.05
}

/** One app at a time on one disk, with everything around it, and who watches them. */
export class World implements Surroundings, HostControls {
  readonly choices: Choices
  readonly schedule: Schedule
  readonly faults: Faults
  readonly ledger: Ledger
  readonly oracles: Oracles
  readonly model: SimulatedModel
  readonly tools: SimulatedTools
  readonly settings: SimulatedSettings
  readonly blobs = new MemoryBlobs()
  readonly ids: readonly ConversationId[]
  readonly clients: readonly SimulatedClient[]
  disk: Disk
  app: App
  /** Writes of the whole run. */
  writes = 0
  /** Somebody acts on what he has just seen: states that last for ms are met, too. */
  onImpatience: () => void = () => {}
  /** A recovery could not be saved: what it leaves is not idle. */
  isRecoverySaved = true
  private eventIds = 0
  private jumps = 0
  private readonly commit: number | null
  private diesAt: number | null
  private diesAgainAt: number | null = null

  constructor(options: RunOptions) {
    this.choices = new Choices(options.seed, options.tape)
    this.schedule = new Schedule(this.choices)
    this.faults = new Faults(this.choices)
    this.ledger = new Ledger(options.isHashed, options.tell)
    this.oracles = new Oracles(this.ledger, options.known, folderOf)
    this.model = new SimulatedModel(this, {
      asked: (asked) => this.oracles.asked(asked, this.model),
    })
    this.tools = new SimulatedTools(this, { started: (ran) => this.oracles.started(ran) })
    this.settings = new SimulatedSettings(this.choices)
    const count = this.choices.pick(1, 1, 2)
    this.ids = Array.from({ length: count }, (_, index) => `c${index + 1}` as ConversationId)
    this.clients = ['first window', 'second window'].map(
      (name) =>
        new SimulatedClient(name, {
          complain: this.oracles.complain,
          cameBack: (missed) => {
            if (missed) this.sometimes('a client came back and had missed steps')
          },
        }),
    )
    this.commit = options.commit
    this.diesAt = options.commit
    if (options.commit !== null) this.diesAgainAt = this.choices.int(4)
    this.disk = options.store === 'sqlite' ? createSqliteDisk(this.log) : createMemoryDisk()
    this.app = this.start()
  }

  get now(): number {
    return BEGINNING + Math.round(this.schedule.now) + this.jumps
  }

  sometimes(mark: Mark): void {
    this.ledger.sometimes(mark)
  }

  fail(promise: string, facts: string): void {
    this.ledger.fail(promise, facts)
  }

  /** Only a death is thrown through the app. */
  threw(error: unknown): void {
    if (error instanceof Death) return
    this.fail('nothing throws', error instanceof Error ? String(error.stack) : String(error))
  }

  note(line: string): void {
    if (this.ledger.isRead) this.ledger.note(line)
  }

  dieAtWrite(write: number): void {
    this.diesAt ??= 2 * this.writes + write
    this.diesAgainAt = this.choices.int(4)
  }

  quit(): void {
    const { app } = this
    if (app.isOver) return
    if (!this.isAtRest()) this.sometimes('the app was quit while a conversation was busy')
    void this.quitting(app)
  }

  private async quitting(app: App): Promise<void> {
    try {
      await app.quit()
      if (!app.isOver) this.end()
    } catch (error) {
      this.threw(error)
    }
  }

  /** Nothing goes wrong any more, but for the death that this run is about. */
  heal(): void {
    this.faults.isHealed = true
    this.diesAgainAt = null
    if (this.commit === null) this.diesAt = null
  }

  jumpClock(ms: number): void {
    this.jumps += ms
    this.sometimes(
      ms > 0 ? 'the machine slept for eight hours' : 'the clock was put back by an hour',
    )
  }

  loseClients(): void {
    for (const client of this.clients) client.disconnect()
    this.schedule.after(this.choices.delay(8), 'world', 'a window comes back', () => {
      this.openWindow(this.clients[0])
    })
  }

  openWindow(client: SimulatedClient | undefined): void {
    if (client === undefined || this.app.isOver) return
    if (!client.isConnected) client.connect(this.app)
    for (const conversationId of this.ids) {
      const folder = folderOf(conversationId)
      client.request('conversation.create', { conversationId, folder }, () => {
        client.open(conversationId)
      })
    }
  }

  isAtRest(): boolean {
    return this.ids.every((id) => isResting(this.liveState(id)))
  }

  /** As the app has it; what is on disk where no runtime lives. */
  liveState(id: ConversationId): ReturnType<Oracles['replay']['stateOf']> {
    return this.app.registry.live(id)?.current ?? this.oracles.replay.stateOf(id)
  }

  /** A life begins: recovery comes before the first client. */
  private start(): App {
    const app = new App({
      schedule: this.schedule,
      store: guardStore(this.disk, this, this.watch),
      model: this.model,
      tools: this.tools,
      blobs: this.blobs,
      ids: { next: () => `e${++this.eventIds}` as EventId, random: () => this.jitter() },
      log: this.log,
      now: () => this.now,
      contextOf: (stored) => this.settings.contextOf(stored),
      settings: () => this.settings.view(),
      wantsTitle: () => this.settings.wantsTitle,
    })
    this.app = app
    this.isRecoverySaved = true
    this.oracles.mood = 'recovering'
    app.registry.recover()
    this.oracles.mood = 'living'
    if (!app.isOver) this.checkStart()
    return app
  }

  /** Follows from the event's number, so that it takes no place on the tape. */
  private jitter(): number {
    return (Math.imul(this.eventIds, 0x9e3779b1) >>> 0) / 2 ** 32
  }

  private checkStart(): void {
    this.oracles.checkDisk(this.disk)
    if (!this.isRecoverySaved) return
    const unsettled = this.disk.store.unsettled()
    if (unsettled.length > 0) this.fail('I24 all conversations are idle', unsettled.join())
  }

  private readonly log: Log = {
    warn: (what, facts) => {
      this.note(`warning: ${what} ${JSON.stringify(facts)}`)
      if (what === 'a recovery could not be saved') this.isRecoverySaved = false
      if (!EXPECTED_WARNINGS.includes(what))
        this.fail('the app has nothing to warn of', `${what} ${JSON.stringify(facts)}`)
    },
  }

  private readonly watch: StoreWatch = {
    beforeWrite: () => this.passWrite(2 * this.writes, 'the app died before a write'),
    afterWrite: () => this.passWrite(2 * this.writes++ + 1, 'the app died after a write'),
    committed: (commit: Commit, committed: Committed) => {
      if (
        committed.messages.length > 0 &&
        commit.rows.filter(({ kind }) => kind === 'input').length > 2
      )
        this.sometimes('several steps were saved in one transaction')
      if (commit.rows.some((row) => row.kind === 'input' && row.event.input.type === 'storeFailed'))
        this.sometimes('what could not be saved was saved later')
      this.oracles.committed(commit, this.disk, this.model)
      if (!this.faults.isHealed && this.choices.chance(urge(commit.state))) this.onImpatience()
    },
    commitFailed: (commit) => {
      const isAtRest = isResting(this.liveState(commit.conversationId))
      this.sometimes(isAtRest ? 'a write failed at rest' : 'a write failed while busy')
      if (!isAtRest) this.sometimes('a step was shown before it could be saved')
    },
  }

  private passWrite(at: number, mark: Mark): void {
    if (this.app.isOver) throw new Death()
    if (at !== this.diesAt) return
    this.sometimes(mark)
    this.die()
    throw new Death()
  }

  private die(): void {
    const { type } = this.ids.map((id) => this.liveState(id)).find((s) => !isResting(s)) ?? {
      type: 'idle',
    }
    if (type === 'toolExecuting') this.sometimes('the app died while a tool ran')
    if (type === 'llmRequesting') this.sometimes('the app died while the model was asked')
    if (this.oracles.mood === 'recovering') this.sometimes('the app died again in its recovery')
    this.note(`the app dies at write ${this.diesAt}`)
    this.diesAt = this.diesAgainAt === null ? null : 2 * this.writes + this.diesAgainAt
    this.diesAgainAt = null
    this.end()
    const contextOf = this.settings.contextOf.bind(this.settings)
    checkRecovery(this.disk, contextOf, this.oracles.complain)
    this.sometimes('a recovery was enumerated write by write')
  }

  /** This life is over; the next one begins on what is on disk. */
  private end(): void {
    this.app.isOver = true
    this.schedule.forgetApp()
    this.model.forget()
    this.tools.forget()
    for (const client of this.clients) client.disconnect()
    const old = this.disk
    this.disk = old.copy(this.log)
    this.oracles.checkDisk(this.disk)
    this.schedule.after(this.choices.delay(5), 'world', 'the app starts again', () => {
      this.start()
      old.close()
      this.openWindow(this.clients[0])
    })
  }
}
