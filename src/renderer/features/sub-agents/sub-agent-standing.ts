import type { ComponentProps } from 'svelte'
import { assertNever } from '../../../shared/assert-never.ts'
import type { SubAgentPhase } from '../../../shared/conversation-state.ts'
import type Dot from '../../ui/dot.svelte'
import { formatLeft } from '../time.ts'
import { wordsOfSubAgent } from '../words.ts'

/** How a sub-agent stands, in words and a shape. */
export interface Standing {
  readonly words: string
  readonly dot: ComponentProps<typeof Dot>
}

/** `doing` is its own status line, or null while it is not known. `now` in ms. */
export function standingOf(phase: SubAgentPhase, doing: string | null, now: number): Standing {
  switch (phase.type) {
    case 'working': {
      const left = `${formatLeft(phase.deadline - now)} left`
      const words = doing === null ? `Working · ${left}` : `${doing} · ${left}`
      return { words, dot: { shape: 'square', tone: 'green' } }
    }
    case 'asking':
      return {
        words: doing ?? 'Needs your approval',
        dot: { shape: 'triangle', tone: 'amber' },
      }
    case 'stopping':
      return { words: 'Stopping', dot: { shape: 'square', tone: 'amber' } }
    case 'ended':
      return { words: wordsOfSubAgent(phase.outcome), dot: dotOfEnd(phase.outcome) }
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
