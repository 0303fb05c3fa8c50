import { expect, test } from 'vitest'
import { restedIn } from './open-turn.ts'

const failed = { type: 'error', turnId: 't1', kind: 'network', resume: 'compaction' }

test('a reply that failed before a restart can be taken up again', () => {
  expect(restedIn({ ...failed, goal: 'reply' })).toEqual({ turnId: 't1', cause: 'error' })
  expect(restedIn(failed)).toEqual({ turnId: 't1', cause: 'error' })
})

test('a summary by hand that failed before a restart leaves no reply to be taken up', () => {
  expect(restedIn({ ...failed, goal: 'compaction', unfinished: null })).toBeNull()
})
