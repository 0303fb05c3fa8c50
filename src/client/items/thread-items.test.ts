import { describe, expect, test } from 'vitest'
import { GIT_NOTE_BEGINNING } from '../../shared/messages/git-note.ts'
import { NO_USAGE } from '../../shared/models/usage.ts'
import { WorkId } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import {
  agentMessage,
  attachmentOf,
  personMessage,
  resultMessage,
  rewoundMessage,
  subAgentMessage,
  unreadableMessage,
} from '../fakes/samples.ts'
import { outcomeOf } from '../words/call-texts.ts'
import { livePartsOf, threadItems, withUnstoredReply } from './thread-items.ts'

const call = (command: string): object => ({
  type: 'toolCall',
  providerCallId: 'same',
  name: 'bash',
  input: { type: 'object', value: { command } },
})
const first = agentMessage(2, [{ type: 'text', text: 'I look.' }, call('ls'), call('pwd')])
const messages = [
  personMessage(1),
  first,
  resultMessage(3, 'm2.0', 'files'),
  resultMessage(4, 'm2.1', '/folder'),
  agentMessage(5, [{ type: 'text', text: 'Done.' }]),
  personMessage(6),
]

const kinds = (...messages: readonly Message[]): readonly string[] =>
  threadItems(messages, new Map()).map(({ type }) => type)

function summed(seq: number, throughSeq?: number): Message {
  const content = { type: 'summary', text: 'So far', model: 'm', usage: NO_USAGE, price: null }
  return { ...personMessage(seq), content: { ...content, throughSeq } } as Message
}

