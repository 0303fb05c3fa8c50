import type { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import { STATE_WORDS } from './machine-words.ts'
import type { RoleName, StepRow } from './step-rows.ts'

type StateType = ConversationState['type']

/** The behaviour of a conversation of one role in each state: a short table, then every step. */
export function roleTables(rows: readonly StepRow[], role: RoleName): readonly string[] {
  const own = rows.filter((row) => row.role === role)
  const states = [...new Set(own.map(({ state }) => state))]
  return states.flatMap((state) => stateTables(own, state))
}

function stateTables(own: readonly StepRow[], state: StateType): readonly string[] {
  const rows = own.filter((row) => row.state === state)
  const leaving = rows.filter(({ event, to }) => to !== state && event !== 'recovered')
  const ways = [...Map.groupBy(leaving, ({ to }) => to)].map(([to, through]) => [
    to,
    distinct(through.map(({ event }) => event)).join(', '),
  ])
  const staying = distinct(rows.filter(({ to }) => to === state).map(({ event }) => event))
  const stays = staying.length === 0 ? '' : ` Stays with: ${staying.join(', ')}.`
  return [
    `#### ${state}`,
    `${STATE_WORDS[state]}${stays}`,
    ...(ways.length === 0 ? [] : [table(['leads to', 'by'], ways)]),
    '<details><summary>Each step</summary>',
    rows.map((row) => stepLine(row, rows)).join('\n'),
    '</details>',
  ]
}

function stepLine(row: StepRow, rows: readonly StepRow[]): string {
  const alike = rows.filter(({ event }) => event === row.event)
  const event = factored(
    row.when,
    alike.flatMap(({ when }) => when),
  )
  const state = factored(
    row.where,
    rows.flatMap(({ where }) => where),
  )
  const parts = [
    ['Effects', row.effects],
    ['Timers', row.timers],
    ['Messages', row.messages],
    ['On record', row.record],
  ] as const
  const done = parts.flatMap(([what, list]) =>
    list.length === 0 ? [] : [` ${what}: ${list.join(', ')}.`],
  )
  const condition = [event, state === '' ? '' : `where ${state}`].filter((part) => part !== '')
  const named = condition.length === 0 ? '' : ` (${condition.join('; ')})`
  return `- **${row.event}**${named} → ${row.to}.${done.join('')}`
}

/**
 * Combines values part by part: `a, x` and `b, x` become `a or b, x`. A part with all possible values says nothing and
 * is omitted.
 */
export function factored(values: readonly string[], all: readonly string[]): string {
  const [parts, known] = [partsOf(values), partsOf(all)]
  const distinguishing = parts.filter((part, index) => part.size < (known[index]?.size ?? 0))
  return distinguishing
    .map((part) =>
      [...part]
        .filter((value) => value !== '')
        .toSorted()
        .join(' or '),
    )
    .filter((part) => part !== '')
    .join(', ')
}

function partsOf(values: readonly string[]): readonly ReadonlySet<string>[] {
  const split = values.map((value) => value.split(', '))
  const length = Math.max(0, ...split.map((each) => each.length))
  return Array.from({ length }, (_, index) => new Set(split.map((each) => each[index] ?? '')))
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}
