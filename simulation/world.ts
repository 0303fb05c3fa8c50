import { isAsking, isResting } from '../src/shared/conversation/conversation-state.ts'
import type { ConversationId } from '../src/shared/ids.ts'
import type { PermissionMode } from '../src/shared/conversation/turn.ts'
import { MemoryBlobs } from '../src/main/runtime/fakes/memory/memory-blobs.ts'
import { WrittenInstructions } from '../src/main/runtime/fakes/written-instructions.ts'
import type { App } from './app.ts'
import { createApp } from './create-app.ts'
import { Choices } from './choices.ts'
import { CrashSchedule, crashMarksOf } from './crash-schedule.ts'
import { Deletions } from './deletions.ts'
import { createDisk } from './disks/create-disk.ts'
import type { Disk } from './disks/disk.ts'
import { Faults } from './faults/faults.ts'
import { type FlushedDisk, createFlushes } from './disks/late-flush.ts'
import { SimulatedCrash, guardStore, type StoreWatch } from './disks/guarded-store.ts'
import type { HostControls } from './faults/host-faults.ts'
import { checkedLog } from './checked-log.ts'
import { RunRecord } from './run-record.ts'
import { type Randomness, RandomnessByFolder } from './faults/randomness.ts'
import type { Mark } from './marks/marks.ts'
import { drawNarrowings } from './narrowings.ts'
import { isWorking } from './oracles/live-work.ts'
import { Oracles } from './oracles/oracles.ts'
import { PlantedFault, PortFaults } from './faults/port-faults.ts'
import { checkPowerCut, checkStarts } from './disks/crash-check.ts'
import type { RunOptions } from './runs/run-options.ts'
import { Schedule } from './schedule.ts'
import type { SimulatedClient } from './people/simulated-client.ts'
import { SimulatedFiles } from './ports/simulated-files.ts'
import { SimulatedFolders } from './ports/simulated-folders.ts'
import { SimulatedIds } from './ports/simulated-ids.ts'
import { SimulatedModel } from './ports/simulated-model.ts'
import { SimulatedSettings } from './ports/simulated-settings.ts'
import { SimulatedTools } from './ports/simulated-tools.ts'
import type { SimulationContext } from './faults/simulation-context.ts'
import { watchCommits } from './watch-commits.ts'
import { Windows } from './windows.ts'

/** The start of a run, in ms since 1970. */
const BEGINNING = 1_700_000_000_000

/** One app at a time on one disk, with everything around it and its observers. */
export class World implements SimulationContext, HostControls {
  readonly choices: Choices
  readonly schedule: Schedule
  readonly faults: Faults
  readonly ports: PortFaults
  readonly record: RunRecord
  readonly oracles: Oracles
  readonly model: SimulatedModel
  readonly tools: SimulatedTools
  readonly files: SimulatedFiles
  readonly settings: SimulatedSettings
  readonly blobs = new MemoryBlobs()
  readonly instructions = new WrittenInstructions()
  readonly folders = new SimulatedFolders(this)
  /** People's own conversations; two of them may share a folder. */
  readonly ids: ConversationId[]
  readonly modes: Map<ConversationId, PermissionMode>
  readonly deletions = new Deletions(this)
  readonly #isShared: boolean
  readonly #byFolder: RandomnessByFolder | null
  readonly windows: Windows
  disk: Disk
  app: App
  writes = 0
  /** Called to let someone act on something they have just seen, so that states lasting only ms are met as well. */
  onImpatience: (id: ConversationId) => void = () => {}
  /** False if a recovery could not be saved: it may leave states that are not idle. */
  isRecoverySaved = true
  readonly #eventIds: SimulatedIds
  #jumps = 0
  readonly crashes: CrashSchedule
  readonly #newFlushes: () => FlushedDisk
  #flushed: FlushedDisk | null = null

