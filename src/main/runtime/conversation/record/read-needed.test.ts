import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeMessages } from '../../../../shared/messages/active-messages.ts'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import { neededMessages } from '../../../core/request/needed-messages.ts'
import { anySummed } from '../../../core/testing/arbitrary-summed.ts'
import {
  agent,
  call,
  place,
  result,
  summary,
  text,
  undo,
  user,
} from '../../../core/testing/test-messages.ts'
import { CountedReads } from '../../fakes/counted-reads.ts'
import { readNeeded } from './read-needed.ts'

const ID = 'c1' as ConversationId

test('reading in parts equals reading the whole history, with any rewinds', () => {
  fc.assert(
    fc.property(anySummed, (history) => {
      const whole = neededMessages(activeMessages(history))
      expect(readNeeded(new CountedReads(history), ID)).toEqual(whole)
    }),
    { numRuns: 2_000 },
  )
})

test('whether an undo still applies depends on what it undid, even if that was not read', () => {
  const undone = { ...undo('next', 'a.ts'), messageIds: ['m2' as MessageId] }
  const history = place([
    user('Begin'),
    agent(call('x')),
    result(1, 0, 'written'),
    { type: 'rewound', fromSeq: 2 },
    user('Again'),
    { ...agent(text('Done')), end: 'endTurn' },
    summary('So far.'),
    undone,
    { type: 'rewound', fromSeq: 8 },
    user('Go on'),
  ])
  const whole = neededMessages(activeMessages(history))
  expect(whole).not.toContainEqual(expect.objectContaining({ content: undone }))
  expect(readNeeded(new CountedReads(history), ID)).toEqual(whole)
})

test('of 20,000 messages with summaries, those since the last are read, and a few more', () => {
  const round = [agent(text('I look.'), call('x')), result(0, 0, 'found')]
  const stretch = [...Array.from({ length: 500 }, () => round).flat(), summary('So far.')]
  const long = Array.from({ length: 20 }, () => stretch).flat()
  const reads = new CountedReads(place([user('Begin'), ...long, ...round, user('Go on')]))
  expect(readNeeded(reads, ID).length).toBeLessThan(40)
  expect(reads.count).toBeLessThan(250)
})
