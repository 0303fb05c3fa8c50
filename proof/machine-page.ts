import { format } from 'prettier'
import type { Input } from '../src/main/core/event.ts'
import type { Findings } from './findings.ts'
import { EVENT_TYPES } from './trials.ts'
import { VARIANTS } from './variants.ts'

export const MACHINE_PAGE = new URL('../docs/machine.md', import.meta.url)

/** What ends a turn before its end: drawn apart, since it leads to rest from almost everywhere. */
const STOPS: ReadonlySet<Input['type']> = new Set([
  'cancelRequested',
  'shutdownRequested',
  'storeFailed',
  'workLost',
])
/** Leads from every state to rest after the app was ended: the drawings would be of nothing else. */
const NOT_DRAWN: ReadonlySet<Input['type']> = new Set(['recovered'])

/** docs/machine.md: the machine as the exploration saw it, in Markdown that prettier accepts. */
export async function machinePage(findings: Findings): Promise<string> {
  const states = statesOf(findings)
  const parts = [
    '# The machine as it is',
    '<!-- Generated from the code by `npm run docs`. Do not edit: a test fails when this file is stale. -->',
    'Generated from the code by `npm run docs`. Every event was tried in every state that can be reached.',
    ...figures(findings),
    '## States and what leads between them',
    'Left out: what changes nothing, and `recovered`, which brings every state to rest after a restart. A sub-agent rests in completed and failed, any other conversation in idle, error and contextExhausted.',
    '### How a turn goes',
    drawing(findings, states, (event) => !STOPS.has(event)),
    '### What stops it',
    drawing(findings, states, (event) => STOPS.has(event)),
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

function statesOf({ states }: Findings): readonly string[] {
  return states.map(([type]) => type)
}

function drawing(
  findings: Findings,
  states: readonly string[],
  isDrawn: (event: Input['type']) => boolean,
): string {
  const lines = states.flatMap((from) =>
    states.flatMap((to) => {
      const events = EVENT_TYPES.filter(
        (event) =>
          isDrawn(event) && !NOT_DRAWN.has(event) && outcomesOf(findings, from, event).includes(to),
      )
      return from === to || events.length === 0 ? [] : [`  ${from} --> ${to}: ${events.join(', ')}`]
    }),
  )
  return ['```mermaid', 'stateDiagram-v2', '  direction LR', ...lines, '```'].join('\n')
}

function section(findings: Findings, state: string): readonly string[] {
  const rows = EVENT_TYPES.map((event) => {
    const outcomes = outcomesOf(findings, state, event)
    const next = outcomes.filter((outcome) => isState(findings, outcome))
    const reasons = outcomes.filter((outcome) => !isState(findings, outcome))
    return [event, next.join(', '), reasons.join(', ')]
  })
  const standings = findings.states.find(([type]) => type === state)?.[1] ?? []
  return [
    `### ${state}`,
    `${standings.join(' or ')}.`,
    table(['event', 'leads to', 'refused'], rows),
  ]
}

function isState(findings: Findings, outcome: string): boolean {
  return statesOf(findings).includes(outcome)
}

function outcomesOf({ outcomes }: Findings, state: string, event: string): readonly string[] {
  return outcomes.find(([pair]) => pair === `${state} ${event}`)?.[1] ?? []
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