  constructor(options: RunOptions) {
    this.choices = new Choices(options.seed, options.tape)
    const { isolation } = options
    this.#byFolder = isolation && new RandomnessByFolder(options.seed, isolation.calm)
    this.#eventIds = new SimulatedIds(isolation !== null)
    this.schedule = new Schedule(isolation === null ? this.choices : null)
    this.faults = new Faults(this.choices, options)
    this.faults.isHealed = isolation !== null
    this.ports = new PortFaults(this)
    drawNarrowings(this.choices, options.isLate)
    this.record = new RunRecord(options.isHashed, options.onLine)
    this.oracles = new Oracles(this.record, options, this)
    this.model = new SimulatedModel(this, {
      requested: (asked) => this.oracles.asked(asked, this.model),
    })
    this.files = new SimulatedFiles(this, {
      filesRestored: (...seen) => this.oracles.undos.filesRestored(...seen),
    })
    this.tools = new SimulatedTools(this, this.files, {
      started: (ran) => this.oracles.started(ran),
    })
    this.settings = new SimulatedSettings(this.choices)
    const count = isolation === null ? this.choices.pick(1, 1, 2) : 2
    this.ids = Array.from({ length: count }, (_, index) => `c${index + 1}` as ConversationId)
    this.#isShared = isolation === null && count > 1 && this.choices.int(2) === 1
    const mode = (): PermissionMode =>
      this.choices.pick('auto', 'auto', 'ask', 'acceptEdits', 'readOnly')
    this.modes = new Map(this.ids.map((id) => [id, mode()]))
    this.windows = new Windows(this)
    this.crashes = new CrashSchedule(options.commit, this.choices)
    // After a disk error another process takes over, on a new connection.
    const reopen = (): void => void this.schedule.after(0, 'world', 'reopening', () => this.quit())
    const copy = (): Disk => this.disk.copy(this.#log)
    const judge = (survivors: Disk): void => this.oracles.checkDisk(survivors)
    this.#newFlushes = () => createFlushes(options, this, { copy, judge, onFailed: reopen })
    this.disk = createDisk(options.store, this.#log, reopen)
    this.app = this.#start()
  }

  get now(): number {
    return BEGINNING + Math.round(this.schedule.now) + this.#jumps
  }

  checkSecret(where: string, value: unknown): void {
    this.oracles.checkSecret(where, value)
  }

  sometimes(mark: Mark): void {
    this.record.sometimes(mark)
  }

  fail(promise: string, facts: string): void {
    this.record.fail(promise, facts)
  }

  /** Only a death is thrown through the app. */
  threw(error: unknown): void {
    if (error instanceof SimulatedCrash || error instanceof PlantedFault) return
    this.fail('nothing throws', error instanceof Error ? String(error.stack) : String(error))
  }

  note(line: string): void {
    if (this.record.isRead) this.record.note(line)
  }

  crashAtWrite(write: number): void {
    this.crashes.schedule(2 * this.writes + write)
  }

  quit(): void {
    const { app } = this
    if (app.isOver || this.isQuitting) return
    if (!this.isAtRest()) this.sometimes('the app was quit while a conversation was busy')
    if (this.live().some((id) => isAsking(this.liveState(id))))
      this.sometimes('the app was quit while a person was asked')
    this.oracles.phase = 'quitting'
    void this.#quitting(app)
  }

  async #quitting(app: App): Promise<void> {
    try {
      await app.quit()
      if (!app.isOver) this.#end()
    } catch (error) {
      this.threw(error)
    }
  }

  /** Stops all faults except the death or the failure that this run tests. */
  heal(): void {
    this.faults.isHealed = true
    this.folders.missing.clear()
    this.#byFolder?.heal()
    this.crashes.heal()
  }

  jumpClock(ms: number): void {
    this.#jumps += ms
    const slept = 'the machine slept for eight hours'
    this.sometimes(ms > 0 ? slept : 'the clock was put back by an hour')
  }

  get clients(): readonly SimulatedClient[] {
    return this.windows.clients
  }

  loseClients(): void {
    this.windows.lose()
    this.windows.openLater()
  }

  folderOf(id: ConversationId): string {
    const root = this.oracles.family.children.get(id)?.parent ?? id
    return this.#isShared ? '/work/shared' : `/work/${root}`
  }

  randomnessIn(folder: string): Randomness {
    return this.#byFolder?.in(folder) ?? this
  }

  randomnessOf(id: ConversationId): Randomness {
    return this.#byFolder?.in(this.folderOf(id)) ?? this
  }

  /** People's own conversations, and living sub-agents. */
  live(): readonly ConversationId[] {
    const { registry } = this.app
    const children = [...this.oracles.family.children.keys()]
    const roots = this.ids.filter((id) => !registry.isSetAside(id))
    return [...roots, ...children.filter((id) => registry.live(id) !== null)]
  }

  get isQuitting(): boolean {
    return this.oracles.phase === 'quitting'
  }

  isAtRest(): boolean {
    return this.live().every((id) => isResting(this.liveState(id)))
  }

  isDone(): boolean {
    const isKept = this.oracles.flushes.isKept || this.app.isOver
    return isKept && this.live().every((id) => !isWorking(this.liveState(id)))
  }

  /** The app's state; without a runtime, the stored one. */
  liveState(id: ConversationId): ReturnType<Oracles['replay']['stateOf']> {
    return this.app.registry.live(id)?.current ?? this.oracles.replay.stateOf(id)
  }

  /** Starts a life: recovery comes before the first client. */
  #start(): App {
    const flushed = this.#newFlushes()
    this.#flushed = flushed
    this.oracles.flushes.begins(flushed)
    const store = guardStore(this.disk, this, this.#watch, flushed)
    const app = createApp(this, { store, ids: this.#eventIds, log: this.#log })
    this.app = app
    this.isRecoverySaved = true
    this.oracles.phase = 'recovering'
    app.recover()
    this.oracles.phase = 'living'
    if (!app.isOver) this.#checkStart()
    return app
  }

  #checkStart(): void {
    this.oracles.checkDisk(this.disk)
    if (!this.isRecoverySaved) return
    const aside = this.disk.store.setAside()
    if (aside.length > 0) this.sometimes('a conversation was set aside')
    const unsettled = this.disk.store.unsettled().filter((id) => !this.app.registry.isSetAside(id))
    if (unsettled.length > 0) this.fail('I24 all conversations are idle', unsettled.join())
  }

  readonly #log = checkedLog(this, () => (this.isRecoverySaved = false))

  readonly #watch: StoreWatch = {
    isCurrent: (disk) => disk === this.disk,
    beforeWrite: () => this.#passWrite(2 * this.writes, 'the app died before a write'),
    afterWrite: () => this.#passWrite(2 * this.writes++ + 1, 'the app died after a write'),
    ...watchCommits(this),
  }

  #passWrite(at: number, mark: Mark): void {
    if (this.app.isOver) throw new SimulatedCrash()
    if (!this.crashes.isDue(at)) return
    this.sometimes(mark)
    this.#crash(at)
    throw new SimulatedCrash()
  }

  #crash(at: number): void {
    for (const id of this.live())
      for (const mark of crashMarksOf(this.liveState(id))) this.sometimes(mark)
    if (this.oracles.phase === 'recovering') this.sometimes('the app died again in its recovery')
    else this.deletions.dies()
    this.note(`the app dies at write ${this.writes}`)
    this.crashes.crashed(at, 2 * this.writes)
    checkPowerCut(this, this.#flushed?.survivors ?? null)
    this.#end()
    checkStarts(this, this.disk)
  }

  /** Ends this life; the next one starts from the disk. */
  #end(): void {
    this.app.isOver = true
    this.schedule.forgetApp()
    this.model.forget()
    this.tools.forget()
    this.files.forget()
    this.oracles.family.forgetOrphans()
    this.windows.lose()
    this.#flushed?.close()
    const old = this.disk
    this.disk = old.copy(this.#log)
    this.oracles.checkDisk(this.disk)
    this.schedule.after(this.choices.delay(5), 'world', 'the app starts again', () => {
      this.#start()
      old.close()
      this.windows.open()
    })
  }
}
