import { expect, test } from 'vitest'
import type { MessageId } from '../../shared/ids.ts'
import type { WaitingMessage } from '../../shared/waiting.ts'
import { dueAfter } from './outbox.ts'
import { spawn } from './test-calls.ts'
import { handedIn, Walk, type Walked } from './test-walk.ts'

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
  const { messages, mode } = dueAfter(step, WAITING)
  return messages.map(({ id }) => `${id} ${mode}`)
}

test('a turn that is complete lets the oldest go out, as an ordinary message, and no other', () => {
  expect(dueOf(new Walk().ask().answer('Done'))).toEqual(['a policy'])
  expect(dueAfter(new Walk().ask().answer('Done'), [])).toMatchObject({ messages: [] })
})

test('a summary that was asked for by hand is a complete turn', () => {
  const walk = new Walk()
  walk.take({ type: 'compactRequested' })
  walk.fireTimer()
  expect(dueOf(walk.answer('Short.'))).toEqual(['a policy'])
})

test('results that go back let all that are marked for the next step join, in their order', () => {
  const tool = new Walk().ask()
  tool.callBash('make')
  expect(dueOf(tool.finishTool())).toEqual(['b join', 'd join'])
  const agents = new Walk().ask()
  agents.call(spawn('Look'))
  expect(dueOf(agents.child(0, handedIn('x')))).toEqual(['b join', 'd join'])
})

/** Steps after which all wait until a person sends them. */
const HOLDING: readonly (readonly [string, () => Walked])[] = [
  ['a cancel', () => new Walk().ask().cancel()],
  ['the end of what was cancelled', () => cancelled()],
  ['an error', () => new Walk().ask().fail('auth')],
  ['an exhausted context', () => new Walk({ autoCompact: false }).ask().fail('contextFull')],
  ['a restart', () => restarted()],
  ['a shutdown', () => new Walk().ask().take({ type: 'shutdownRequested' })],
  ['a result with another call behind it', () => between()],
  ['a reply that was cut', () => new Walk().ask().answer('On', { end: 'maxTokens' })],
  ['a message', () => new Walk().say()],
  [
    'the end of the wait',
    () =>
      (() => {
        const walk = new Walk()
        walk.say()
        return walk.fireTimer()
      })(),
  ],
]

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

test.each(HOLDING)('after %s nothing goes out by itself', (_, step) => {
  expect(dueOf(step())).toEqual([])
})
