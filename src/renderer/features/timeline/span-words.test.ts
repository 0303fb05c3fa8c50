import { expect, test } from 'vitest'
import type { SpanKind, TurnSpan } from '../../../shared/conversation/timeline.ts'
import { sentenceOf, totalsOf } from './span-words.ts'

function spans(...parts: readonly (readonly [SpanKind, number])[]): readonly TurnSpan[] {
  let at = 1_000
  return parts.map(([kind, ms]) => ({ kind, from: at, to: (at += ms) }))
}

test('the times of each kind are added up and shown in one sentence', () => {
  const turn = spans(['waiting', 500], ['answering', 2_500], ['tools', 61_000], ['waiting', 1_500])
  expect(totalsOf(turn).map(({ kind, ms }) => [kind, ms])).toEqual([
    ['waiting', 2_000],
    ['answering', 2_500],
    ['tools', 61_000],
  ])
  expect(sentenceOf(turn)).toBe(
    '1 m 5 s in total: waiting for the model 2.0 s, thinking and answering 2.5 s, tools 1 m 1 s',
  )
})
