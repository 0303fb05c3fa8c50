import { expect, test } from 'vitest'
import { createClient } from '../client/client.ts'
import { ConversationId } from '../shared/ids.ts'
import { Message } from '../shared/messages/message.ts'
import { StateView } from '../shared/conversation/state-view.ts'
import { FakeHost, inputOf, settled } from '../client/fakes/fake-host.ts'
import {
  agentMessage,
  delegatingState,
  IDLE_STATE,
  snapshotOf,
  stepOf,
} from '../client/fakes/samples.ts'
import { AskAnswerer } from './answer-asks.ts'
import { terminalAnswerer } from './run/ask-on-terminal.ts'
import type { FollowedConversation } from './follow.ts'
import type { UntimedRunEvent } from './run/run-report.ts'

const ID = ConversationId.parse('c1')
const IDLE = StateView.parse({ type: 'idle', unfinished: null })

function asking(...commands: readonly string[]): FollowedConversation {
  const calls = commands.map((command) => ({
    type: 'toolCall',
    providerCallId: 'p',
    name: 'bash',
    input: { type: 'object', value: { command } },
  }))
  const asked = commands.map((_, at) => ({
    callId: `m1.${at}`,
    action: 'command',
    why: 'mode',
    subjectIn: 'command',
    answer: null,
  }))
  const messages: readonly Message[] = [agentMessage(1, calls)]
  return { id: ID, state: StateView.parse({ type: 'awaitingApproval', calls: asked }), messages }
}

function questioning(): FollowedConversation {
  const input = { type: 'object', value: { question: 'Which?' } }
  const call = { type: 'toolCall', providerCallId: 'p', name: 'ask_user', input }
  const state = StateView.parse({ type: 'awaitingAnswer', callId: 'm1.0', behind: 0 })
  return { id: ID, state, messages: [agentMessage(1, [call])] }
}

function rig(
  typed: readonly (string | null)[] | null,
  isOurs = (): boolean => true,
): {
  host: FakeHost
  answerer: AskAnswerer
  told: UntimedRunEvent[]
  shown: string[]
  pending: (answer: string | null) => void
} {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const told: UntimedRunEvent[] = []
  const shown: string[] = []
  const answers = [...(typed ?? [])]
  const rigged = { pending: (_answer: string | null): void => undefined }
  const answerer = new AskAnswerer(
    client,
    terminalAnswerer(client, {
      canAsk: typed !== null,
      note: (line) => shown.push(line),
      ask: async (question, signal) => {
        shown.push(question)
        const next = answers.shift()
        if (next !== undefined) return next
        return new Promise((resolve) => {
          rigged.pending = resolve
          signal.addEventListener('abort', () => resolve(null))
        })
      },
    }),
    { report: (happened) => void told.push(happened), isOurs },
  )
  return { host, answerer, told, shown, pending: (answer) => rigged.pending(answer) }
}

async function answersTo(typed: readonly (string | null)[] | null): Promise<unknown> {
  const { answerer, host } = rig(typed)
  answerer.look(asking('ls \u202Esl'))
  await settled()
  if (typed !== null) host.last('approval.preview').answer({ type: 'none' })
  await settled()
  return (inputOf(host.last('approval.answer')) as { answer: unknown }).answer
}

test.each([
  [['y'], { type: 'once' }],
  [[' YES '], { type: 'once' }],
  [['a'], { type: 'always', rule: { tool: 'bash', subject: 'ls \u202Esl', match: 'exact' } }],
  [[''], { type: 'deny', reason: '' }],
  [['yess'], { type: 'deny', reason: '' }],
  [[null], { type: 'deny', reason: expect.stringContaining('ended the input') }],
  [null, { type: 'deny', reason: expect.stringContaining('Nobody can be asked') }],
])('typed %j answers %j', async (typed, answer) => {
  expect(await answersTo(typed)).toEqual(answer)
})

