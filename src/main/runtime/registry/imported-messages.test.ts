import { expect, test } from 'vitest'
import type { AgentId, CallId, ConversationId } from '../../../shared/ids.ts'
import { agent, call, place, result, text, user } from '../../core/testing/test-messages.ts'
import { countUncopied, importedMessages } from './imported-messages.ts'

const ID = 'c' as ConversationId
const SUB_AGENT = {
  type: 'subAgent',
  callId: 'm1.0' as CallId,
  agentId: 'a' as AgentId,
  task: 'Look',
  outcome: 'completed',
  text: 'Seen.',
} as const
const TIMERS = { soon: (run: () => void) => void setImmediate(run) }

test('a session that begins with an answer starts with a message that says so', async () => {
  const begun = await importedMessages(TIMERS, place([user(' '), agent(text('Here I am.'))]), ID)
  expect(begun[0]?.content).toMatchObject({ type: 'user', author: 'phoenix' })
  expect(
    await importedMessages(TIMERS, place([user('Hello'), agent(text('Here I am.'))]), ID),
  ).toHaveLength(2)
})

test('calls keep their results under new ids, and get names that providers accept', async () => {
  const odd = { ...call('p'), name: `my.server/tool ${'x'.repeat(80)}` }
  const [, reply, answer] = await importedMessages(
    TIMERS,
    place([user('Go'), agent(odd), result(1, 0, 'done')]),
    ID,
  )
  expect(answer?.content).toMatchObject({ type: 'tool', callId: `${reply?.id}.0` })
  expect(JSON.stringify(reply)).toContain(`"my_server_tool_${'x'.repeat(49)}"`)
})

test('rewound messages and rows of sub-agents are not imported, and are counted', async () => {
  const history = place([
    user('Hello'),
    user('Never mind'),
    { type: 'rewound', fromSeq: 2 },
    user('Hi'),
    SUB_AGENT,
  ])
  expect(countUncopied(history)).toBe(2)
  const imported = await importedMessages(TIMERS, history, ID)
  expect(imported.map(({ content }) => content)).toMatchObject([{ text: 'Hello' }, { text: 'Hi' }])
  expect(await importedMessages(TIMERS, [], ID)).toEqual([])
})

test('a long session is converted in slices, and its calls still find their results', async () => {
  const turns = Array.from({ length: 4_000 }, (_, n) => [
    user(`Go ${n}`),
    agent(call('p')),
    result(3 * n + 1, 0, 'done'),
  ])
  let isOver = false
  let others = 0
  const count = (): void => {
    others += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const imported = await importedMessages(TIMERS, place(turns.flat()), ID)
  isOver = true
  expect(imported).toHaveLength(12_000)
  expect(others).toBeGreaterThan(5)
})
