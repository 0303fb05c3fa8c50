import { beforeEach, expect, test } from 'vitest'
import { ConversationId } from '../../shared/ids.ts'
import { createClient } from '../../client/client.ts'
import { FakeHost, inputOf, settled } from '../fakes/fake-host.ts'
import { snapshotOf, stepOf, toolState } from '../fakes/samples.ts'
import { type BesideStore, createBeside } from './beside.ts'

const child = ConversationId.parse('c1')
const other = ConversationId.parse('c2')
let host: FakeHost
let beside: BesideStore

beforeEach(() => {
  host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  beside = createBeside(client)
})

async function opened(): Promise<void> {
  host.last('conversation.open').answer(snapshotOf())
  await settled()
}

const stateOf = (id: ConversationId): unknown => {
  const thread = beside.store.getState().get(id)
  return thread?.type === 'open' ? thread.view.state.type : thread?.type
}

test('several conversations are followed at once, each with its own steps', async () => {
  beside.follow(child)
  await opened()
  beside.follow(other)
  expect([stateOf(child), stateOf(other)]).toEqual(['idle', 'opening'])
  beside.take([stepOf(10, 11, { state: toolState() })])
  expect([stateOf(child), stateOf(other)]).toEqual(['toolExecuting', 'opening'])
})

test('one that two places follow is opened once, and left with the last of them', async () => {
  const leave = beside.follow(child)
  const leaveToo = beside.follow(child)
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

test('a gap opens the one that has it again', async () => {
  beside.follow(child)
  await opened()
  beside.take([stepOf(12, 13)])
  expect(host.all('conversation.open')).toHaveLength(2)
})
