import { LIMIT_BOUNDS, type TurnLimits } from '../../../../shared/settings/settings.ts'

type LimitName = keyof TurnLimits

/** The limits of a turn, in the order of the settings. */
export const LIMIT_NAMES = Object.keys(LIMIT_BOUNDS) as readonly LimitName[]

interface LimitWords {
  readonly label: string
  readonly note: string
}

const WORDS: Readonly<Record<LimitName, LimitWords>> = {
  requestsPerTurn: {
    label: 'Requests per turn',
    note: 'How often the model is asked, including failed attempts and summaries.',
  },
  toolCallsPerTurn: {
    label: 'Tool calls per turn',
    note: 'Calls beyond the limit are not run.',
  },
  subAgentsPerTurn: {
    label: 'Sub-agents per turn',
    note: 'If the agent asks for more, none of them start, and it learns how many are left. The turn continues.',
  },
  tokensPerTurn: {
    label: 'Tokens per turn',
    note: 'Input and output of all requests, including cached tokens and finished sub-agents. No request starts beyond the limit.',
  },
  requestsPerChild: {
    label: 'Requests per sub-agent',
    note: 'Then it gets one last request, to report what it has.',
  },
  minutesPerTurn: {
    label: 'Minutes of work per turn',
    note: 'Time spent waiting for you does not count. At the limit you are asked whether to continue; without an answer the turn stops 10 minutes later. Takes effect with the next turn.',
  },
}

export function wordsOfLimit(name: LimitName): LimitWords {
  const { min, max } = LIMIT_BOUNDS[name]
  const { label, note } = WORDS[name]
  return { label, note: `${grouped(min)} to ${grouped(max)}. ${note}` }
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}
