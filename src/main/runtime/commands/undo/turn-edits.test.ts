import { expect, test } from 'vitest'
import { agent, call, place, result } from '../../../core/testing/test-messages.ts'
import { ok } from '../../../../shared/result.ts'
import { turnEdits } from './turn-edits.ts'

const MANY = 10_000

test('others get their turn while the edits of a long conversation are collected', async () => {
  let turns = 0
  const messages = place(
    Array.from({ length: MANY }, (_, at) =>
      at % 2 === 0 ? agent(call(`c${at}`)) : result(at - 1, 0, ''),
    ),
  )
  const found = await turnEdits(
    messages,
    { type: 'all' },
    {
      intendedBy: () => ok([]),
      jobRanUntil: () => 0,
      history: () => Promise.resolve([]),
      timers: {
        soon: (run) => {
          turns += 1
          setImmediate(run)
        },
      },
    },
  )
  expect(found.messages).toHaveLength(MANY)
  expect(turns).toBeGreaterThan(8)
})
