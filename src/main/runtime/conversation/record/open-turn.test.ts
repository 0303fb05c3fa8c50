import { expect, test } from 'vitest'
import { restedIn } from './open-turn.ts'

const failed = { type: 'error', turnId: 't1', kind: 'network', resume: 'compaction' }

test('a reply that failed before a restart can be continued', () => {
  expect(restedIn({ ...failed, goal: 'reply' })).toEqual({ turnId: 't1', cause: 'error' })
  expect(restedIn(failed)).toEqual({ turnId: 't1', cause: 'error' })
})

test('a manual summary that failed before a restart leaves no reply to continue', () => {
  expect(restedIn({ ...failed, goal: 'compaction', unfinished: null })).toBeNull()
})
