import { expect, test } from 'vitest'
import { IDLE } from '../../../shared/conversation/conversation-state.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { WaitingMessage } from '../../../shared/messages/waiting.ts'
import type { Lifecycle } from '../machine/lifecycle.ts'
import { readyAfter, readyAtRest, heldBack, holdsAfter } from './outbox.ts'
import { spawn, submit } from '../testing/test-calls.ts'
import { submitted, Walk, type Walked } from '../testing/test-walk.ts'

function waiting(id: string, when: WaitingMessage['when']): WaitingMessage {
  return { id: id as MessageId, text: id, attachments: [], when }
}

const WAITING = [
  waiting('a', 'idle'),
  waiting('b', 'nextStep'),
  waiting('c', 'idle'),
  waiting('d', 'nextStep'),
]

function dueOf(step: Walked): readonly string[] {
  const { messages, mode } = readyAfter(step, WAITING)
  return messages.map(({ id }) => `${id} ${mode}`)
}

test('a completed turn sends the oldest waiting message, as an ordinary message, and no other', () => {
  expect(dueOf(new Walk().ask().answer('Done'))).toEqual(['a policy'])
  expect(readyAfter(new Walk().ask().answer('Done'), [])).toMatchObject({ messages: [] })
})

test('a manual summary is a completed turn', () => {
  const walk = new Walk()
  walk.take({ type: 'compactRequested' })
  walk.fireTimer()
  expect(dueOf(walk.answer('Short.'))).toEqual(['a policy'])
})

test('results that go to the model take along all messages marked for the next step, in their order', () => {
  const tool = new Walk().ask()
  tool.callBash('make')
  expect(dueOf(tool.finishTool())).toEqual(['b join', 'd join'])
  const agents = new Walk().ask()
  agents.call(spawn('Look'))
  expect(dueOf(agents.child(0, submitted('x')))).toEqual(['b join', 'd join'])
})

type Case = readonly [string, () => Walked]

/** Steps after which all wait until a person sends them. */
const HOLDING: readonly Case[] = [
  ['a cancel', () => new Walk().ask().cancel()],
  ['a cancel of what was to follow', () => cancelledInstead()],
  ['an error', () => new Walk().ask().fail('auth')],
  ['a disk that fails', () => new Walk().ask().take({ type: 'storeFailed', fault: 'full' })],
  ['an exhausted context', () => new Walk({ autoCompact: false }).ask().fail('contextFull')],
  ['a restart', () => restarted()],
  ['a shutdown', () => new Walk().ask().take({ type: 'shutdownRequested' })],
]

/** Steps after which all go on waiting for what they waited for. */
const PASSING: readonly Case[] = [
  ['the end of what was cancelled', () => cancelled()],
  ['a message that ends the turn', () => new Walk().ask().say('Instead', 'interrupt')],
  ['a result with another call behind it', () => between()],
  ['a reply that was cut', () => new Walk().ask().answer('On', { end: 'maxTokens' })],
  ['a message', () => new Walk().say()],
  ['the end of the wait', () => waited()],
]

function waited(): Walked {
  const walk = new Walk()
  walk.say()
  return walk.fireTimer()
}

function cancelledInstead(): Walked {
  const walk = new Walk().ask()
  walk.callBash('make')
  walk.say('Instead', 'interrupt')
  return walk.cancel()
}

function cancelled(): Walked {
  const walk = new Walk().ask()
  walk.callBash('make')
  walk.cancel()
  return walk.finishTool('aborted')
}

function between(): Walked {
  const walk = new Walk().ask()
  walk.callBash('make', 'ls')
  return walk.finishTool()
}

function restarted(): Walked {
  const walk = new Walk().ask()
  const { id, goal, unfinished } = walk.in('llmRequesting').turn
  const openTurn = { id, goal, unfinished }
  return walk.take({ type: 'recovered', openTurn, rested: null, openCalls: [] })
}

test.each([...HOLDING, ...PASSING])('after %s nothing is sent automatically', (_, step) => {
  expect(dueOf(step())).toEqual([])
})

test('a sub-agent that has ended sends nothing', () => {
  const walk = Walk.child().ask()
  expect(dueOf(walk.call(submit('Done')))).toEqual([])
  expect(walk.state.type).toBe('completed')
})

test.each(HOLDING)('%s holds all waiting messages', (_, step) => {
  expect(holdsAfter(step())).toBe(true)
})

test.each(PASSING)('%s holds nothing', (_, step) => {
  expect(holdsAfter(step())).toBe(false)
})

test.each([
  'sessionStarted',
  'sessionEnded',
  'fileAttached',
  'turnStarted',
  'toolStarted',
  'providerFallback',
  'requestRepaired',
  'settingsChanged',
  'compacted',
])('the lifecycle entry %s holds nothing', (type) => {
  expect(holdsAfter({ lifecycle: [{ type } as Lifecycle] })).toBe(false)
})

test('a completed turn holds nothing', () => {
  expect(holdsAfter(new Walk().ask().answer('Done'))).toBe(false)
})

test('no step sends a held message; a released one is sent, the oldest first', () => {
  const answered = new Walk().ask().answer('Done')
  const tool = new Walk().ask()
  tool.callBash('make')
  const results = tool.finishTool()
  const held = heldBack(WAITING)
  expect(held.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  for (const step of [answered, results]) expect(readyAfter(step, held).messages).toEqual([])
  const released = [...held.slice(0, 1), waiting('b', 'idle'), waiting('c', 'idle')]
  expect(readyAfter(answered, released).messages.map(({ id }) => id)).toEqual(['b'])
})

test('if the last turn is complete, an added or released message is sent at once: the oldest that is not held', () => {
  const messages = [waiting('a', 'held'), waiting('b', 'nextStep'), waiting('c', 'idle')]
  expect(readyAtRest(IDLE, messages)).toEqual({ messages: [messages[1]], mode: 'policy' })
  expect(readyAtRest(IDLE, heldBack(messages)).messages).toEqual([])
})

test('in no other state is an added or released message sent at once', () => {
  const walk = new Walk().ask()
  const states = [walk.state, walk.fail('auth').state, new Walk().ask().cancel().state]
  for (const state of states) expect(readyAtRest(state, WAITING).messages).toEqual([])
})
