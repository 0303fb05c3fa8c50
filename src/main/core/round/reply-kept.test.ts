import { expect, test } from 'vitest'
import type { Block } from '../../../shared/messages/content.ts'
import { IDLE } from '../../../shared/conversation/conversation-state.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { Moved } from '../machine/step.ts'
import type { InputOf } from '../machine/event.ts'
import { replyTo, requesting, RUNS, wordsIn, take } from '../testing/test-steps.ts'

function replied(
  blocks: readonly Block[],
  end: ReplyEnd,
  rest: Partial<InputOf<'llmResponded'>> = {},
): Moved {
  const state = requesting()
  const reply = replyTo(state.phase.requestId, [], end)
  return take(state, { ...reply, ...rest, blocks } as InputOf<'llmResponded'>)
}

const text: Block = { type: 'text', text: 'Half a sen' }
const thinking: Block = { type: 'thinking', text: 'hm', signature: 's' }
const unknown: Block = { type: 'other', json: { type: 'new_block' } }
const search: Block = {
  type: 'serverTool',
  step: { type: 'search', id: 's', queries: ['q'], found: null },
  json: { type: 'server_tool_use' },
}

test.each(['endTurn', 'stopSequence', 'toolUse', 'pauseTurn', 'unknown'] as const)(
  'T44 an empty reply that ends with %s is retried after a message, and ends the turn after results',
  (end) => {
    for (const blocks of [[], [thinking]]) {
      const afterMessage = replied(blocks, end, { follows: 'message' })
      expect(afterMessage.state).toMatchObject({
        phase: { type: 'backoff', error: { kind: 'server' } },
      })
      expect(wordsIn(afterMessage)).toEqual([])
      const afterResults = replied(blocks, end, { follows: 'results' })
      expect(afterResults.state).toEqual(IDLE)
      expect(wordsIn(afterResults)).toEqual([])
    }
  },
)

test('a reply with only an unknown block is not empty, and is kept', () => {
  const moved = replied([unknown], 'endTurn')
  expect(moved.state).toEqual(IDLE)
  expect(wordsIn(moved)).toEqual(['agent: 1'])
})

test('a reply that only searched is kept, and continued if it paused there', () => {
  const ended = replied([search], 'endTurn')
  expect(ended.state).toEqual(IDLE)
  expect(wordsIn(ended)).toEqual(['agent: 1'])
  const paused = replied([search], 'pauseTurn', { follows: 'message' })
  expect(paused.state).toMatchObject({ type: 'awaitingLlm', turn: { continuations: 1 } })
  expect(wordsIn(paused)).toEqual(['agent: 1'])
})

test('a reply that was only a cut call leaves no message of its own', () => {
  const state = requesting()
  const moved = take(state, replyTo(state.phase.requestId, [RUNS], 'maxTokens'))
  expect(wordsIn(moved)).toEqual([
    'user: Your last tool call was cut off at the output limit. Do it in smaller steps.',
  ])
})

test("text written up to the model's context limit is kept", () => {
  expect(wordsIn(replied([text], 'contextFull'))[0]).toBe('agent: 1')
})

test('the third continuation in a row is the last, and a paused reply is kept even then', () => {
  const state = requesting()
  const reply = replyTo(state.phase.requestId, [], 'pauseTurn') as InputOf<'llmResponded'>
  const after = (continuations: number): Moved =>
    take({ ...state, turn: { ...state.turn, continuations } }, { ...reply, blocks: [text] })
  expect(after(2).state).toMatchObject({ type: 'awaitingLlm', turn: { continuations: 3 } })
  expect(after(3).state).toMatchObject({ type: 'idle', unfinished: { cause: 'cutReply' } })
  expect(wordsIn(after(3))).toEqual(['agent: 1'])
})
