import { expect, test } from 'vitest'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import { AgentId, type MessageId, type TurnId, type WorkId } from '../../../shared/ids.ts'
import { type Message, Message as AnyMessage } from '../../../shared/messages/message.ts'
import { NO_SPEND, type Price, type Spend, spendOf } from '../../../shared/models/price.ts'
import { agentMessage, personMessage, subAgentMessage } from '../../../client/fakes/samples.ts'
import { agentsIn, rowsOfConversation, turnSpends } from './shown-spend.ts'

const PRICE: Price = { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.1, long: null }
const NONE: ReadonlyMap<AgentId, Spend> = new Map()
const WHOLE = { streamedAs: new Map<MessageId, WorkId>(), hasEarlier: false }

/** A reply of a turn with this many input tokens. */
function reply(seq: number, turnId: string, inputTokens: number): Message {
  const { content, ...message } = agentMessage(seq, [])
  const usage = { ...NO_USAGE, inputTokens }
  return AnyMessage.parse({ ...message, content: { ...content, turnId, usage, price: PRICE } })
}

test("a turn's spend is shown with its last reply, for each reply and in total", () => {
  const messages = [
    personMessage(1),
    reply(2, 't1', 1_000),
    reply(3, 't1', 3_000),
    personMessage(4),
    reply(5, 't2', 500),
  ]
  const spends = turnSpends({ ...WHOLE, messages }, null, NONE)
  expect([...spends.keys()]).toEqual(['m3', 'm5'])
  expect(spends.get('m3')?.total).toMatchObject({ usage: { inputTokens: 4_000 }, usd: 0.008 })
  expect(spends.get('m3')?.rows.map(({ name, spend }) => [name, spend.usage.inputTokens])).toEqual([
    ['Reply 1', 1_000],
    ['Reply 2', 3_000],
    ['Total', 4_000],
  ])
  expect(spends.get('m5')?.rows.map(({ name }) => name)).toEqual(['Reply'])
})

test("a turn's total includes its sub-agents, as far as they are known, and no other turn's", () => {
  const messages = [
    reply(1, 't1', 1_000),
    subAgentMessage(2, 'm1.0', 'agent-0'),
    subAgentMessage(3, 'm1.0', 'agent-1'),
    reply(4, 't2', 500),
    reply(5, 't3', 500),
    subAgentMessage(6, 'm5.0', 'agent-2'),
  ]
  const took = spendOf({ usage: { ...NO_USAGE, inputTokens: 7_000 }, price: PRICE })
  const ofAgents = new Map(['agent-0', 'agent-2'].map((id) => [AgentId.parse(id), took]))
  const spends = turnSpends({ ...WHOLE, messages }, 't3' as TurnId, ofAgents)
  expect(spends.get('m1')).toMatchObject({
    total: { usage: { inputTokens: 8_000 }, usd: 0.016 },
    subAgents: { usage: { inputTokens: 7_000 } },
  })
  expect(spends.get('m1')?.rows.map(({ name, spend }) => [name, spend.usage.inputTokens])).toEqual([
    ['Reply', 1_000],
    ['Sub-agents', 7_000],
    ['Total', 8_000],
  ])
  expect(spends.get('m4')?.total.usage.inputTokens).toBe(500)
  expect([...spends.keys()]).toEqual(['m1', 'm4'])
  expect(agentsIn(messages)).toEqual(['agent-0', 'agent-1', 'agent-2'])
})

test('a streamed reply is found by the key that it was drawn under', () => {
  const streamedAs = new Map([['m2' as MessageId, 'request' as WorkId]])
  const keysOf = (...messages: readonly Message[]): readonly string[] => [
    ...turnSpends({ ...WHOLE, messages, streamedAs }, null, NONE).keys(),
  ]
  expect(keysOf(reply(2, 't1', 10), reply(3, 't1', 10))).toEqual(['m3'])
  expect(keysOf(reply(2, 't1', 10))).toEqual(['request'])
})

test('nothing is shown for the running turn, or for one that was not counted', () => {
  const messages = [reply(1, 't1', 0), reply(2, 't2', 10), reply(3, 't3', 10)]
  expect([...turnSpends({ ...WHOLE, messages }, 't3' as TurnId, NONE).keys()]).toEqual(['m2'])
})

test('nothing is shown for a turn that may have begun in messages not loaded yet', () => {
  const messages = [reply(201, 't1', 10), personMessage(202), reply(203, 't2', 10)]
  const shown = (hasEarlier: boolean): readonly string[] => [
    ...turnSpends({ ...WHOLE, messages, hasEarlier }, null, NONE).keys(),
  ]
  expect(shown(true)).toEqual(['m203'])
  expect(shown(false)).toEqual(['m201', 'm203'])
})

test('a conversation is shown in total, and with sub-agents also separately', () => {
  const own = spendOf({ usage: { ...NO_USAGE, inputTokens: 1_000_000 }, price: PRICE })
  const subAgents = spendOf({ usage: { ...NO_USAGE, outputTokens: 1_000_000 }, price: PRICE })
  expect(rowsOfConversation({ own, subAgents: NO_SPEND })).toEqual([{ name: 'Total', spend: own }])
  const rows = rowsOfConversation({ own, subAgents })
  expect(rows.map(({ name, spend }) => [name, spend.usd])).toEqual([
    ['Itself', 2],
    ['Sub-agents', 10],
    ['Total', 12],
  ])
})
