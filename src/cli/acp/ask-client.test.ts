import type { AgentContext } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { askedCallOf } from '../../client/conversation/open-approvals.ts'
import { FakeHost, settled } from '../../client/fakes/fake-host.ts'
import { agentMessage } from '../../client/fakes/samples.ts'
import { StateView, unansweredIn } from '../../shared/conversation/state-view.ts'
import { CallId, ConversationId } from '../../shared/ids.ts'
import { clientAnswerer } from './ask-client.ts'

const AT = { conversationId: ConversationId.parse('c1'), callId: CallId.parse('m1.0') }

function asked() {
  const input = { type: 'object', value: { command: 'ls' } }
  const call = { type: 'toolCall', providerCallId: 'p', name: 'bash', input }
  const view = { callId: AT.callId, action: 'command', why: 'mode', subjectIn: 'command' }
  const state = StateView.parse({ type: 'awaitingApproval', calls: [{ ...view, answer: null }] })
  const [open] = state.type === 'awaitingApproval' ? unansweredIn(state) : []
  const found = open === undefined ? null : askedCallOf(open, [agentMessage(1, [call])])
  if (found === null) throw new Error('no call is asked')
  return found
}

test.each([
  [{ outcome: { outcome: 'selected', optionId: 'once' } }, 'once'],
  [{ outcome: { outcome: 'selected', optionId: 'bogus' } }, 'deny'],
  [{ outcome: { outcome: 'selected' } }, 'deny'],
  [{ outcome: { outcome: 'cancelled' } }, 'deny'],
  [{ outcome: null }, 'deny'],
  [{}, 'deny'],
  [7, 'deny'],
  [null, 'deny'],
])('the answer %j of a client to a permission request is one: %s', async (answer, type) => {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const peer = { request: () => Promise.resolve(answer) } as unknown as AgentContext
  const [sessionId, signal] = [AT.conversationId, new AbortController().signal]
  const answerer = clientAnswerer({ client, peer, capabilities: {}, sessionId, folder: '/w' })
  const given = answerer.approve(AT, asked(), signal)
  await settled()
  host.last('approval.preview').answer({ type: 'none' })
  expect(await given).toMatchObject({ type })
})
