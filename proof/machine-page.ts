import { format } from 'prettier'
import type { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import type { Findings } from './findings.ts'
import { arrowsOf, machinePicture } from './machine-picture.ts'
import { EVENT_WORDS, STATE_WORDS } from './machine-words.ts'
import type { RoleName } from './step-rows.ts'
import { roleTables, table } from './step-tables.ts'
import { EVENT_TYPES } from './trials.ts'
import { VARIANTS } from './variants.ts'

export const MACHINE_PAGE = new URL('../docs/machine.md', import.meta.url)

/** Writes docs/machine.md: the machine as the exploration saw it, in Markdown that prettier accepts. */
export async function machinePage(findings: Findings): Promise<string> {
  const states = statesOf(findings)
  const parts = [
    '# The machine as it is',
    '<!-- Generated from the code by `npm run docs`. Do not edit: a test fails when this file is stale. -->',
    'Generated from the code by `npm run docs`. Every event was tried in every state that can be reached.',
    ...figures(findings),
    '## States and events',
    table(
      ['state', 'what it is'],
      states.map((state) => [state, STATE_WORDS[state]]),
    ),
    table(
      ['event', 'what it says'],
      EVENT_TYPES.map((event) => [event, EVENT_WORDS[event]]),
    ),
    STOPS,
    '## A conversation of a person',
    ...picture(findings, 'root'),
    STEPS,
    ...roleTables(findings.steps, 'root'),
    '## A sub-agent',
    ...picture(findings, 'child'),
    ...roleTables(findings.steps, 'child'),
    '## Every state and every event',
    ...states.flatMap((state) => section(findings, state)),
  ]
  const options = { parser: 'markdown', printWidth: 100 } as const
  return format(parts.join('\n\n'), options)
}

function figures({ edges, longest, nodes }: Findings): readonly string[] {
  const [first] = longest.path
  const rows = [
    ['nodes', count(nodes)],
    ['edges', count(edges)],
    ['longest path of failures, steps', count(longest.steps)],
    ['longest path of failures, minutes', count(Math.ceil(longest.minutes))],
    ['where that begins', `${longest.from}, with ${first ?? 'nothing'}`],
  ]
  return [
    '## Never stuck, as a number',
    'Where every timer fires and every work fails as late as its timer lets it, each way ends at rest. Counted are minutes of work, of a conversation together with its sub-agents, since its turn began or since a person gave it more time (docs/decisions/029):',
    table(['figure', 'value'], rows),
    'Settings tried:',
    VARIANTS.map(({ name }) => `- ${name}`).join('\n'),
  ]
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

function statesOf({ states }: Findings): readonly ConversationState['type'][] {
  return states.map(([type]) => type)
}

/** The picture, and the meaning of its numbers. */
function picture({ steps }: Findings, role: RoleName): readonly string[] {
  const arrows = arrowsOf(steps, role)
  const { file, title } = PICTURES[role]
  return [
    `![${title}](pictures/${file})`,
    table(
      ['', 'from', 'to', 'by'],
      arrows.map(({ events, from, to }, index) => [`${index + 1}`, from, to, events.join(', ')]),
    ),
  ]
}

/** The pictures of the page: the path and text of each. */
export function machinePictures({ steps }: Findings): readonly (readonly [URL, string])[] {
  return (['root', 'child'] as const).map((role) => {
    const { file, title } = PICTURES[role]
    const url = new URL(`../docs/pictures/${file}`, import.meta.url)
    return [url, machinePicture(steps, role, title)]
  })
}

const PICTURES = {
  root: { file: 'machine-root.svg', title: 'How a turn of a conversation goes' },
  child: { file: 'machine-sub-agent.svg', title: 'How the turn of a sub-agent goes' },
} as const

const STOPS =
  'Not drawn, since they lead to rest from everywhere: cancelRequested and shutdownRequested (by way of cancelling where a call or sub-agents still run), storeFailed and workLost (at once, to error or failed), and recovered (to idle, of a sub-agent to failed).'
const STEPS =
  'Under each state stands first where it leads. "Each step" has all that the step does: in brackets its condition, of the event and of the state, then its effects, its timers (started, at once, stopped), the messages that it stores and what else it puts on record. Where one event stands twice under the same condition, settings decide. What is refused stands at the end of this page.'

function section(findings: Findings, state: string): readonly string[] {
  const rows = EVENT_TYPES.map((event) => {
    const outcomes = outcomesOf(findings, state, event)
    const next = outcomes.filter((outcome) => isState(findings, outcome))
    const reasons = outcomes.filter((outcome) => !isState(findings, outcome))
    return [event, next.join(', '), reasons.join(', ')]
  })
  const statuses = findings.states.find(([type]) => type === state)?.[1] ?? []
  return [
    `### ${state}`,
    `${statuses.join(' or ')}.`,
    table(['event', 'leads to', 'refused'], rows),
  ]
}

function isState(findings: Findings, outcome: string): boolean {
  return statesOf(findings).some((state) => state === outcome)
}

function outcomesOf({ outcomes }: Findings, state: string, event: string): readonly string[] {
  return outcomes.find(([pair]) => pair === `${state} ${event}`)?.[1] ?? []
}
