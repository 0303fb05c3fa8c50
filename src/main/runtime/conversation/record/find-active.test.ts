import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeMessages, rewoundIn } from '../../../../shared/messages/active-messages.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import { placeAfter, placeToShow } from '../../../../shared/messages/versions.ts'
import { isPersons } from '../../../core/request/needed-messages.ts'
import { titleRequest } from '../../../core/turn/title.ts'
import { anySummed } from '../../../core/testing/arbitrary-summed.ts'
import {
  agent,
  call,
  place,
  result,
  summary,
  text,
  user,
} from '../../../core/testing/test-messages.ts'
import { CountedReads, HISTORY_ID } from '../../fakes/counted-reads.ts'
import { ActiveFinder } from './find-active.ts'

function finderOf(history: readonly Message[]): ActiveFinder {
  return new ActiveFinder(new CountedReads(history), HISTORY_ID)
}

test('each answer equals that of the whole history, with any rewinds', () => {
  fc.assert(
    fc.property(anySummed, (history) => {
      const rewound = rewoundIn(history)
      // Without what outlasts a rewind: nobody edits or restores that.
      const active = activeMessages(history).filter(({ id }) => !rewound.has(id))
      const finder = finderOf(history)
      expect(finder.words(null)).toEqual(active.findLast(isPersons) ?? null)
      expect(titleRequest(finder.firstAndNewest())).toEqual(titleRequest(active))
      for (const message of history) {
        const isActive = active.includes(message)
        expect(finder.words(message.id)).toEqual(isActive && isPersons(message) ? message : null)
        expect(finder.placeToShow(message.id)).toBe(placeToShow(history, message.id))
        expect(finder.placeAfter(message.seq)).toBe(placeAfter(active, message.seq))
      }
    }),
    { numRuns: 500 },
  )
})

test('of 20,000 messages only a few are read, wherever the place is and whatever has been rewound', () => {
  const round = [user('Go on'), agent(text('I look.'), call('x')), result(0, 0, 'found')]
  const stretch = [...Array.from({ length: 330 }, () => round).flat(), summary('So far.')]
  const long = place([
    ...Array.from({ length: 20 }, () => stretch).flat(),
    { type: 'rewound', fromSeq: 200 },
    user('Again'),
    { type: 'rewound', fromSeq: 150 },
  ])
  const [early, gone] = [long[3], long[9_000]]
  if (early === undefined || gone === undefined) throw new Error('no such place')
  const asked: readonly ((finder: ActiveFinder) => unknown)[] = [
    (finder) => finder.words(null),
    (finder) => finder.words(early.id),
    (finder) => finder.words(gone.id),
    (finder) => finder.placeToShow(gone.id),
    (finder) => finder.placeAfter(early.seq),
    (finder) => finder.placeAfter(148),
    (finder) => finder.placeAfter(gone.seq),
    (finder) => finder.placeAfter(30_000),
    (finder) => finder.firstAndNewest(),
  ]
  for (const ask of asked) {
    const reads = new CountedReads(long)
    ask(new ActiveFinder(reads, HISTORY_ID))
    expect(reads.count, String(ask)).toBeLessThan(100)
  }
})
