import { format } from 'prettier'
import type { Input } from '../src/main/core/event.ts'
import type { Proof } from './prove.ts'
import { type Standing, standingOf } from './standing.ts'
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
export async function machinePage(proof: Proof): Promise<string> {
  const states = statesOf(proof)
  const parts = [
    '# The machine as it is',
    '<!-- Generated from the code by `npm run docs`. Do not edit: a test fails when this file is stale. -->',
    'Generated from the code by `npm run docs`. Every event was tried in every state that can be reached.',
    ...figures(proof),
    '## States and what leads between them',
    'Left out: what changes nothing, and `recovered`, which brings every state to rest after a restart. A sub-agent rests in completed and failed, any other conversation in idle, error and contextExhausted.',
    '### How a turn goes',
    drawing(proof, states, (event) => !STOPS.has(event)),
    '### What stops it',
    drawing(proof, states, (event) => STOPS.has(event)),
    '## Every state and every event',
    ...states.flatMap((state) => section(proof, state)),
  ]
  const options = { parser: 'markdown', printWidth: 100 } as const
  return format(parts.join('\n\n'), options)
}

function figures({ graph, longest }: Proof): readonly string[] {
  const edges = graph.edges.reduce((sum, each) => sum + each.length, 0)
  const [first] = longest.path
  const rows = [
    ['nodes', count(graph.nodes.length)],
    ['edges', count(edges)],
    ['longest path of failures, steps', count(longest.steps)],
    ['longest path of failures, minutes', count(Math.ceil(longest.minutes))],
    ['where that begins', `${longest.from}, with ${first ?? 'nothing'}`],
  ]
  return [
    '## Never stuck, as a number',
    'Where every timer fires and every work fails as late as its timer lets it, each way ends at rest:',
    table(['figure', 'value'], rows),
    'Settings tried:',
    VARIANTS.map(({ name }) => `- ${name}`).join('\n'),
  ]
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

function statesOf({ graph }: Proof): readonly string[] {
  return [...new Set(graph.nodes.map(({ state }) => state.type))]
}

function drawing(
  proof: Proof,
  states: readonly string[],
  isDrawn: (event: Input['type']) => boolean,
): string {
  const lines = states.flatMap((from) =>
    states.flatMap((to) => {
      const events = EVENT_TYPES.filter(
        (event) =>
          isDrawn(event) && !NOT_DRAWN.has(event) && outcomesOf(proof, from, event).includes(to),
      )
      return from === to || events.length === 0 ? [] : [`  ${from} --> ${to}: ${events.join(', ')}`]
    }),
  )
  return ['```mermaid', 'stateDiagram-v2', '  direction LR', ...lines, '```'].join('\n')
}

function section(proof: Proof, state: string): readonly string[] {
  const rows = EVENT_TYPES.map((event) => {
    const outcomes = outcomesOf(proof, state, event)
    const next = outcomes.filter((outcome) => isState(proof, outcome))
    const reasons = outcomes.filter((outcome) => !isState(proof, outcome))
    return [event, next.join(', '), reasons.join(', ')]
  })
  const standings = [...standingsOf(proof, state)].toSorted()
  return [
    `### ${state}`,
    `${standings.join(' or ')}.`,
    table(['event', 'leads to', 'refused'], rows),
  ]
}

function isState(proof: Proof, outcome: string): boolean {
  return statesOf(proof).includes(outcome)
}

function standingsOf({ graph }: Proof, type: string): ReadonlySet<Standing> {
  const states = graph.nodes.filter(({ state }) => state.type === type)
  return new Set(states.map(({ state }) => standingOf(state)))
}

function outcomesOf({ graph }: Proof, state: string, event: string): readonly string[] {
  return [...(graph.outcomes.get(`${state} ${event}`) ?? [])].toSorted()
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
