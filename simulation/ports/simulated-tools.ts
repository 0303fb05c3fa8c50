import type { ConversationId } from '../../src/shared/ids.ts'
import type { Block } from '../../src/shared/messages/content.ts'
import type { ChangePreview } from '../../src/shared/conversation/change-preview.ts'
import type { Call } from '../../src/shared/conversation/turn.ts'
import type { CallFacts } from '../../src/main/core/machine/event.ts'
import type { ToolSpec } from '../../src/main/core/request/model-request.ts'
import type { ToolOutcome, ToolPort, ToolRun } from '../../src/main/runtime/ports/ports.ts'
import type { ToolUser } from '../../src/main/runtime/ports/tool-user.ts'
import { INSPECT_MS } from '../../src/main/runtime/conversation/inspect-calls.ts'
import type { Moment } from '../schedule.ts'
import type { SimulatedFiles } from './simulated-files.ts'
import type { SimulationContext } from '../faults/simulation-context.ts'
import { SKILL_TOOL } from '../faults/skill-faults.ts'
import { isToolFault, TOOL_FAULTS, toolOutcome, type ToolPlan } from '../faults/tool-faults.ts'
import { askAndEnd } from './asking.ts'
import { check, CHILD_SPECS, ROOT_SPECS } from './simulated-calls.ts'
import { SimulatedSkills } from './simulated-skills.ts'

/** How long a turn waits for starting servers. */
const TURN_WAIT_MS = 10_000

/** A run that has no outcome yet. */
const OPEN = { outcome: null, endedAt: null, wasLate: false }

/** One run as the tool sees it. */
export interface SimulatedRun {
  readonly number: number
  readonly run: ToolRun
  outcome: ToolOutcome | null
  endedAt: Moment | null
  /** True if it was stopped before it had an outcome. */
  wasLate: boolean
  /** The length of its output, in code units. */
  printed: number
}

export interface ToolWatch {
  started(ended: SimulatedRun): void
}

/** Tools that succeed or fail as the tape says. */
export class SimulatedTools implements ToolPort {
  readonly #ran: SimulatedRun[] = []
  readonly #live = new Set<SimulatedRun>()
  /** Inspections that take their time. */
  #slow = 0
  /** Calls that the app has still to inspect, by the first call of their reply: it lets others run in between. */
  readonly #left = new Map<Block, number>()
  readonly #world: SimulationContext
  readonly #watch: ToolWatch
  readonly #files: SimulatedFiles
  readonly #skills: SimulatedSkills

  constructor(world: SimulationContext, files: SimulatedFiles, watch: ToolWatch) {
    this.#world = world
    this.#files = files
    this.#skills = new SimulatedSkills(world)
    this.#watch = watch
  }

  /** Inspections that the app still waits for: each reply has a timer for its own. */
  inspecting(): number {
    return this.#slow + this.#left.size
  }

  /** The app inspects one of these calls of a reply. */
  inspects([first, ...others]: readonly Block[]): void {
    if (first === undefined) return
    const left = this.#left.get(first) ?? others.length + 1
    if (left > 1) this.#left.set(first, left - 1)
    else this.#left.delete(first)
  }

  /** Runs that were not stopped and have not ended. */
  open(): readonly SimulatedRun[] {
    return [...this.#live]
  }

  /** Returns the last run of a call. */
  ofCall(id: ConversationId, callId: string): SimulatedRun | null {
    const found = this.#ran.findLast(
      ({ run }) => run.conversationId === id && run.call.callId === callId,
    )
    return found ?? null
  }

  lastIn(id: ConversationId): SimulatedRun | undefined {
    return this.#ran.findLast(({ run }) => run.conversationId === id)
  }

