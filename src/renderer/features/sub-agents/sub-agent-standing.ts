import type { ComponentProps } from 'svelte'
import { assertNever } from '../../../shared/assert-never.ts'
import type { SubAgentPhase } from '../../../shared/conversation-state.ts'
import type Dot from '../../ui/dot.svelte'
import { formatLeft } from '../time.ts'
import { wordsOfSubAgent } from '../words.ts'

/** How a sub-agent stands, in words and a shape. */
export interface Standing {
  readonly words: string
  /** How much of its time is left, where that runs. */
  readonly left: string | null
  readonly dot: ComponentProps<typeof Dot>
}

/** In ms since 1970. `since`: when its call began; a clock that is a little behind never gives it more than its time. */
export interface StandingTimes {
  readonly now: number
  readonly since: number
}

/** `doing` is its own status line, or null while it is not known. */
export function standingOf(
  phase: SubAgentPhase,
  doing: string | null,
  { now, since }: StandingTimes,
): Standing {
  switch (phase.type) {
    case 'working': {
      const left = `${formatLeft(phase.deadline - Math.max(now, since))} left`
      return { words: doing ?? 'Working', left, dot: { shape: 'square', tone: 'green' } }
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
  outcome: Extract<SubAgentPhase, { type: 'ended' }>['outcome'],
): ComponentProps<typeof Dot> {
  if (outcome === 'completed') return { shape: 'full', tone: 'green' }
  if (outcome === 'cancelled' || outcome === 'interrupted') return { shape: 'half', tone: 'amber' }
  return { shape: 'cross', tone: 'red' }
}
