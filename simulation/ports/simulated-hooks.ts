import { type HookEvent, MAX_HOOK_OUTPUT } from '../../src/shared/conversation/hook-run.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { HookPort, HookResults } from '../../src/main/runtime/ports/servers/hook-port.ts'
import { HOOK_BEHAVIOURS, type HookPlan, type HookBehaviour } from '../faults/hook-faults.ts'
import type { SimulationContext } from '../faults/simulation-context.ts'
import { ChoicesByName } from './choices-by-name.ts'

type Asked = Parameters<HookPort['onMessage']>[0] | Parameters<HookPort['onTurnEnd']>[0]

const GOOD: HookPlan = {
  afterMs: 0,
  afterAbort: 5,
  isDefiant: false,
  outcome: 'ok',
  output: '',
  blockReason: null,
  texts: [],
  count: 1,
}
const STOPPED = { ...GOOD, outcome: 'stopped' } as const
const WAYS = Object.keys(HOOK_BEHAVIOURS) as [HookBehaviour, ...HookBehaviour[]]

const NOTHING: HookResults = { runs: [], blockReason: null, texts: [] }
/** One life in this many has hooks; the others stay as they were before hooks existed. */
const ONE_IN = 4

/** Null: no hooks are configured. */
export function hooksIn(world: SimulationContext): HookPort | null {
  return world.choices.seed % ONE_IN === 0 ? new SimulatedHooks(world) : null
}

/** Hooks on messages and at the ends of turns, good and bad. Each conversation draws from its own row. */
class SimulatedHooks implements HookPort {
  readonly #rows: ChoicesByName<ConversationId>
  readonly #world: SimulationContext

  constructor(world: SimulationContext) {
    this.#world = world
    this.#rows = new ChoicesByName(97 * world.choices.seed)
  }

  onMessage(request: Parameters<HookPort['onMessage']>[0]): Promise<HookResults> {
    return this.#answer(request, 'UserPromptSubmit')
  }

  onTurnEnd(request: Parameters<HookPort['onTurnEnd']>[0]): Promise<HookResults> {
    return this.#answer(request, 'Stop')
  }

  #answer(request: Asked, event: HookEvent): Promise<HookResults> {
    const { conversationId, onBegin, signal } = request
    const choices = this.#rows.of(conversationId)
    if (choices.int(WAYS.length + 1) === 0) return Promise.resolve(NOTHING)
    const { isHealed } = this.#world.randomnessOf(conversationId).faults
    const way = isHealed ? 'fine' : choices.pick(...WAYS)
    if (way === 'throws') return this.#fail(event)
    onBegin('check')
    this.#world.note(`${conversationId} hook ${event} ${way}`)
    const good = { ...GOOD, afterMs: isHealed ? 0 : choices.delay(9) }
    const { afterAbort, afterMs, ...plan } = HOOK_BEHAVIOURS[way](good)
    this.#see(plan, afterMs)
    const results = resultsOf(plan, event)
    return new Promise((resolve) => {
      const end = (ms: number, answer: HookResults): void =>
        void this.#world.schedule.after(ms, 'world', 'a hook ends', () => resolve(answer))
      if (afterAbort !== null) {
        const stopped = plan.isDefiant ? results : resultsOf(STOPPED, event)
        signal.addEventListener('abort', () => end(afterAbort, stopped), { once: true })
      }
      if (afterMs !== null) end(afterMs, results)
    })
  }

  #fail(event: HookEvent): Promise<never> {
    this.#world.sometimes(
      event === 'Stop' ? 'the hook port threw at the end of a turn' : 'the hook port threw',
    )
    return Promise.reject(new Error('the hook port has a bug'))
  }

  #see({ texts }: Pick<HookPlan, 'texts'>, ms: number | null): void {
    if (ms === null) this.#world.sometimes('a hook never ended')
    if (texts.some((words) => words.length > MAX_HOOK_OUTPUT))
      this.#world.sometimes('a hook printed far too much')
  }
}

function resultsOf(
  {
    blockReason,
    count,
    outcome,
    output,
    texts,
  }: Omit<HookPlan, 'afterMs' | 'afterAbort' | 'isDefiant'>,
  event: HookEvent,
): HookResults {
  const run = { event, command: 'check', durationMs: 1, outcome, output }
  const runs = Array.from({ length: count }, () => run)
  return { runs, blockReason, texts: event === 'UserPromptSubmit' ? texts : [] }
}
