import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeMessages } from '../../../shared/messages/active-messages.ts'
import { BlobHash } from '../../../shared/ids.ts'
import { hasNews, type Message, type MessageContent } from '../../../shared/messages/message.ts'
import { anySummed } from '../testing/arbitrary-summed.ts'
import { agent, call, place, result, summary, text, undo, user } from '../testing/test-messages.ts'
import { testProperty } from '../testing/test-property.ts'
import { buildRequest } from './build-request.ts'
import { contextUse, usedTokens } from './context-window.ts'
import { forkText } from './fork-text.ts'
import { notesSent, knownInstructions } from './instruction-notes.ts'
import { neededMessages } from './needed-messages.ts'
import { effortFor } from './repairs.ts'

const MODEL = { endpoint: 'anthropic', model: 'm' }
const FRAME = { ...MODEL, system: 'Be brief.', tools: [] }

function readings(messages: readonly Message[]): object {
  return {
    request: buildRequest(messages, FRAME),
    tokens: usedTokens(messages, FRAME),
    use: contextUse(messages, 1_000, null, MODEL),
    told: Object.fromEntries(knownInstructions(messages)),
    notes: notesSent(messages),
    fork: forkText(messages, 1_000),
    effort: effortFor(messages, 'anthropic/m', 'high'),
    hasNews: hasNews(messages),
    isFirst: messages.every(
      ({ content }) =>
        content.type !== 'agent' && (content.type !== 'user' || content.author === 'person'),
    ),
  }
}

testProperty(
  'no request, estimate or repair needs the messages that a summary replaced: all are the same without them',
  fc.property(anySummed, (history) => {
    const standing = activeMessages(history)
    const needed = neededMessages(standing)
    expect(readings(needed)).toEqual(readings(standing))
    expect(neededMessages(needed)).toEqual(needed)
  }),
)

test('instruction files are repeated in the order of the earlier summary', () => {
  const [blob, text] = [BlobHash.parse('0'.repeat(64)), 'Be kind.']
  const told = (path: string, isThere = true): MessageContent => {
    const file = isThere ? { blob, isCut: false, text } : null
    return { ...user('Told'), instructions: [{ path, file }] }
  }
  const begun = [told('a'), told('b'), told('a', false), summary('One'), told('a')]
  const standing = place([...begun, agent(), user('Go on'), summary('Two'), user('And now?')])
  expect(readings(neededMessages(standing))).toEqual(readings(standing))
})

test('messages added by Phoenix are remembered: no reply counts as the first after them', () => {
  const added = { ...user('Continue.'), author: 'phoenix' } as const
  const standing = place([user('Begin'), added, user('Go on'), summary('All'), user('And now?')])
  expect(readings(neededMessages(standing))).toEqual(readings(standing))
})

test('of 20,000 messages with a summary near the end, few are needed', () => {
  const round = [agent(text('I look.'), call('x')), result(0, 0, 'found')]
  const long = Array.from({ length: 10_000 }, () => round).flat()
  const history = [user('Begin'), ...long, summary('All so far.'), ...round, undo('next', 'a.ts')]
  expect(neededMessages(place(history)).length).toBeLessThan(10)
})