test.each([
  ['approval', asking('ls')],
  ['question', questioning()],
] as const)(
  'an %s of a turn begun elsewhere is left to whoever sees it there, until a prompt from here waits',
  async (what, followed) => {
    let isOurs = false
    const { answerer, host, told } = rig(null, () => isOurs)
    answerer.look(followed)
    await settled()
    expect(host.requests.map(({ frame }) => frame)).toEqual([])
    isOurs = true
    answerer.look(followed)
    await settled()
    expect(inputOf(host.last(`${what}.answer`))).toBeDefined()
    expect(told).toMatchObject([{ type: 'asked', what, by: 'nobody' }])
  },
)

test('a change whose preview is cut is shown whole before it is allowed', async () => {
  const { answerer, host, shown } = rig(['y'])
  answerer.look(asking('good\nbad'))
  await settled()
  host.last('approval.preview').answer({ type: 'diff', text: '+good', leftOut: 1 })
  await settled()
  expect(shown.join('\n')).toContain('good\nbad')
})

test.each([
  ['bash', 'command', 'command', 'ls', 'exactly this'],
  ['web_fetch', 'fetch', 'host', 'a.example', 'any page on a.example'],
  ['mcp__box__run', 'server', 'tool', 'box: run', 'this tool, with any input'],
])('the question says what a rule for %s allows', async (name, action, field, subject, words) => {
  const { answerer, host, shown } = rig(['n'])
  const input = { type: 'object', value: { [field]: subject } }
  const call = { type: 'toolCall', providerCallId: 'p', name, input }
  const asked = { callId: 'm1.0', action, why: 'mode', answer: null }
  const state = { type: 'awaitingApproval', calls: [{ ...asked, subject, subjectIn: field }] }
  answerer.look({ id: ID, state: StateView.parse(state), messages: [agentMessage(1, [call])] })
  await settled()
  host.last('approval.preview').answer({ type: 'none' })
  await settled()
  expect(shown.at(-1)).toBe(`Allow it? [y]es, [a]lways in this folder (${words}), [N]o: `)
})

test.each([
  [null, 'nobody'],
  [[null], 'inputEnded'],
])('typed %j, the refusal is reported as one by %s', async (typed, by) => {
  const { answerer, host, told } = rig(typed)
  answerer.look(asking('ls'))
  await settled()
  if (typed !== null) host.last('approval.preview').answer({ type: 'none' })
  await settled()
  expect(told).toMatchObject([{ type: 'asked', answer: 'deny', by }])
  expect(answerer.hasRefused).toBe(true)
})

test.each([
  [null, { type: 'skipped', isUnasked: true }],
  [[null], { type: 'skipped', isUnasked: true }],
  [[''], { type: 'skipped' }],
])('typed %j, a question gets the answer %j', async (typed, answer) => {
  const { answerer, host } = rig(typed)
  answerer.look(questioning())
  await settled()
  expect(Object(inputOf(host.last('question.answer'))).answer).toEqual(answer)
})

test('the whole command is shown, without characters that hide or control, and why it needs approval', async () => {
  const { answerer, host, shown } = rig(['n'])
  answerer.look(asking('rm -r x\u001B[8m # \u202Eharmless'))
  await settled()
  host.last('approval.preview').answer({ type: 'none' })
  await settled()
  expect(shown.join('\n')).toContain('rm -r x\\u{001B}[8m # \\u{202E}harmless')
  expect(shown.join('\n')).toContain('This conversation asks before a command runs.')
})

test('calls ask one after the other, each once; one answered elsewhere asks no more', async () => {
  const { answerer, host, told } = rig([])
  const both = asking('one', 'two')
  answerer.look(both)
  answerer.look(both)
  await settled()
  host.last('approval.preview').answer({ type: 'none' })
  await settled()
  expect(host.all('approval.preview')).toHaveLength(1)
  answerer.look({ ...both, state: IDLE })
  await settled()
  expect(host.all('approval.preview')).toHaveLength(1)
  expect(host.all('approval.answer')).toEqual([])
  expect([told, answerer.hasRefused]).toEqual([[], false])
})

