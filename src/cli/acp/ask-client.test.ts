import type { AgentContext } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { askedCallOf } from '../../client/conversation/open-approvals.ts'
import { FakeHost, settled } from '../../client/fakes/fake-host.ts'
import { agentMessage } from '../../client/fakes/samples.ts'
import { StateView, unansweredIn } from '../../shared/conversation/state-view.ts'
import { CallId, ConversationId } from '../../shared/ids.ts'
import type { UserQuestion } from '../../shared/messages/user-question.ts'
import { clientAnswerer } from './ask-client.ts'

const QUESTION: UserQuestion = {
  question: 'Which?',
  options: [{ label: 'A' }, { label: 'B' }],
  multi_select: false,
}
const AT = { conversationId: ConversationId.parse('c1'), callId: CallId.parse('m1.0') }

function asked(command = 'ls') {
  const input = { type: 'object', value: { command } }
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

test.each([
  [{ type: 'none' }, 'ls \u202Esl', 'ls \\u{202E}sl'],
  [{ type: 'diff', text: '+good', leftOut: 1 }, 'good\nbad', 'good\nbad'],
])('after the preview %j, a client shows all that %j does', async (preview, command, words) => {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const told: unknown[] = []
  const request = (_method: string, { toolCall }: { readonly toolCall: object }) => {
    told.push(toolCall)
    return Promise.resolve(null)
  }
  const peer = { request } as unknown as AgentContext
  const [sessionId, signal] = [AT.conversationId, new AbortController().signal]
  const answerer = clientAnswerer({ client, peer, capabilities: {}, sessionId, folder: '/w' })
  const given = answerer.approve(AT, asked(command), signal)
  await settled()
  host.last('approval.preview').answer(preview)
  await given
  const text = `\`\`\`\n${words}\n\`\`\``
  expect(told).toMatchObject([
    { title: expect.not.stringContaining('\u202E'), content: [{}, { content: { text } }] },
  ])
})

test.each([
  [{ choice: '1' }, { type: 'answered', options: [1], text: '' }],
  [{ choice: ['0'] }, { type: 'answered', options: [0], text: '' }],
  [{ words: ' Neither ' }, { type: 'answered', options: [], text: 'Neither' }],
  // A form sends this where nothing was chosen.
  [
    { choice: '', words: 'Neither' },
    { type: 'answered', options: [], text: 'Neither' },
  ],
  [{ choice: '' }, { type: 'skipped' }],
  [{ choice: null, words: null }, { type: 'skipped' }],
  [{ choice: [''] }, { type: 'skipped' }],
  [{ choice: '0x1' }, { type: 'skipped' }],
  [{ choice: '2' }, { type: 'skipped' }],
  [{ choice: false }, { type: 'skipped' }],
])('the form %j of a client is the answer %j', async (content, expected) => {
  const peer = {
    request: () => Promise.resolve({ action: 'accept', content }),
  } as unknown as AgentContext
  const [sessionId, signal] = [AT.conversationId, new AbortController().signal]
  const capabilities = { elicitation: { form: {} } }
  const answerer = clientAnswerer({
    client: createClient(),
    peer,
    capabilities,
    sessionId,
    folder: '/w',
  })
  expect(await answerer.reply(AT, QUESTION, signal)).toEqual(expected)
})

test.each([
  ['a client without forms', {}, QUESTION],
  ['a client with forms', { elicitation: { form: {} } }, QUESTION],
  ['a client without forms, and a question without options', {}, { ...QUESTION, options: [] }],
])(
  '%s that fails to ask is not taken for a person who skips',
  async (_, capabilities, question) => {
    const peer = { request: () => Promise.reject(new Error('no such method')) } as never
    const client = createClient()
    const options = { client, peer, capabilities, sessionId: AT.conversationId, folder: '/w' }
    const { signal } = new AbortController()
    expect(await clientAnswerer(options).reply(AT, question, signal)).toBe('nobody')
  },
)

test('a client that fails to ask for permission is not taken for a person who refuses', async () => {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const peer = { request: () => Promise.reject(new Error('no such method')) } as never
  const options = { client, peer, capabilities: {}, sessionId: AT.conversationId, folder: '/w' }
  const given = clientAnswerer(options).approve(AT, asked(), new AbortController().signal)
  await settled()
  host.last('approval.preview').answer({ type: 'none' })
  expect(await given).toBe('nobody')
})
