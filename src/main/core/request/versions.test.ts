import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeMessages, rewoundIn } from '../../../shared/messages/active-messages.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { Message, MessageContent } from '../../../shared/messages/message.ts'
import { placeAfter, placeToShow, versionsIn } from '../../../shared/messages/versions.ts'
import { agent, call, place, result, text, undo, user } from '../testing/test-messages.ts'
import { testProperty } from '../testing/test-property.ts'
import { buildRequest } from './build-request.ts'
import { validateRequest } from './validate-request.ts'

const FRAME = { endpoint: 'anthropic', model: 'm', system: '', tools: [] }

function rewound(fromSeq: number): MessageContent {
  return { type: 'rewound', fromSeq }
}

function idAt(seq: number): MessageId {
  return `m${seq - 1}` as MessageId
}

/** Shows the version at this place, as the command does. */
function showing(contents: readonly MessageContent[], seq: number): readonly MessageContent[] {
  const fromSeq = placeToShow(place(contents), idAt(seq))
  return fromSeq === null ? contents : [...contents, rewound(fromSeq)]
}

function wordsIn(contents: readonly MessageContent[]): readonly string[] {
  return activeMessages(place(contents)).flatMap(({ content }) => {
    if (content.type === 'user') return [content.text]
    if (content.type !== 'agent') return []
    return content.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  })
}

const BEGUN = [user('Hello'), agent(text('Hi'))]
/** 3 and 4, then 6 and 7, then 9 in the place of 3. */
const EDITED = [
  ...BEGUN,
  user('One'),
  agent(text('First')),
  rewound(3),
  user('Two'),
  agent(text('Second')),
  rewound(6),
  user('Three'),
]

test('a message edited twice has three versions, and so has each of them', () => {
  const all = [idAt(3), idAt(6), idAt(9)]
  expect(Object.fromEntries(versionsIn(place(EDITED)))).toEqual({
    [idAt(3)]: { all, index: 0 },
    [idAt(6)]: { all, index: 1 },
    [idAt(9)]: { all, index: 2 },
  })
})

test('each version can be made active again with everything that followed it, and continues from there', () => {
  const first = showing(EDITED, 3)
  expect(wordsIn(first)).toEqual(['Hello', 'Hi', 'One', 'First'])
  const gone = [...first, user('More'), agent(text('Well'))]
  const second = showing(gone, 6)
  expect(wordsIn(second)).toEqual(['Hello', 'Hi', 'Two', 'Second'])
  expect(wordsIn(showing(second, 9))).toEqual(['Hello', 'Hi', 'Three'])
  expect(wordsIn(showing(second, 3))).toEqual(['Hello', 'Hi', 'One', 'First', 'More', 'Well'])
  expect(showing(second, 6)).toBe(second)
})

test('the first message has versions, and so has a version within a version', () => {
  const inner = [user('A'), agent(text('a')), user('B'), rewound(3), user('C')]
  const outer = [...inner, rewound(1), user('Z')]
  expect(versionsIn(place(outer)).get(idAt(1))).toEqual({ all: [idAt(1), idAt(7)], index: 0 })
  expect(wordsIn(showing(outer, 1))).toEqual(['A', 'a', 'C'])
  expect(wordsIn(showing(outer, 3))).toEqual(['A', 'a', 'B'])
})

test('a message whose predecessor is on an earlier page has no versions there', () => {
  const page = place(EDITED).slice(2)
  expect(versionsIn(page).size).toBe(0)
  expect(versionsIn(place(EDITED).slice(1)).size).toBe(3)
})

test('rewinds found in part of the history equal those found in the whole', () => {
  const messages = place([...showing([...EDITED, agent(text('Third'))], 3), user('On')])
  const whole = rewoundIn(messages)
  for (let from = 0; from < messages.length; from++) {
    const part = messages.slice(from)
    expect(rewoundIn(part)).toEqual(new Set(part.map(({ id }) => id).filter((id) => whole.has(id))))
  }
})

test.each([
  [2, 5],
  [3, 5],
  [4, 5],
  [5, 6],
  [1, 2],
  [6, null],
  [9, null],
])('restored to place %i, the conversation ends before place %s', (seq, fromSeq) => {
  const reply = [agent(call('a'), call('b')), result(1, 0, 'a'), result(1, 1, 'b')]
  const messages = place([user('Go'), ...reply, agent(text('Done')), user('More')])
  expect(placeAfter(messages, seq)).toBe(fromSeq)
})

test('after the last exchange there is nothing to rewind', () => {
  const messages = place([...BEGUN, { type: 'system', text: 'x' }, undo('next', 'a.ts')])
  expect(placeAfter(messages, 2)).toBeNull()
})

const ACT = fc.tuple(
  fc.constantFrom('say', 'round', 'edit', 'show', 'restore', 'show'),
  fc.nat({ max: 30 }),
)

function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items.length === 0 ? undefined : items[index % items.length]
}

function isWords({ content }: Message): boolean {
  return content.type === 'user'
}

function saidBy(act: string, at: number, messages: readonly Message[]): readonly MessageContent[] {
  const end = messages.length
  const active = activeMessages(messages)
  switch (act) {
    case 'edit': {
      const edited = pick(active.filter(isWords), at)
      return edited === undefined ? [] : [rewound(edited.seq), user(`again ${end}`)]
    }
    case 'show': {
      const shown = pick(messages.filter(isWords), at)
      const fromSeq = shown === undefined ? null : placeToShow(messages, shown.id)
      return fromSeq === null ? [] : [rewound(fromSeq)]
    }
    case 'restore': {
      const to = pick(active, at)
      const fromSeq = to === undefined ? null : placeAfter(active, to.seq)
      return fromSeq === null ? [] : [rewound(fromSeq)]
    }
    case 'round':
      return [
        user(`do ${end}`),
        agent(call('a'), call('b')),
        result(end + 1, 0, 'a'),
        result(end + 1, 1, 'b'),
        agent(text(`done ${end}`)),
      ]
    default:
      return [user(`say ${end}`), agent(text(`answer ${end}`))]
  }
}

testProperty(
  'however versions are edited, shown and restored, none is lost: each is shown again whole, requests stay valid, and the active messages form one path',
  fc.property(fc.array(ACT, { maxLength: 8 }), (acts) => {
    let messages: readonly Message[] = place([user('Begin')])
    for (const [act, at] of acts) {
      const contents = [...messages.map(({ content }) => content), ...saidBy(act, at, messages)]
      messages = place(contents)
      const request = buildRequest(activeMessages([...messages, end(messages)]), FRAME)
      expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
    }
    for (const { id, seq, content } of messages) {
      if (content.type !== 'user') continue
      const fromSeq = placeToShow(messages, id)
      const standing = fromSeq === null ? [] : [rewound(fromSeq)]
      const shown = place([...messages.map((each) => each.content), ...standing])
      const active = activeMessages(shown)
      expect(active.map((each) => each.seq)).toContain(seq)
      const version = versionsIn(shown).get(id)
      const rivals = version?.all.filter((each) => each !== id) ?? []
      for (const each of active) expect(rivals).not.toContain(each.id)
    }
  }),
)

function end({ length }: readonly Message[]): Message {
  return { id: 'end' as MessageId, seq: length + 1, at: 0, content: user('The end') }
}
