import { type ConversationState, isResting } from '../src/shared/conversation/conversation-state.ts'
import type { ConversationId } from '../src/shared/ids.ts'
import { act, type ActScope } from './people/acts.ts'
import { handleFaults } from './handle-faults.ts'
import { HOST_FAULTS, isHostFault } from './faults/host-faults.ts'
import type { Violation } from './run-record.ts'
import type { Mark } from './marks/marks.ts'
import { observeTransitions } from './observed-transition.ts'
import { checkTimers, checkWork, isAskedByCall } from './oracles/live-work.ts'
import { narrowings } from './narrowings.ts'
import { saveKey } from './people/settings-acts.ts'
import { tryNow } from './people/time-acts.ts'
import { People } from './people/people.ts'
import type { RunOptions } from './runs/run-options.ts'
import { FinalMessages } from './people/final-messages.ts'
import { World } from './world.ts'

const MINUTE = 60_000
/** Row 1: the most ms and steps until rest after faults have stopped. */
const HEAL_MS = 10 * MINUTE
/** After this long, people stop waiting for automatic retries: a server that has recovered is asked at once. */
const IMPATIENCE_MS = 3 * MINUTE
const HEAL_STEPS = 500
/** The longest delay after a deadline before a timer must be noticed. */
const NOTICED_MS = 1_000
/** A run is cut off here: no legitimate one has this many entries. */
const MAX_ENTRIES = 50_000

export interface Outcome {
  readonly violation: Violation | null
  /** All choices taken: the tape of this run. */
  readonly taken: readonly number[]
  readonly marks: ReadonlySet<Mark>
  readonly pairs: ReadonlySet<string>
  /** SHA-256 over everything that happened, if requested. */
  readonly digest: string
  /** Writes of the run: the app can die before and after each. */
  readonly writes: number
  /** Of these, those before its last messages: each can fail. */
  readonly failable: number
  /** True if the app died, or a write failed, where this run tests it. */
  readonly hasStruck: boolean
  readonly entries: number
  readonly faults: string
  /** Row 1: ms and steps from the end of faults until all conversations rested or asked. */
  readonly healing: { readonly ms: number; readonly steps: number }
  /** Row 20. */
  readonly family: { readonly children: number; readonly outcomes: number }
}

/**
 * Simulates one run: faults and people (A), then neither (B), then a day in which nothing happens (C), then one more
 * message.
 */
export async function simulate(options: RunOptions): Promise<Outcome> {
  const run = new Run(options)
  const { world } = run
  const onRejection = (error: unknown): void => world.threw(error)
  process.on('unhandledRejection', onRejection)
  const stopHearing = handleFaults(world)
  await run.live()
  stopHearing()
  process.off('unhandledRejection', onRejection)
  const { entries } = run
  observeTransitions(null)
  world.disk.close()
  const { violation, marks, pairs } = world.record
  return {
    violation,
    taken: world.choices.taken,
    marks,
    pairs,
    digest: world.record.digest(),
    writes: world.writes,
    failable: world.faults.writes,
    hasStruck: world.crashes.hasStruck || world.faults.hasStruck,
    entries,
    faults: world.faults.describe(),
    healing: run.healing,
    family: world.oracles.family.count(),
  }
}

class Run {
  readonly world: World
  readonly #people: People
  readonly #manner: ActScope
  #actsLeft = 0
  #isDeserted = false
  readonly #seen = new Map<ConversationId, ConversationState>()
  entries = 0
  healing = { ms: 0, steps: 0 }
  #healedAt: number | null = null
  /** The last time at which a call asked a person. */
  #askedUntil = -HEAL_MS

  constructor(options: RunOptions) {
    this.#manner = options.isLate ? 'late' : 'any'
    this.world = new World(options)
    this.#people = new People(this.world)
    this.world.onImpatience = (id) => {
      const { choices, schedule } = this.world
      schedule.after(choices.delay(8), 'world', 'somebody reacts', () => this.#doSomething(id))
    }
    const { oracles } = this.world
    observeTransitions((...seen) => oracles.transitioned(...seen))
  }

  async live(): Promise<void> {
    const { world } = this
    const { oracles, schedule } = world
    this.#begin()
    await this.#until(24 * 60 * MINUTE, () => this.#isDeserted)
    world.heal()
    oracles.steps = 0
    this.#healedAt = schedule.now
    await this.#until(IMPATIENCE_MS, () => false)
    tryNow(world)
    await this.#until(HEAL_MS - IMPATIENCE_MS, () => false)
    // A call that asks a person continues by itself after a while, and may ask again: row 1 counts from there.
    while (schedule.now < this.#askedUntil + HEAL_MS)
      await this.#until(this.#askedUntil + HEAL_MS - schedule.now, () => false)
    this.#healedAt = null
    if (world.record.violation !== null) return
    this.#checkHealed()
    oracles.phase = 'quiet'
    await this.#until(24 * 60 * MINUTE, () => false)
    const waiting = schedule.waiting().map(({ what }) => what)
    if (waiting.length > 0) world.fail('phase C nothing waits at rest', waiting.join())
    oracles.phase = 'living'
    if (world.record.violation === null) await this.#speakOnce()
  }

  #begin(): void {
    const { world } = this
    world.windows.open()
    saveKey(world)
    this.#actsLeft = (this.#manner === 'late' ? 12 : 1) + world.choices.int(12)
    this.#scheduleAct()
  }

  #scheduleAct(): void {
    const { choices, schedule } = this.world
    schedule.after(choices.delay(), 'world', 'somebody does something', () => {
      this.#doSomething()
      if (--this.#actsLeft > 0) return this.#scheduleAct()
      const watching = choices.pick(0, 100_000)
      schedule.after(watching, 'world', 'everybody leaves', () => {
        this.#isDeserted = true
      })
    })
  }

  #doSomething(id: ConversationId | null = null): void {
    const { world } = this
    if (world.faults.isHealed) return
    const fault = world.faults.strike('host')
    if (fault !== null && isHostFault(fault)) {
      world.note(`the host: ${fault}`)
      HOST_FAULTS[fault](world, world.choices)
    }
    const stage = this.#people.stage(world.choices.int(4) === 3 ? null : id)
    if (stage === null) return
    world.note(`a person: ${act(stage, this.#manner)} in ${stage.id}`)
  }

