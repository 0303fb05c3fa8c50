import { beforeEach, expect, test } from 'vitest'
import { ConversationId } from '../../shared/ids.ts'
import { createClient } from '../client.ts'
import { FakeHost, inputOf, settled } from '../fakes/fake-host.ts'
import { snapshotOf, stepOf, toolState } from '../fakes/samples.ts'
import { type SubAgentThreadStore, createSubAgentThreads } from './sub-agent-threads.ts'

const child = ConversationId.parse('c1')
const other = ConversationId.parse('c2')
let host: FakeHost
let subAgents: SubAgentThreadStore

beforeEach(() => {
  host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  subAgents = createSubAgentThreads(client)
})

async function opened(): Promise<void> {
  host.last('conversation.open').answer(snapshotOf())
  await settled()
}

const stateOf = (id: ConversationId): unknown => {
  const thread = subAgents.store.getState().get(id)
  return thread?.type === 'open' ? thread.view.state.type : thread?.type
}

test('several conversations are followed at once, each with its own steps', async () => {
  subAgents.follow(child)
  await opened()
  subAgents.follow(other)
  expect([stateOf(child), stateOf(other)]).toEqual(['idle', 'opening'])
  subAgents.apply([stepOf(10, 11, { state: toolState() })])
  expect([stateOf(child), stateOf(other)]).toEqual(['toolExecuting', 'opening'])
})

test('one followed in two places is opened once, and left with the last of them', async () => {
  const leave = subAgents.follow(child)
  const leaveToo = subAgents.follow(child)
  await opened()
  leave()
  leave()
  expect(host.all('conversation.leave')).toEqual([])
  expect(stateOf(child)).toBe('idle')
  leaveToo()
  expect(inputOf(host.last('conversation.leave'))).toEqual({ conversationId: child })
  expect(stateOf(child)).toBeUndefined()
  expect(host.all('conversation.open')).toHaveLength(1)
})

test('a gap reopens the one that has it', async () => {
  subAgents.follow(child)
  await opened()
  subAgents.apply([stepOf(12, 13)])
  expect(host.all('conversation.open')).toHaveLength(2)
})
