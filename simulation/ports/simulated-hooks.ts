import type { HookEvent, HookRun } from '../../src/shared/conversation/hook-run.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { HookPort, HooksSaid } from '../../src/main/runtime/ports/servers/hook-port.ts'
import { Choices, NO_TAPE } from '../choices.ts'
import type { SimulationContext } from '../faults/simulation-context.ts'

type Asked = Parameters<HookPort['onMessage']>[0] | Parameters<HookPort['onTurnEnd']>[0]

const NOTHING: HooksSaid = { runs: [], blocks: null, tells: [] }
/** One life in so many has hooks: the others are as they were without. */
const ONE_IN = 4

/** Null: there are none. */
export function hooksIn(world: SimulationContext): HookPort | null {
  return world.choices.seed % ONE_IN === 0 ? new SimulatedHooks(world) : null
}

/** Hooks on messages and at the ends of turns, on good days and bad ones. Each conversation draws from a row of its own. */
class SimulatedHooks implements HookPort {
  private readonly rows = new Map<ConversationId, Choices>()
  private readonly world: SimulationContext

  constructor(world: SimulationContext) {
    this.world = world
  }

  onMessage(asked: Parameters<HookPort['onMessage']>[0]): Promise<HooksSaid> {
    return this.answer(asked, 'UserPromptSubmit')
  }

  onTurnEnd(asked: Parameters<HookPort['onTurnEnd']>[0]): Promise<HooksSaid> {
    return this.answer(asked, 'Stop')
  }

  private answer(asked: Asked, event: HookEvent): Promise<HooksSaid> {
    const { conversationId, onBegin, signal } = asked
    const choices = this.rowOf(conversationId)
    const way = choices.pick('none', 'fine', 'tells', 'blocks', 'fails', 'hangs', 'deaf')
    const waitMs = choices.delay(9)
    if (way === 'none') return Promise.resolve(NOTHING)
    onBegin('check')
    const { faults } = this.world.lotOf(conversationId)
    const isCalm = faults.isHealed
    this.world.note(`${conversationId} hook ${event} ${isCalm ? 'fine' : way}`)
    return new Promise((resolve) => {
      const end = (ms: number, said: HooksSaid): void =>
        void this.world.schedule.after(ms, 'world', 'a hook ends', () => resolve(said))
      if (isCalm) return end(0, said(event, 'ok'))
      // Who does not hear the order to end is given up on.
      if (way !== 'deaf')
        signal.addEventListener('abort', () => end(5, said(event, 'stopped')), { once: true })
      if (way === 'hangs' || way === 'deaf') return end(60_000, said(event, 'timedOut'))
      if (way === 'fails') return end(waitMs, said(event, 'failed'))
      const blocks = way === 'blocks' ? 'No.' : null
      const tells = way === 'tells' && event === 'UserPromptSubmit' ? ['On main.'] : []
      end(waitMs, { ...said(event, blocks === null ? 'ok' : 'blocked'), blocks, tells })
    })
  }

  private rowOf(id: ConversationId): Choices {
    const known = this.rows.get(id)
    if (known !== undefined) return known
    // Not by when it came: conversations draw nothing from each other (I34).
    const row = new Choices(97 * this.world.choices.seed + numberOf(id), NO_TAPE)
    this.rows.set(id, row)
    return row
  }
}

function numberOf(id: ConversationId): number {
  return Buffer.from(id).reduce((sum, byte) => (31 * sum + byte) % 1_000_003, 0)
}

function said(event: HookEvent, outcome: HookRun['outcome']): HooksSaid {
  const run = { event, command: 'check', durationMs: 1, outcome, output: '' }
  return { runs: [run], blocks: null, tells: [] }
}
