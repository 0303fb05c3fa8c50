import { expect, test } from 'vitest'
import { submittedBy, tasksOf } from './agent-tools.ts'
import { spawn } from '../testing/test-calls.ts'
import { testContext } from '../testing/test-context.ts'
import { Walk } from '../testing/test-walk.ts'

/** What becomes of tasks when a call is checked. */
function checked(tasks: readonly unknown[]): unknown {
  return tasksOf({ type: 'object', value: { tasks } })
}

// covers D-26
test('a task may name another model of the chosen endpoint, but none of another endpoint', () => {
  const walk = new Walk().ask()
  const small = { task: 'Look', model: 'claude-small' }
  const foreign = { task: 'Look', model: 'lab/large' }
  const step = walk.call(spawn('Count', small, foreign))
  expect(step.children.map(({ model }) => model)).toEqual([
    null,
    'claude-small',
    'anthropic/lab/large',
  ])
  const { primary } = testContext()
  const atDemo = new Walk({ primary: { ...primary, endpoint: 'demo', model: 'demo' } }).ask()
  expect(atDemo.call(spawn(small)).children).toMatchObject([{ model: null }])
})

test('all tasks are checked before any starts: one invalid task starts none', () => {
  const ten = Array.from({ length: 10 }, () => ({ task: 'Look' }))
  expect(checked(ten)).toHaveLength(10)
  for (const list of [
    [],
    [...ten, { task: 'Look' }],
    [{ task: 'Look' }, { task: ' ' }],
    [{ task: 'Look' }, {}],
    [{ task: 'Look', timeoutMinutes: 31 }],
    [{ task: 'Look', timeoutMinutes: 0 }],
  ]) {
    expect(checked(list)).toBeNull()
  }
  expect(tasksOf({ type: 'unparsed', text: '{"tasks":' })).toBeNull()
})

function submitted(value: Readonly<Record<string, unknown>>): unknown {
  return submittedBy({ type: 'object', value })
}

// covers D-43 D-44
test('a result is text, and means success unless it says otherwise', () => {
  expect(submitted({ result: 'Found' })).toEqual({ result: 'Found', success: true })
  expect(submitted({ result: 'No', success: false })).toEqual({ result: 'No', success: false })
  for (const none of [{}, { result: ' ' }, { result: 7 }, { success: true }]) {
    expect(submitted(none)).toBeNull()
  }
})
