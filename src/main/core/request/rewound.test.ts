import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertNever } from '../../../shared/assert-never.ts'
import type { MessageId } from '../../../shared/ids.ts'
import {
  hasNews,
  type Message,
  type MessageContent,
  type UndoContent,
} from '../../../shared/messages/message.ts'
import { rewoundIn, activeMessages } from '../../../shared/messages/active-messages.ts'
import { buildRequest, Projection } from './build-request.ts'
import { buildCompaction } from './build-compaction.ts'
import { contextUse } from './context-window.ts'
import { forkText } from './fork-text.ts'
import { imagesIn } from './image-budget.ts'
import { testAttachment } from '../testing/test-attachment.ts'
import { agent, call, place, result, summary, text, undo, user } from '../testing/test-messages.ts'
import { testProperty } from '../testing/test-property.ts'
import { testRepair } from '../testing/test-repair.ts'
import { validateRequest } from './validate-request.ts'

const FRAME = { endpoint: 'anthropic', model: 'm', system: '', tools: [] }
const DROPPED: MessageContent = { type: 'attachmentsDropped' }

function rewound(fromSeq: number): MessageContent {
  return { type: 'rewound', fromSeq }
}

function asked(...contents: readonly MessageContent[]) {
  return buildRequest(activeMessages(place(contents)), FRAME).messages
}

/** What stands of these, by the place of each. */
function activeSeqs(...contents: readonly MessageContent[]): readonly number[] {
  return activeMessages(place(contents)).map(({ seq }) => seq)
}

function undoOf(...seqs: readonly number[]): UndoContent {
  return { ...undo('next', 'a.ts'), messageIds: seqs.map((seq) => `m${seq - 1}` as MessageId) }
}

const one = [user('One'), agent(text('First'))]
const two = [user('Two'), agent(call('x')), result(3, 0, 'out'), agent(text('Second'))]

test('after a rewind, requests contain no rewound messages and continue from the messages before them', () => {
  const messages = asked(...one, ...two, rewound(3), user('Two, again'))
  expect(messages).toEqual(asked(...one, user('Two, again')))
  expect(JSON.stringify(messages)).toContain('First')
  expect(JSON.stringify(messages)).not.toContain('out')
})

test('after a rewind of the first message, requests start from nothing', () => {
  expect(asked(...one, ...two, rewound(1), user('Anew'))).toEqual(asked(user('Anew')))
})

test('an edited message can be rewound like any other, and so can what earlier rewinds kept', () => {
  const again = [...one, ...two, rewound(3), user('Two, again'), agent(text('Well')), rewound(8)]
  expect(activeSeqs(...again, user('Once more'))).toEqual([1, 2, 7, 10, 11])
  expect(activeSeqs(...again, rewound(1), user('From the start'))).toEqual([11, 12])
})

test('a rewind removes a summary with the messages it replaced; the messages before them are sent whole again', () => {
  const messages = asked(
    ...one,
    ...two,
    summary('All of it'),
    user('Three'),
    rewound(3),
    user('On'),
  )
  expect(messages).toEqual(asked(...one, user('On')))
})

test('a summary of active messages stays, with the newest active messages', () => {
  const messages = asked(...one, summary('So far'), user('Two'), rewound(4), user('On'))
  expect(messages).toEqual(asked(...one, summary('So far'), user('On')))
  const later = asked(...one, user('Two'), rewound(3), summary('So far'), user('On'))
  expect(JSON.stringify(later)).not.toContain('Two')
})

test('images dropped before the place of a rewind stay dropped', () => {
  const look = { ...user('Look'), attachments: [testAttachment('a.png')] }
  const messages = asked(look, agent(text('Seen')), user('Two'), DROPPED, rewound(3), user('On'))
  expect(messages.flatMap(({ blocks }) => imagesIn(blocks))).toEqual([])
  const back = asked(user('One'), look, DROPPED, rewound(2), look)
  expect(back.flatMap(({ blocks }) => imagesIn(blocks))).toHaveLength(1)
})

test('what was repaired before the place of a rewind stays repaired', () => {
  const thought = agent({ type: 'thinking', text: 'Hm', signature: 's' }, text('First'))
  const repair = {
    type: 'repair',
    text: '',
    model: 'm',
    repair: testRepair('withoutThinking'),
  } as const
  const messages = asked(user('One'), thought, user('Two'), repair, rewound(3), user('On'))
  expect(JSON.stringify(messages)).toContain('First')
  expect(JSON.stringify(messages)).not.toContain('Hm')
  const look = { ...user('Look'), attachments: [testAttachment('a.png')] }
  const blobs = look.attachments.map(({ copy }) => copy)
  const without = { ...repair, repair: { type: 'withoutImages', blobs } } as const
  const again = asked(user('One'), look, without, rewound(2), look)
  expect(again.flatMap(({ blocks }) => imagesIn(blocks))).toEqual([])
})

