import type { ComponentProps } from 'svelte'
import { assertNever } from '../../../shared/assert-never.ts'
import type { Activity } from '../../../shared/conversation/conversation.ts'
import type Dot from '../../ui/dot.svelte'

/** The shape for an activity: colour is never the only difference. */
export function dotOfActivity(activity: Activity): ComponentProps<typeof Dot> {
  switch (activity) {
    case 'idle':
      return { shape: 'ring', tone: 'quiet' }
    case 'unfinished':
    case 'atLimit':
      return { shape: 'half', tone: 'amber' }
    case 'waiting':
      return { shape: 'ring', tone: 'accent', isAtWork: true }
    case 'answering':
      return { shape: 'full', tone: 'accent', isAtWork: true }
    case 'compacting':
      return { shape: 'half', tone: 'accent', isAtWork: true }
    case 'runningTool':
      return { shape: 'square', tone: 'green', isAtWork: true }
    case 'delegating':
      return { shape: 'pair', tone: 'green', isAtWork: true }
    case 'asking':
      return { shape: 'triangle', tone: 'amber' }
    case 'retrying':
      return { shape: 'diamond', tone: 'amber' }
    case 'stopping':
      return { shape: 'square', tone: 'amber' }
    case 'contextFull':
      return { shape: 'cross', tone: 'amber' }
    case 'failed':
      return { shape: 'cross', tone: 'red' }
    case 'setAside':
      return { shape: 'diamond', tone: 'red' }
    case 'done':
      return { shape: 'full', tone: 'green' }
    default:
      return assertNever(activity)
  }
}
