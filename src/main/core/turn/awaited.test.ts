import { expect, test } from 'vitest'
import { awaitedBy } from './awaited.ts'
import { spawn } from '../testing/test-calls.ts'
import { submitted, Walk } from '../testing/test-walk.ts'

test('no timer runs for an asking sub-agent: its clock is paused', () => {
  const walk = new Walk().ask()
  walk.call(spawn('Look', 'Count'))
  walk.child(0, { type: 'asking' })
  const { works, timers } = awaitedBy(walk.state)
  expect(works).toHaveLength(2)
  expect(timers).toHaveLength(1)
  walk.child(1, { type: 'asking' })
  expect(awaitedBy(walk.state).timers).toEqual([])
})

test('an asking sub-agent has no timer to stop when it ends', () => {
  const walk = new Walk().ask()
  walk.call(spawn('Look', 'Count'))
  walk.child(0, { type: 'asking' })
  expect(walk.child(0, submitted('Found')).effects).toEqual([])
})

test('a sub-agent asked to stop is awaited until it has ended, whatever else it reports', () => {
  const walk = new Walk().ask()
  walk.call(spawn('Look'))
  const ended = walk.childEvent(0, submitted('Found'))
  const asking = walk.childEvent(0, { type: 'asking' })
  walk.cancel()
  expect(walk.try(asking)).toEqual({ type: 'refused', reason: 'stale' })
  expect(walk.take(ended).state.type).toBe('idle')
})
