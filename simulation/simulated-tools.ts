import type { Call } from '../src/shared/conversation-state.ts'
import type { CallFacts } from '../src/main/core/event.ts'
import type { ToolSpec } from '../src/main/core/model-request.ts'
import type { ToolOutcome, ToolPort, ToolRun } from '../src/main/runtime/ports.ts'
import type { Surroundings } from './surroundings.ts'
import { isToolFault, TOOL_FAULTS, toolOutcome, type ToolPlan } from './tool-faults.ts'

/** The simulator's deadline of a tool. */
export const TOOL_LIMIT_MS = 60_000

/** One run as the tool sees it. */
export interface Ran {
  readonly number: number
  readonly run: ToolRun
  outcome: ToolOutcome | null
  /** It was told to stop before it had an outcome. */
  wasLate: boolean
}

export interface ToolWatch {
  started(ran: Ran): void
}

/** One tool, bash, whose days are good or bad as the tape says. */
export class SimulatedTools implements ToolPort {
  readonly ran: Ran[] = []
  private readonly world: Surroundings
  private readonly watch: ToolWatch

  constructor(world: Surroundings, watch: ToolWatch) {
    this.world = world
    this.watch = watch
  }

  /** Those that were not told to stop and have not ended. */
  open(): readonly Ran[] {
    return this.ran.filter(
      ({ outcome, run, wasLate }) => outcome === null && !wasLate && !run.signal.aborted,
    )
  }

  /** The app that started them is gone. */
  forget(): void {
    for (const ran of this.open()) ran.wasLate = true
  }

  specs(): readonly ToolSpec[] {
    return [{ name: 'bash', description: 'Runs a command.', inputSchema: { type: 'object' } }]
  }

  async inspect(call: Pick<Call, 'name' | 'input'>): Promise<CallFacts> {
    const { name, input } = call
    const ms = this.world.faults.strike('tool') === 'slowInspect' ? 2_000 : 0
    if (ms > 0) {
      await new Promise<void>((resolve) => {
        this.world.schedule.after(ms, 'world', 'a slow inspection', resolve)
      })
    }
    const isKnown = name === 'bash' && input.type === 'object'
    return {
      name,
      input,
      digest: JSON.stringify([name, input]),
      check: isKnown
        ? { type: 'runnable', limitMs: TOOL_LIMIT_MS }
        : { type: 'unusable', text: `There is no tool ${name}, or its input is no object.` },
    }
  }

  run(run: ToolRun): Promise<ToolOutcome> {
    const { schedule, choices } = this.world
    const ran: Ran = { number: this.ran.length, run, outcome: null, wasLate: false }
    this.ran.push(ran)
    this.watch.started(ran)
    const plan = this.plan(ran)
    const { outcome, afterAbort } = plan
    if (outcome === 'throws') {
      this.world.sometimes('the tool port threw')
      ran.wasLate = true
      throw new Error('the tool port has a bug')
    }
    return new Promise((resolve) => {
      const end = (final: ToolOutcome): void => {
        ran.wasLate ||= ran.outcome === null && run.signal.aborted
        if (ran.wasLate && final.outcome === 'ok')
          this.world.sometimes('a result came after the cancel')
        ran.outcome ??= final
        resolve(final)
      }
      run.signal.addEventListener('abort', () => {
        if (afterAbort === null || afterAbort === 'ignores') return
        const ms = afterAbort + choices.delay(3)
        schedule.after(ms, 'world', `tool ${ran.number} is gone`, () => end(STOPPED))
      })
      const running = (go: () => void) => (): void => {
        if (ran.outcome === null && (!run.signal.aborted || afterAbort === 'ignores')) go()
      }
      plan.prints.forEach((words, index) => {
        const print = running(() => run.onOutput(words))
        schedule.after(plan.gapMs * index, 'world', `tool ${ran.number} prints`, print)
      })
      if (outcome === null) return this.world.sometimes('a call went on for ever')
      const ms = plan.gapMs * (plan.prints.length + 1)
      schedule.after(
        ms,
        'world',
        `tool ${ran.number} ends`,
        running(() => end(outcome)),
      )
      if (plan.isTwice) this.endAgain(ran, ms, end)
    })
  }

  private endAgain({ run, number }: Ran, ms: number, end: (final: ToolOutcome) => void): void {
    this.world.schedule.after(ms + 5, 'world', `tool ${number} ends again`, () => {
      run.onOutput('behind the end')
      end(toolOutcome('ok', 'twice'))
    })
  }

  private plan({ number }: Ran): ToolPlan {
    const { choices, faults } = this.world
    const tag = `t${number}`
    const good: ToolPlan = {
      prints: choices.int(2) === 0 ? [] : [`${tag} prints\n`, `${tag} goes on\n`],
      gapMs: choices.delay(9),
      outcome: toolOutcome('ok', `done ${tag}`),
      afterAbort: 0,
      isTwice: false,
    }
    const name = faults.strike('tool')
    if (name === null || !isToolFault(name)) return good
    this.world.note(`tool ${number} has a fault: ${name}`)
    const plan = TOOL_FAULTS[name](good, choices, tag)
    if (name === 'printsMuch') this.world.sometimes('a call printed more than the screen keeps')
    return plan
  }
}

const STOPPED = toolOutcome('aborted', 'Stopped.')