  /** The app that started them is gone. */
  forget(): void {
    for (const ran of this.#live) ran.wasLate = true
    this.#live.clear()
    this.#left.clear()
  }

  /** Waits for starting servers: at most as long as a turn waits for them, unless the port breaks its contract. */
  async ready({ conversationId, folder }: ToolUser, signal: AbortSignal): Promise<void> {
    if (conversationId === undefined) return
    if (folder !== undefined) this.#skills.look(folder)
    const fault = this.#world.randomnessOf(conversationId).faults.strike('tool')
    if (fault === 'slowServers') {
      this.#world.sometimes('a request waited for servers')
      await new Promise<void>((resolve) => {
        this.#world.schedule.after(TURN_WAIT_MS, 'world', 'servers have started', resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    if (fault === 'hangingServers') {
      this.#world.sometimes('a request waited for servers in vain')
      await new Promise<never>(() => {})
    }
    if (fault === 'throwingServers') throw new Error('the start of servers has a bug')
  }

  /** Tools of a server appear and disappear between two requests. */
  specs({ caller, conversationId, folder }: ToolUser): readonly ToolSpec[] {
    const own = caller === 'root' ? ROOT_SPECS : CHILD_SPECS
    const known = folder === undefined ? own : [...own, ...this.#skills.specs(folder)]
    if (conversationId === undefined) return known
    if (this.#world.randomnessOf(conversationId).faults.strike('tool') !== 'hidesTools')
      return known
    this.#world.sometimes('a server took its tools back')
    return known.filter(({ name }) => name !== 'edit')
  }

  async inspect(
    { name, input }: Pick<Call, 'name' | 'input'>,
    { folder }: { readonly folder: string },
  ): Promise<CallFacts> {
    const fault = this.#world.randomnessIn(folder).faults.strike('tool')
    if (fault === 'throwingInspect') {
      this.#world.sometimes('an inspection threw')
      throw new Error('the inspection has a bug')
    }
    if (fault === 'slowInspect') await this.#inspectFor(2_000)
    if (fault === 'hangingInspect') {
      this.#world.sometimes('an inspection went on forever')
      void this.#inspectFor(INSPECT_MS + 1)
      await new Promise<never>(() => {})
    }
    const known = name !== SKILL_TOOL || this.#skills.isOffered(folder) ? name : ''
    return { name, input, digest: JSON.stringify([name, input]), check: check(known, input) }
  }

  async #inspectFor(ms: number): Promise<void> {
    this.#slow += 1
    await new Promise<void>((resolve) => {
      this.#world.schedule.after(ms, 'world', 'a slow inspection ends', resolve)
    })
    this.#slow -= 1
  }

  preview(): Promise<ChangePreview> {
    return Promise.resolve({ type: 'none' })
  }

  run(run: ToolRun): Promise<ToolOutcome> {
    const { schedule } = this.#world
    const { choices } = this.#world.randomnessIn(run.folder)
    const ran: SimulatedRun = { number: this.#ran.length, run, ...OPEN, printed: 0 }
    this.#ran.push(ran)
    this.#live.add(ran)
    this.#watch.started(ran)
    if (run.call.action === 'change') this.#files.intend(run)
    const plan = this.#plan(ran)
    const { outcome, afterAbort } = plan
    if (outcome === 'throws') {
      this.#world.sometimes('the tool port threw')
      ran.wasLate = true
      this.#live.delete(ran)
      throw new Error('the tool port has a bug')
    }
    return new Promise((resolve) => {
      const end = (outcome: ToolOutcome): void => {
        const final = ran.outcome === null ? this.#written(run, outcome) : outcome
        ran.wasLate ||= ran.outcome === null && run.signal.aborted
        if (ran.wasLate && final.outcome === 'ok')
          this.#world.sometimes('a result came after the cancel')
        ran.outcome ??= final
        ran.endedAt ??= schedule.moment
        this.#live.delete(ran)
        resolve(final)
      }
      run.signal.addEventListener('abort', () => {
        this.#live.delete(ran)
        if (afterAbort === null || afterAbort === 'ignores') return
        const ms = afterAbort + choices.delay(3)
        schedule.after(ms, 'world', `tool ${ran.number} is gone`, () => end(STOPPED))
      })
      const running = (go: () => void) => (): void => {
        if (ran.outcome === null && (!run.signal.aborted || afterAbort === 'ignores')) go()
      }
      plan.prints.forEach((words, index) => {
        const print = running(() => {
          if (!run.signal.aborted) ran.printed += words.length
          run.onOutput(words)
        })
        schedule.after(plan.gapMs * index, 'world', `tool ${ran.number} prints`, print)
      })
      if (outcome === null) return this.#world.sometimes('a call went on forever')
      const ms = plan.gapMs * (plan.prints.length + 1)
      askAndEnd({ run, asks: plan.asks, ms, schedule, running, end: () => end(outcome) })
      if (plan.isTwice) this.#endAgain(ran, ms, end)
    })
  }

  /** A change that has not failed has written. */
  #written({ call }: ToolRun, outcome: ToolOutcome): ToolOutcome {
    const isWritten = call.action === 'change' && outcome.outcome === 'ok'
    return isWritten ? { ...outcome, files: this.#files.write(call.callId) } : outcome
  }

  #endAgain(ran: SimulatedRun, ms: number, end: (final: ToolOutcome) => void): void {
    const { number, run } = ran
    const words = 'behind the end'
    this.#world.schedule.after(ms + 5, 'world', `tool ${number} ends again`, () => {
      if (!run.signal.aborted) ran.printed += words.length
      run.onOutput(words)
      end(toolOutcome('ok', 'twice'))
    })
  }

  #plan({ number, run }: SimulatedRun): ToolPlan {
    const { choices, faults } = this.#world.randomnessIn(run.folder)
    const tag = `t-${run.call.callId}`
    const good: ToolPlan = {
      prints: choices.int(2) === 0 ? [] : [`${tag} prints\n`, `${tag} goes on\n`],
      gapMs: choices.delay(9),
      outcome: toolOutcome('ok', isSame(run) ? 'the same' : `done ${tag}`),
      afterAbort: 0,
      isTwice: false,
      asks: null,
    }
    const name = faults.strike('tool')
    if (name === null || !isToolFault(name))
      return run.call.name === SKILL_TOOL ? this.#skills.plan(run.folder, good) : good
    this.#world.note(`tool ${number} has a fault: ${name}`)
    const plan = TOOL_FAULTS[name](good, choices, tag)
    if (name === 'printsMuch') this.#world.sometimes('a call printed more than the screen keeps')
    return plan
  }
}

export const STOPPED = toolOutcome('aborted', 'Stopped.')

function isSame({ call: { subject } }: ToolRun): boolean {
  return subject === 'same'
}