describe('the items of a thread', () => {
  test('all replies up to the next message of a person are one article', () => {
    const items = threadItems(messages, new Map())
    expect(items.map((item) => item.type)).toEqual(['you', 'agent', 'you'])
    const agent = items[1]
    expect(agent?.type === 'agent' ? agent.replies : []).toHaveLength(2)
  })

  test('the pieces of a reply are one text, with its searches between them and its sources below', () => {
    const source = { url: 'https://a.example/', title: 'A' }
    const search = { type: 'search', id: 's', queries: ['q'], found: [source] }
    const said = agentMessage(1, [
      { type: 'text', text: 'Looking.' },
      { type: 'serverTool', step: search, json: {} },
      { type: 'text', text: 'It ends ' },
      { type: 'text', text: 'in 2028', sources: [source] },
      { type: 'text', text: '.' },
    ])
    const [agent] = threadItems([said], new Map())
    const parts = agent?.type === 'agent' ? (agent.replies[0]?.parts ?? []) : []
    expect(parts).toMatchObject([
      { key: 'text0', type: 'text', text: 'Looking.' },
      { key: 'step0', step: { what: 'Searched the web: q', result: '1 result' } },
      { key: 'text1', type: 'text', text: 'It ends in 2028.' },
      { key: 'sources', sources: [{ href: source.url, title: 'A', host: 'a.example' }] },
    ])
  })

  test('each call has its own result, even if the provider repeats an id', () => {
    const agent = threadItems(messages, new Map())[1]
    const parts = agent?.type === 'agent' ? (agent.replies[0]?.parts ?? []) : []
    const results = parts.flatMap((part) => (part.type === 'call' ? [part.call.result?.text] : []))
    expect(results).toEqual(['files', '/folder'])
  })

  test('R29 what cannot be read is one line in its place, and a call whose result it may be does not seem to wait', () => {
    const told = [
      personMessage(1),
      first,
      unreadableMessage(3, 0),
      resultMessage(4, 'm2.1', '/folder'),
      unreadableMessage(5, 3),
      agentMessage(8, [call('id')]),
    ]
    const items = threadItems(told, new Map())
    expect(items.map((item) => (item.type === 'system' ? item.text : item.type))).toEqual([
      'you',
      'agent',
      'Something here cannot be read by this version of Phoenix.',
      '3 entries are missing here.',
      'agent',
    ])
    const replies = items.flatMap((item) => (item.type === 'agent' ? item.replies : []))
    const outcomes = replies.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'call' ? [outcomeOf(part.call.result, null, 0)] : [])),
    )
    expect(outcomes[0]).toBe('Result cannot be read')
    expect(outcomes[1]).toMatch(/5 ms|0\.0/)
    expect(outcomes[2]).toBe('Waiting')
  })

  test('rewound messages are folded in place, including earlier rewinds', () => {
    const again = [rewoundMessage(7, 6), personMessage(8), rewoundMessage(9, 1), personMessage(10)]
    const items = threadItems([...messages, ...again], new Map())
    expect(items.map((item) => item.type)).toEqual(['rewound', 'you'])
    const folded = items[0]?.type === 'rewound' ? items[0].items : []
    expect(folded.map((item) => item.type)).toEqual(['you', 'agent', 'you', 'you'])
    expect(folded[1]).toMatchObject({ replies: [{}, {}] })
    const later = threadItems([...messages, ...again.slice(0, 2)], new Map())
    expect(later.map((item) => item.type)).toEqual(['you', 'agent', 'rewound', 'you'])
  })

  test('what Phoenix tells the model about git is a folded line, without the words meant for the model', () => {
    const note = `${GIT_NOTE_BEGINNING}\nBranch: main\nChanged files:\n M a`
    const content = { ...personMessage(2, note).content, author: 'phoenix' }
    const told = [personMessage(1), { ...personMessage(2), content } as Message]
    expect(threadItems(told, new Map())[1]).toMatchObject({
      type: 'system',
      title: 'Git: main, with changes',
      text: 'Branch: main\nChanged files:\n M a',
    })
  })

  test('a call without a result is shown without one', () => {
    const items = threadItems(messages.slice(0, 3), new Map())
    expect(JSON.stringify(items)).toContain('"result":null')
  })

  test('an image shown by a tool appears with its call, like an attachment', () => {
    const image = attachmentOf('cat.png')
    const { copy: blob, original: _original, ...facts } = image
    const shown = resultMessage(3, 'm2.0', 'cat.png: an image.')
    const { content } = shown
    if (content.type !== 'tool') throw new Error('no result')
    const parts = [...content.content, { type: 'image', blob, ...facts }] as const
    const result = { ...shown, content: { ...content, content: parts } }
    const items = threadItems([personMessage(1), first, result], new Map())
    expect(items[1]).toMatchObject({
      replies: [
        { parts: [{}, { call: { result: { text: 'cat.png: an image.', images: [image] } } }, {}] },
      ],
    })
  })

  test('a streamed reply and its stored form have the same keys', () => {
    const requestId = WorkId.parse('r1')
    const parts = livePartsOf({ requestId, thinking: '', text: 'I l', calls: [] })
    const live = { key: requestId, at: 0, model: 'm', end: 'endTurn', parts } as const
    const before = withUnstoredReply(threadItems([personMessage(1)], new Map()), live)
    const after = threadItems([personMessage(1), first], new Map([[first.id, requestId]]))
    expect(after.map((item) => item.key)).toEqual(before.map((item) => item.key))
    const [one, other] = [before[1], after[1]]
    expect(one?.type === 'agent' && one.replies[0]?.parts[0]?.key).toBe('text0')
    expect(other?.type === 'agent' && other.replies[0]?.parts[0]?.key).toBe('text0')
  })

  test('T91: a reply without text is not shown yet', () => {
    const items = threadItems([personMessage(1)], new Map())
    expect(withUnstoredReply(items, null)).toBe(items)
    const parts = livePartsOf({ requestId: WorkId.parse('r'), thinking: ' ', text: '', calls: [] })
    expect(parts).toEqual([])
  })

  test('text added by Phoenix is a quiet line, not a message of the person', () => {
    const added = personMessage(2, 'Continue.')
    if (added.content.type !== 'user') throw new Error('not a user message')
    const quiet = { ...added, content: { ...added.content, author: 'phoenix' as const } }
    expect(threadItems([quiet], new Map())[0]?.type).toBe('system')
  })

  test('a summary is a separate item, and results of sub-agents appear with their call', () => {
    const content = {
      type: 'summary',
      text: 'So far',
      model: 'm',
      usage: NO_USAGE,
      price: null,
    } as const
    const summary = { ...personMessage(7), content }
    const items = threadItems([subAgentMessage(6, 'm2.0', 'a'), summary], new Map())
    expect(items).toMatchObject([{ type: 'summary', text: 'So far' }])
  })

  test('a summary of a part is marked where it ends too, until another is in force or that place is rewound', () => {
    const said = [personMessage(1), personMessage(2), personMessage(3)]
    const marked = ['you', 'summarised', 'you', 'you', 'summary']
    expect(kinds(...said, summed(4, 1))).toEqual(marked)
    expect(kinds(...said, summed(4, 1), summed(5))).toEqual([
      'you',
      'you',
      'you',
      'summary',
      'summary',
    ])
    expect(kinds(...said, summed(4, 1), rewoundMessage(5, 2))).not.toContain('summarised')
    expect(kinds(...said, summed(4))).toEqual(['you', 'you', 'you', 'summary'])
  })
})