/** A running call that asks its question of this number. */
function askingTool(number: number): FollowedConversation {
  const question = { question: `Question ${number}?`, options: [], multi_select: false }
  const asked = { number, by: 'box', question, deadline: 60_000 }
  const state = StateView.parse({ type: 'awaitingAnswer', callId: 'm1.0', asked, behind: 0 })
  return { id: ID, state, messages: [] }
}

test('the next question of a call is asked, though the step between the two was missed', async () => {
  const { answerer, host, pending, shown } = rig([])
  answerer.look(askingTool(1))
  await settled()
  answerer.look(askingTool(2))
  await settled()
  pending('Blue')
  await settled()
  expect(shown.join('\n')).toContain('Question 2?')
  expect(host.all('question.answer').map(inputOf)).toMatchObject([{ callId: 'm1.0', number: 2 }])
})

test('a call that was answered elsewhere while its preview was made is not shown as asking', async () => {
  const { answerer, host, shown } = rig([])
  answerer.look(asking('one'))
  await settled()
  answerer.look({ ...asking('one'), state: IDLE })
  host.last('approval.preview').answer({ type: 'none' })
  await settled()
  expect(shown).toEqual([])
})

test('a sub-agent that asks is followed until it rests', async () => {
  const { answerer, host } = rig(null)
  const state = delegatingState({ type: 'asking', left: 60_000 })
  answerer.look({ id: ID, state, messages: [] })
  answerer.look({ id: ID, state, messages: [] })
  const { conversationId } = Object(inputOf(host.last('conversation.open')))
  host.last('conversation.open').answer(snapshotOf({ messages: [], state, seq: 1, epoch: 1 }))
  await settled()
  expect(host.all('conversation.open')).toHaveLength(1)
  host.emit(stepOf(1, 2, { conversationId, state: IDLE_STATE, messages: [] }))
  expect(host.all('conversation.leave').map(inputOf)).toEqual([{ conversationId }])
})

test('what a sub-agent asked is withdrawn when it is gone, and the next question is asked', async () => {
  const { answerer, host, shown } = rig([])
  answerer.look({ id: ID, state: delegatingState({ type: 'asking', left: 60_000 }), messages: [] })
  const { conversationId } = Object(inputOf(host.last('conversation.open')))
  const { messages, state } = asking('one')
  host.last('conversation.open').answer(snapshotOf({ messages, state, seq: 1, epoch: 1 }))
  await settled()
  expect(host.all('approval.preview').map(inputOf)).toMatchObject([{ conversationId }])
  host.last('approval.preview').answer({ type: 'none' })
  await settled()
  host.emit({ type: 'list.removed', conversationId })
  host.last('conversation.open').refuse({ code: 'deleted', message: 'Gone.' })
  await settled()
  answerer.look(questioning())
  await settled()
  expect(shown.join('\n')).toContain('Which?')
  expect(host.all('approval.answer')).toEqual([])
  answerer.close()
})

test('a sub-agent that could not be opened is opened again at the next step', async () => {
  const { answerer, host } = rig(null)
  const state = delegatingState({ type: 'asking', left: 60_000 })
  answerer.look({ id: ID, state, messages: [] })
  host.last('conversation.open').refuse({ code: 'storage', message: 'Busy.' })
  await settled()
  answerer.look({ id: ID, state, messages: [] })
  expect(host.all('conversation.open')).toHaveLength(2)
})

test('when nobody follows the conversation any more, its sub-agents are left', async () => {
  const { answerer, host } = rig(null)
  const state = delegatingState({ type: 'asking', left: 60_000 }, { type: 'asking', left: 60_000 })
  answerer.look({ id: ID, state, messages: [] })
  answerer.close()
  expect(host.all('conversation.leave')).toHaveLength(2)
})
