import { expect, test } from 'vitest'
import { awaitedBy } from './awaited.ts'
import { spawn } from './test-calls.ts'
import { Walk } from './test-walk.ts'

test('no timer is waited for behind a sub-agent that asks: its time stands still', () => {
  const walk = new Walk().ask()
  walk.call(spawn('Look', 'Count'))
  walk.child(0, { type: 'asking' })
  const { works, timers } = awaitedBy(walk.state)
  expect(works).toHaveLength(2)
  expect(timers).toHaveLength(1)
  walk.child(1, { type: 'asking' })
  expect(awaitedBy(walk.state).timers).toEqual([])
})