  /** Runs everything due within this many ms. */
  async #until(ms: number, isDone: () => boolean): Promise<void> {
    const { world } = this
    const { schedule, record } = world
    const end = schedule.now + ms
    await settled()
    while (record.violation === null && !isDone()) {
      const entry = schedule.next(end)
      if (entry === null) break
      if (++this.entries > MAX_ENTRIES) return world.fail('a run comes to its end', entry.what)
      world.note(`${schedule.now} ${entry.kind} ${entry.what}`)
      try {
        entry.run()
      } catch (error) {
        world.threw(error)
      }
      await settled()
      this.#check()
      this.#measureHealing()
    }
    if (!isDone()) schedule.now = Math.max(schedule.now, end)
  }

  #measureHealing(): void {
    const { app, schedule, oracles } = this.world
    if (this.#healedAt === null) return
    if (!app.isOver && this.world.live().some((id) => isAskedByCall(this.world.liveState(id))))
      this.#askedUntil = schedule.now
    if (!app.isOver && this.world.isDone()) return
    const since = Math.max(this.#healedAt, this.#askedUntil)
    this.healing = { ms: schedule.now - since, steps: oracles.steps }
  }

  /** Checks after every entry. */
  #check(): void {
    const { world } = this
    const { oracles, app, schedule } = world
    if (app.isOver) return this.#people.cancels.forgetAll()
    const ids = world.live()
    const states = ids.map((id) => world.liveState(id))
    checkTimers(states, world, oracles.complain)
    const live = { asked: world.model.open(), ran: world.tools.open() }
    const heldUpMs = 4 * narrowings().turnMs + world.ports.graceMs(narrowings().turnMs)
    const moment = { ...schedule.moment, mostMs: NOTICED_MS + heldUpMs }
    ids.forEach((id, index) => {
      const state = states[index]
      if (state === undefined) return
      checkWork(id, state, live, oracles.complain)
      const metLock = schedule.metLock.get(id)
      const due = metLock === undefined ? moment : { ...moment, metLock }
      oracles.deadlines.check(id, state, world.tools.lastIn(id), due)
      oracles.workingTime.check(id, state, moment, moment.mostMs + schedule.heldMs)
      if (this.#seen.get(id) === state) return
      this.#seen.set(id, state)
      this.#checkState(id, state)
    })
    oracles.family.checkOrphans(
      ids.filter((id) => oracles.family.isChild(id)),
      (id) => world.liveState(id),
      { now: schedule.now - schedule.lag, heldUpMs },
    )
    if (world.ids.every((id) => !isResting(world.liveState(id))) && world.ids.length > 1)
      world.sometimes('two conversations were busy at once')
    this.#people.cancels.check()
    world.deletions.check()
  }

  /** The live state, the disk and every window agree. */
  #checkState(id: ConversationId, state: ConversationState): void {
    const { world } = this
    const { oracles, app } = world
    const runtime = app.registry.live(id)
    if (runtime !== null && !runtime.record.isSaved) return
    const folded = JSON.stringify(oracles.replay.stateOf(id))
    if (JSON.stringify(state) !== folded)
      world.fail('the live state is the folded one', `${JSON.stringify(state)} / ${folded}`)
    if (!oracles.flushes.isKept) return
    for (const { replicas } of world.clients) {
      replicas.get(id)?.checkState(oracles.replay.stateOf(id), oracles.replay.seqOf(id))
    }
  }

  /** Row 1, and the contents of every window. */
  #checkHealed(): void {
    const { world } = this
    const { oracles } = world
    const states = world.live().map((id) => world.liveState(id).type)
    if (world.app.isOver || !world.isDone())
      world.fail('row 1 at rest within ten minutes', states.join())
    if (oracles.steps > HEAL_STEPS) world.fail('row 1 at rest within 500 steps', `${oracles.steps}`)
    if (!world.isAtRest()) world.sometimes('a run ended with a question to a person')
    oracles.checkDisk(world.disk)
    this.#checkWindows()
  }

  #checkWindows(): void {
    const { world } = this
    const { replay } = world.oracles
    for (const id of world.live()) {
      if (world.app.registry.live(id)?.record.isSaved === false) continue
      const state = replay.stateOf(id)
      const own = world.disk.store.conversation(id)
      for (const { replicas } of world.clients) {
        const replica = replicas.get(id)
        replica?.checkAgainst(replay.history(id), state, replay.seqOf(id))
        if (own !== null) replica?.checkOwn(world.disk.store.waiting(id), own.permissionMode)
      }
    }
  }

  /** Checks that the next message is answered, whatever has happened before. */
  async #speakOnce(): Promise<void> {
    const { world } = this
    const { oracles } = world
    world.faults.isOver = true
    world.windows.open()
    await settled()
    const speaking = new FinalMessages(world, this.#people, (ms, isDone) => this.#until(ms, isDone))
    for (const id of world.ids) await speaking.speakIn(id)
    oracles.checkDisk(world.disk)
    oracles.checkKeptSecret(world.disk)
    this.#checkWindows()
  }
}

/** Resolves when all pending promises have run: one turn of the real loop, in which nothing else waits. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
}
