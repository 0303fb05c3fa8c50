import { expect, test } from 'vitest'
import { transition } from '../src/main/core/transition.ts'
import { EVENT_TYPES } from './trials.ts'
import { arrowsOf, machinePicture } from './machine-picture.ts'
import { joinedRows, type StepRow, StepRows } from './step-rows.ts'
import { factored, roleTables } from './step-tables.ts'
import { trialsAt } from './trials.ts'
import { VARIANTS } from './variants.ts'

/** The rows of all trials in the initial state. */
function rowsAtStart(): readonly StepRow[] {
  const rows = new StepRows()
  for (const variant of VARIANTS) {
    const situation = { variant, state: variant.start, live: [] }
    for (const trial of trialsAt(situation)) {
      const step = transition(situation.state, variant.context, trial.event)
      if (step.type === 'moved') rows.note(situation, trial, step)
    }
  }
  return joinedRows(rows.rows)
}

test('distinctions are shown part by part, and omitted when they add nothing', () => {
  const all = ['a, x', 'b, x', 'c, x', 'a, y', 'b, y', 'c, y']
  expect(factored(['a, x', 'b, x'], all)).toBe('a or b, x')
  expect(factored(['a, x', 'b, x', 'c, x'], all)).toBe('x')
  expect(factored(all, all)).toBe('')
  expect(factored([''], ['', 'late'])).toBe('')
})

test('a step shows its condition, target, effects, timers, messages and records', () => {
  const page = roleTables(rowsAtStart(), 'root').join('\n')
  expect(page).toContain('#### idle')
  expect(page).toMatch(/\| awaitingLlm \| .*userMessage/)
  expect(page).toContain(
    '- **compactRequested** → awaitingLlm. Timers: at once, start. On record: turnStarted.',
  )
  expect(page).toMatch(
    /- \*\*userMessage\*\*.* → awaitingLlm\. Timers: .*Messages: user\. On record: turnStarted\./,
  )
  expect(page).toMatch(/Stays with: .*settingsChanged/)
  for (const type of page.matchAll(/\*\*(\w+)\*\*/g)) expect(EVENT_TYPES).toContain(type[1])
})

test('a drawing has each state and each transition once, for roots and for sub-agents, in both colour schemes', () => {
  const rows = rowsAtStart()
  expect(arrowsOf(rows, 'root')).toEqual([
    {
      from: 'idle',
      to: 'awaitingLlm',
      events: ['compactRequested', 'hooksAnswered', 'userMessage'],
    },
  ])
  const drawn = machinePicture(rows, 'child', 'A sub-agent')
  expect(drawn.match(/<text [^>]*>(idle|awaitingLlm)</g)).toHaveLength(2)
  expect(drawn.match(/marker-end/g)).toHaveLength(1)
  expect(drawn).toContain('prefers-color-scheme: dark')
})

/** How far the first arrow of a drawing bends to the left. */
function bendOf(rows: readonly StepRow[]): number {
  const [, x = '', bend = ''] =
    /d="M([\d.]+) [\d.]+Q(-?[\d.]+)/.exec(machinePicture(rows, 'root', 'One')) ?? []
  return Number(x) - Number(bend)
}

test('an arrow bends around a state in its way', () => {
  const [row] = rowsAtStart()
  if (row === undefined) throw new Error('no row')
  const past = { ...row, role: 'root', state: 'awaitingApproval', to: 'idle' } as const
  const between = { ...past, to: 'error' } as const
  expect(bendOf([past])).toBeLessThan(60)
  expect(bendOf([past, between])).toBeGreaterThan(110)
})
