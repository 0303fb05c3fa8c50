import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeMessages, rewoundIn } from '../../../../shared/messages/active-messages.ts'
import type { MessageId } from '../../../../shared/ids.ts'
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
import type { Message } from '../../../../shared/messages/message.ts'
import { CountedReads, HISTORY_ID } from '../../fakes/counted-reads.ts'
import { MessagesInMemory } from './messages-in-memory.ts'

const GOES_ON = new AbortController().signal

function neededOf(history: readonly Message[]): readonly Message[] {
  return neededMessages(activeMessages(history))
}

function memoryOf(reads: CountedReads): MessagesInMemory {
  return new MessagesInMemory(reads, HISTORY_ID)
}

/** Timers that act before each part but the first. */
class Between {
  parts = 1
  readonly #act: (part: number) => void

  constructor(act: (part: number) => void) {
    this.#act = act
  }

  soon(run: () => void): void {
    this.parts += 1
    this.#act(this.parts)
    queueMicrotask(run)
  }
}

test('reading in parts equals reading the whole history, with any rewinds', () => {
  fc.assert(
    fc.property(anySummed, (history) => {
      expect(memoryOf(new CountedReads(history)).needed()).toEqual(neededOf(history))
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
  const whole = neededOf(history)
  expect(whole).not.toContainEqual(expect.objectContaining({ content: undone }))
  expect(memoryOf(new CountedReads(history)).needed()).toEqual(whole)
})

test('of 20,000 messages with summaries, those since the last are read, and a few more', () => {
  const round = [agent(text('I look.'), call('x')), result(0, 0, 'found')]
  const stretch = [...Array.from({ length: 500 }, () => round).flat(), summary('So far.')]
  const long = Array.from({ length: 20 }, () => stretch).flat()
  const reads = new CountedReads(place([user('Begin'), ...long, ...round, user('Go on')]))
  expect(memoryOf(reads).needed().length).toBeLessThan(40)
  expect(reads.count).toBeLessThan(250)
})

const ROUND = [user('Go on'), agent(text('I look.'), call('x')), result(0, 0, 'found')]
const LONG = Array.from({ length: 80 }, () => ROUND).flat()

test('whatever is added or rewound between two parts, what is prepared is what is needed then', async () => {
  await fc.assert(
    fc.asyncProperty(anySummed, fc.nat(6), async (more, part) => {
      const whole = place([...LONG, ...more.map(({ content }) => content)])
      const [before, added] = [whole.slice(0, LONG.length), whole.slice(LONG.length)]
      const reads = new CountedReads(before)
      const memory = memoryOf(reads)
      const timers = new Between((at) => {
        if (at !== part) return
        reads.add(added)
        memory.add(added)
      })
      await memory.prepare(timers, GOES_ON)
      const { count } = reads
      const wasAdded = part > 1 && part <= timers.parts
      expect(memory.needed()).toEqual(neededOf(wasAdded ? whole : before))
      expect(reads.count).toBe(count)
    }),
  )
})

test('a long history is read in small parts, and a Stop ends that', async () => {
  const reads = new CountedReads(place(LONG))
  const memory = memoryOf(reads)
  const stop = new AbortController()
  await memory.prepare(new Between((part) => part === 3 && stop.abort()), stop.signal)
  expect(reads.count).toBe(100)
  await memory.prepare(new Between(() => {}), GOES_ON)
  expect(reads.largest).toBe(50)
  expect(memory.needed()).toHaveLength(LONG.length)
})

test('the newest active messages are found without all the others, with any rewinds', () => {
  fc.assert(
    fc.property(anySummed, (history) => {
      const whole = place([...history.map(({ content }) => content), ...ROUND])
      const rewound = rewoundIn(whole)
      const isActive = ({ id }: Message): boolean => !rewound.has(id)
      const recent = memoryOf(new CountedReads(whole)).recent()
      expect(recent.filter(isActive)).toEqual(activeMessages(whole).filter(isActive))
    }),
    { numRuns: 500 },
  )
  const rewinding = place([
    ...LONG,
    ...LONG,
    ...LONG,
    ...LONG,
    { type: 'rewound', fromSeq: 230 },
    user('Again'),
  ])
  const reads = new CountedReads(rewinding)
  const memory = memoryOf(reads)
  expect(memory.recent().at(-1)).toBe(rewinding.at(-1))
  expect(memory.recent().at(-3)).toBe(rewinding[228])
  expect(reads.count).toBeLessThan(650)
})

test('messages that a window has read count as the newest, unless more is known or a rewind is among them', () => {
  const plain = place(ROUND)
  const taken = memoryOf(new CountedReads([]))
  taken.adopt(plain)
  expect(taken.recent()).toEqual(plain)
  taken.adopt(plain.slice(1))
  expect(taken.recent()).toEqual(plain)
  const known = memoryOf(new CountedReads(plain))
  const needed = known.needed()
  known.adopt(plain.slice(2))
  expect(known.recent()).toEqual(needed)
  const rewound = place([...ROUND, { type: 'rewound', fromSeq: 2 }])
  const other = memoryOf(new CountedReads(rewound))
  other.adopt(rewound)
  expect(other.recent()).toEqual(activeMessages(rewound))
})