test('an undo is still reported while an edit that it reverted is active, and disappears with that edit', () => {
  const edits = [user('One'), agent(call('x')), result(1, 0, 'out'), user('Two')]
  const more = [agent(call('y')), result(4, 0, 'out')]
  const back = rewound(4)
  expect(activeSeqs(...edits, undoOf(3), back)).toContain(5)
  expect(activeSeqs(...edits, ...more, undoOf(6), back)).not.toContain(7)
  expect(activeSeqs(...edits, ...more, undoOf(3, 6), back)).toContain(7)
  // A sub-agent's edit is a message of its own conversation.
  expect(activeSeqs(...edits, undoOf(99), back)).toContain(5)
  // The undo of an undo goes where that goes.
  expect(activeSeqs(...edits, undoOf(3), undoOf(5), back)).toEqual([1, 2, 3, 5, 6, 7])
  expect(activeSeqs(...edits, ...more, undoOf(6), undoOf(7), back)).toEqual([1, 2, 3, 9])
})

test('in a part of a conversation it removes the messages of that part, although the rewind begins earlier', () => {
  const messages = place([...one, ...two, rewound(1), user('Anew')])
  for (let from = 0; from <= messages.length; from++) {
    const part = messages.slice(from)
    expect(activeMessages(part)).toEqual(part.filter(({ seq }) => seq > 6))
    expect(rewoundIn(part).size).toBe(Math.max(0, 6 - from))
  }
})

test('without a rewind the messages are unchanged', () => {
  const messages = place([...one, ...two])
  expect(activeMessages(messages)).toBe(messages)
})

function usage(inputTokens: number) {
  return { inputTokens, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
}

test('usage, summaries and forks cover only active messages', () => {
  const history = place([
    user('One'),
    { ...agent(text('First')), usage: usage(1_000) },
    user('Two'),
    { ...agent(text('Second')), usage: usage(9_000) },
    rewound(3),
  ])
  expect(contextUse(activeMessages(history), 10_000, null, FRAME)).toMatchObject({
    usedTokens: 1_000,
  })
  expect(forkText(activeMessages(history), 10_000)?.text).not.toContain('Second')
  expect(
    JSON.stringify(buildCompaction(activeMessages(history), { ...FRAME, limitTokens: 10_000 })),
  ).not.toContain('Two')
  const all = place([user('One'), agent(text('First')), rewound(1)])
  expect(hasNews(activeMessages(all))).toBe(false)
})

type Act =
  'say' | 'answer' | 'round' | 'pause' | 'summarise' | 'drop' | 'undo' | 'repair' | 'rewind'

/** A conversation in which calls have their results, and each rewind goes back to a message that stands, to say another. */
function lived(acts: readonly (readonly [Act, number])[]): readonly Message[] {
  let messages = place([user('Hello')])
  for (const [index, [act, pick]] of acts.entries()) {
    const words = activeMessages(messages).filter(({ content }) => content.type === 'user')
    const at = words.length === 0 ? undefined : words[pick % words.length]
    messages = place([
      ...messages.map(({ content }) => content),
      ...saidBy(act, index, at, messages),
    ])
  }
  return place([...messages.map(({ content }) => content), user('The end')])
}

function saidBy(
  act: Act,
  index: number,
  at: Message | undefined,
  { length }: readonly Message[],
): readonly MessageContent[] {
  switch (act) {
    case 'say':
      return [{ ...user(`Words ${index}`), attachments: [testAttachment(`${index}.png`)] }]
    case 'answer':
      return [agent(text(`Answer ${index}`))]
    case 'round':
      return [agent(call('x'), call('x')), result(length, 0, 'out'), result(length, 1, 'out')]
    case 'pause':
      return [{ ...agent(text(`Pause ${index}`)), end: 'pauseTurn' }]
    case 'summarise':
      return [summary(`So far ${index}`)]
    case 'drop':
      return [DROPPED]
    case 'undo':
      return [undoOf(index, 2 * index)]
    case 'repair':
      return [{ type: 'repair', text: '', model: 'm', repair: testRepair('callsAsText') }]
    case 'rewind':
      return at === undefined ? [] : [rewound(at.seq), user(`Anew ${index}`)]
    default:
      return assertNever(act)
  }
}

const ACT = fc.tuple(
  fc.constantFrom<Act>(
    ...(['say', 'say', 'answer', 'round', 'pause', 'summarise', 'drop'] as const),
    ...(['undo', 'repair', 'rewind', 'rewind'] as const),
  ),
  fc.nat({ max: 20 }),
)

testProperty(
  'wherever a conversation is rewound, requests are valid, hold no rewound messages, and are the same however they were built',
  fc.property(fc.array(ACT, { maxLength: 30 }), (acts) => {
    const messages = lived(acts)
    const grown = new Projection(FRAME)
    for (let seen = 1; seen < messages.length; seen++)
      grown.of(activeMessages(messages.slice(0, seen)))
    const request = buildRequest(activeMessages(messages), FRAME)
    expect(grown.of(activeMessages(messages))).toEqual(request.messages)
    expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
    expect(activeMessages(activeMessages(messages))).toEqual(activeMessages(messages))
    const gone = rewoundIn(messages)
    const blocks = request.messages.flatMap((each) => each.blocks)
    const sent = new Set(blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
    for (const { id, content } of messages) {
      if (content.type === 'user' && gone.has(id)) expect(sent).not.toContain(content.text)
    }
    expect(sent).toContain('The end')
  }),
)
