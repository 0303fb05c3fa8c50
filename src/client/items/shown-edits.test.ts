import { expect, test } from 'vitest'
import { type CallId, type MessageId, TurnId } from '../../shared/ids.ts'
import { Message } from '../../shared/messages/message.ts'
import { agentMessage, personMessage, resultMessage, subAgentMessage } from '../fakes/samples.ts'
import { shownEdits } from './shown-edits.ts'

const call = (name: string): object => ({
  type: 'toolCall',
  providerCallId: 'same',
  name,
  input: { type: 'object', value: {} },
})

/** Returns a change from one form to another, each named by a letter. '-' means that the file does not exist. */
function change(shown: string, [before, after] = '-1'): object {
  return { path: `/work/${shown}`, shown, before: formOf(before), after: formOf(after) }
}

function formOf(letter = '-'): object | null {
  return letter === '-' ? null : { blob: letter.repeat(64), mode: 0o644 }
}

function edited(seq: number, callId: string, ...files: readonly string[]): Message {
  const { content, ...rest } = resultMessage(seq, callId, 'done')
  return Message.parse({
    ...rest,
    content: { ...content, files: files.map((file) => change(file)) },
  })
}

function undo(seq: number, of: string, ...files: readonly string[]): Message {
  const what = { type: 'undo', of: 'edits', messageIds: [of], heard: 'next' }
  const content = { ...what, files: files.map((file) => change(file)) }
  return Message.parse({ id: `m${seq}`, seq, at: seq, content })
}

const TARGET = { type: 'turn', turnId: 't1' }
const TURN = { target: TARGET, files: 2 }
const UNCERTAIN = { target: TARGET, files: null }
const MESSAGES = [
  personMessage(1),
  agentMessage(2, [call('patch')]),
  edited(3, 'm2.0', 'a.ts', 'b.ts'),
  agentMessage(4, [{ type: 'text', text: 'Done.' }]),
]
const CALL = 'm2.0' as CallId

function shown(messages: readonly Message[], running: string | null = null) {
  return shownEdits(messages, new Map(), running === null ? null : TurnId.parse(running))
}

test('a turn that changed files offers undo after its last reply, once it is over', () => {
  expect([...shown(MESSAGES).turns]).toEqual([['m4', TURN]])
  expect([...shown(MESSAGES, 't1').turns]).toEqual([])
  expect([...shown(MESSAGES, 't2').turns]).toEqual([['m4', TURN]])
  const read = [personMessage(1), agentMessage(2, [call('bash')]), resultMessage(3, 'm2.0', 'x')]
  expect(shown(read)).toEqual({
    calls: new Map(),
    turns: new Map(),
    undos: new Set(),
    undoCount: 0,
  })
})

test('a streamed reply has the undo under the key that it is drawn by', () => {
  const streamedAs = new Map([['m4' as MessageId, 'r1']]) as never
  expect([...shownEdits(MESSAGES, streamedAs, null).turns]).toEqual([['r1', TURN]])
})

test('a call counts as undone when all its files are, and no longer when they are redone', () => {
  const target = { type: 'message', messageId: 'm3' }
  expect(shown(MESSAGES).calls.get(CALL)).toEqual(target)
  const half = [...MESSAGES, undo(5, 'm3', 'a.ts')]
  expect(shown(half).calls.get(CALL)).toEqual(target)
  expect([...shown(half).turns]).toEqual([['m4', { ...TURN, files: 1 }]])
  const whole = [...half, undo(6, 'm3', 'b.ts')]
  expect(shown(whole).calls.get(CALL)).toBeNull()
  expect([...shown(whole).turns]).toEqual([])
  expect([...shown(whole).undos]).toEqual(['m5', 'm6'])
  const again = [...whole, undo(7, 'm6', 'b.ts')]
  expect(shown(again).calls.get(CALL)).toEqual(target)
  expect([...shown(again).undos]).toEqual(['m5', 'm7'])
})

const countIn = (messages: readonly Message[]) => shown(messages).turns.get('m4')?.files

test('a file changed by several calls is counted once, and not if it is unchanged in the end', () => {
  const { content, ...rest } = resultMessage(5, 'm4.0', 'done')
  const again = (...files: readonly object[]): readonly Message[] => [
    ...MESSAGES.slice(0, 3),
    agentMessage(4, [call('patch')]),
    Message.parse({ ...rest, content: { ...content, files } }),
  ]
  expect(countIn(again(change('a.ts', '12'), change('c.ts')))).toBe(3)
  expect(countIn(again(change('a.ts', '1-')))).toBe(1)
  expect(countIn(again(change('a.ts', '1-'), change('b.ts', '1-')))).toBeUndefined()
})

test('the number of files changed by a sub-agent, or by a cut-off patch, is unknown here', () => {
  const spawned = [agentMessage(2, [call('spawn_agents')]), subAgentMessage(3, 'm2.0', 'a1')]
  expect([...shown(spawned).turns]).toEqual([['m2', UNCERTAIN]])
  for (const [name, turns] of [
    ['patch', 1],
    ['bash', 0],
  ] as const) {
    const { content, ...rest } = resultMessage(3, 'm2.0', 'Cancelled by user')
    const stopped = Message.parse({ ...rest, content: { ...content, outcome: 'cancelled' } })
    expect(shown([agentMessage(2, [call(name)]), stopped]).turns.size).toBe(turns)
  }
})
