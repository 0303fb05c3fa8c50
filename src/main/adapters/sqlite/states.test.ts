import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { AgentId, MessageId, TimerId, WorkId } from '../../../shared/ids.ts'
import type { NewMessage } from '../../../shared/messages/message.ts'
import type { Call } from '../../../shared/conversation/turn.ts'
import { anyState } from '../../core/testing/arbitraries.ts'
import {
  call,
  append,
  ID,
  REPLY,
  reply,
  turn,
  withConversation,
} from '../../runtime/fakes/contracts/store-samples.ts'
import { opened } from './temporary.fixture.ts'
import { widen } from './history/widen.fixture.ts'

const RUN = {
  type: 'run',
  limitMs: 1000,
  isApproved: false,
  mayWrite: true,
  editedTo: null,
} as const

// covers D-53
test('each state without a round is restored as saved', () => {
  const store = withConversation(opened().store)
  fc.assert(
    fc.property(anyState, (state) => {
      fc.pre(!('round' in state))
      expect(append(store, { state }).ok).toBe(true)
      expect(store.conversation(ID)?.state).toEqual(JSON.parse(JSON.stringify(state)))
    }),
  )
})

const round = {
  replyId: REPLY,
  completed: [],
  remaining: [call(1, 'two', { type: 'ask', limitMs: 1000, why: 'mode' })],
}
const input = { type: 'object', value: { tasks: [{ task: 'Look' }, { task: 'Find' }] } } as const
const spawn: Call = { ...call(0, '', RUN), name: 'spawn_agents', input, subject: null }
const ended = { outcome: 'timeout', text: 'Half of it.' } as const
const [looker, finder] = ['a1' as AgentId, 'a2' as AgentId]
const end: NewMessage = {
  id: 'end' as MessageId,
  at: 5,
  content: { type: 'subAgent', callId: spawn.callId, agentId: looker, task: 'Look', ...ended },
}
const timed = { timerId: 't' as TimerId, deadline: 9 }

const rounds: readonly ConversationState[] = [
  { type: 'awaitingApproval', turn: turn(), round, answers: [], since: 4 },
  {
    type: 'toolExecuting',
    turn: turn(),
    round,
    current: { call: call(0, 'one', RUN), workId: 'w' as WorkId, ...timed, startedAt: 4 },
  },
  {
    type: 'awaitingSubAgents',
    turn: turn(),
    round,
    current: { call: spawn, startedAt: 4 },
    children: [
      { agentId: looker, task: 'Look', phase: { type: 'ended', ...ended, messageId: end.id } },
      { agentId: finder, task: 'Find', phase: { type: 'working', ...timed } },
    ],
  },
]

// covers D-53 F-03 F-04 F-05
test.each(rounds)('a state with a round is restored whole from its messages: $type', (state) => {
  const { db, store } = opened()
  withConversation(store)
  const contents = reply(['one', 'two'])
  if (contents.content.type !== 'agent') throw new Error('a reply')
  const blocks = contents.content.blocks.map((block, index) =>
    index === 0 && state.type === 'awaitingSubAgents' ? { ...block, input } : block,
  )
  const messages = [{ ...contents, content: { ...contents.content, blocks } }, end]
  append(store, { messages, state })
  expect(store.conversation(ID)?.state).toEqual(state)
  const saved = db.prepare('SELECT state FROM conversations').pluck().get()
  expect(saved).not.toMatch(/"input"|Look|Half of it/)
  widen(db)
  db.prepare("UPDATE wide_messages SET content = '{}' WHERE id = ?").run(REPLY)
  expect(store.conversation(ID)?.state).toBeNull()
  expect(store.unsettled()).toEqual([ID])
})
