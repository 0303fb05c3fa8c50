import type { ComponentProps } from 'svelte'
import type { AgentKind } from '../../../shared/conversation/agent-kind.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type Dot from '../../ui/dot.svelte'
import { formatLeft } from '../../../client/words/time.ts'
import { labelOfModel, type OwnNames } from '../../../client/words/model-words.ts'
import { wordsOfSubAgent } from '../../../client/words/words.ts'
import type { ShownPhase } from '../../../client/conversation/shown-sub-agents.ts'

/** The state of a sub-agent, as words and a shape. */
export interface SubAgentStatus {
  readonly words: string
  /** Its remaining time, if that is running out. */
  readonly left: string | null
  readonly dot: ComponentProps<typeof Dot>
}

/** The known facts about its time, chosen so that a clock slightly behind never gives it more. */
export interface StatusTimes {
  /** In ms since 1970. */
  readonly now: number
  /** The start of its call, in ms since 1970. */
  readonly since: number
  /** Its remaining ms when it last asked, if this window saw that: it continues with that much after the answer. */
  readonly had: number | null
}

interface AgentModels {
  /** Null: not known. */
  readonly model: string | null
  /** The model of the conversation that started it. */
  readonly parentModel: string
  readonly own: OwnNames | null
}

/** Its kind and, if it is another than its parent's, its model: `Explorer · Claude Haiku 5`. */
export function nameOfAgent(kind: AgentKind, { model, own, parentModel }: AgentModels): string {
  const name = kind === 'explorer' ? 'Explorer' : 'Worker'
  const isSaid = model === null || model === parentModel
  return isSaid ? name : `${name} · ${labelOfModel(model, own)}`
}

/** `doing` is its own status line, or null while that is unknown. */
export function statusOf(
  phase: ShownPhase,
  doing: string | null,
  { now, since, had }: StatusTimes,
): SubAgentStatus {
  switch (phase.type) {
    case 'working': {
      const left = Math.min(phase.deadline - Math.max(now, since), had ?? Infinity)
      return {
        words: doing ?? 'Working',
        left: `${formatLeft(left)} left`,
        dot: { shape: 'square', tone: 'green' },
      }
    }
    case 'asking':
      return {
        words: doing ?? 'Needs your approval',
        left: null,
        dot: { shape: 'triangle', tone: 'amber' },
      }
    case 'stopping':
      return { words: 'Stopping', left: null, dot: { shape: 'square', tone: 'amber' } }
    case 'ended':
      return { words: wordsOfSubAgent(phase.outcome), left: null, dot: dotOfEnd(phase.outcome) }
    default:
      return assertNever(phase)
  }
}

function dotOfEnd(
  outcome: Extract<ShownPhase, { type: 'ended' }>['outcome'],
): ComponentProps<typeof Dot> {
  if (outcome === 'completed') return { shape: 'full', tone: 'green' }
  if (outcome === 'cancelled' || outcome === 'interrupted') return { shape: 'half', tone: 'amber' }
  return { shape: 'cross', tone: 'red' }
}
