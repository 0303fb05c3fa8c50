import { expect, test } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { AgentId } from '../../../shared/ids.ts'
import { NO_SPEND, type Spend } from '../../../shared/models/price.ts'
import { MOST_ADDED_UP } from '../../../shared/models/spend-commands.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import { createClient } from '../../../client/client.ts'
import { FakeHost, inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { agentMessage } from '../../../client/fakes/samples.ts'
import { AgentSpends, spendOfAgent } from './agent-spends.svelte.ts'

const TOOK: Spend = { ...NO_SPEND, usage: { ...NO_USAGE, inputTokens: 9 }, unpricedTokens: 9 }

function idsUpTo(count: number): readonly AgentId[] {
  return Array.from({ length: count }, (_, index) => AgentId.parse(`agent-${index}`))
}

function begin(): { readonly host: FakeHost; readonly spends: AgentSpends } {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  return { host, spends: new AgentSpends(client) }
}

test('each sub-agent is asked for once, and again only if there was no answer', async () => {
  const { host, spends } = begin()
  const [first, second] = idsUpTo(2)
  if (first === undefined || second === undefined) throw new Error('no ids')
  void spends.ask([first])
  host.last('agents.spend').answer({ spends: [{ agentId: first, spend: TOOK }] })
  await settled()
  expect(spends.known.get(first)).toEqual(TOOK)
  void spends.ask([first, second])
  expect(inputOf(host.last('agents.spend'))).toEqual({ agentIds: [second] })
  host.last('agents.spend').refuse(appError('storage', 'The disk is full.'))
  await settled()
  void spends.ask([first, second])
  expect(host.all('agents.spend')).toHaveLength(3)
  expect(inputOf(host.last('agents.spend'))).toEqual({ agentIds: [second] })
})

test('many are asked for in parts', async () => {
  const { host, spends } = begin()
  const ids = idsUpTo(MOST_ADDED_UP + 1)
  void spends.ask(ids)
  expect(host.all('agents.spend')).toHaveLength(1)
  host.last('agents.spend').answer({ spends: [] })
  await settled()
  expect(inputOf(host.last('agents.spend'))).toEqual({ agentIds: ids.slice(-1) })
})

test('a sub-agent shows what its thread took while it is whole, and at its end what the host added up', () => {
  const { content, ...message } = agentMessage(1, [])
  if (content.type !== 'agent') throw new Error('not a reply')
  const messages = [{ ...message, content: { ...content, usage: TOOK.usage, price: null } }]
  expect(spendOfAgent({ hasEarlier: false, messages }, undefined)).toEqual(TOOK)
  expect(spendOfAgent({ hasEarlier: true, messages }, undefined)).toBeNull()
  expect(spendOfAgent({ hasEarlier: true, messages }, TOOK)).toEqual(TOOK)
  expect(spendOfAgent(null, undefined)).toBeNull()
  expect(spendOfAgent(null, NO_SPEND)).toBeNull()
})
