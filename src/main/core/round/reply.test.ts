import { expect, test } from 'vitest'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import type { Block } from '../../../shared/messages/content.ts'
import { IDLE, type StateOf } from '../../../shared/conversation/conversation-state.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { Input, InputOf } from '../machine/event.ts'
import type { Moved } from '../machine/step.ts'
import { testContext } from '../testing/test-context.ts'
import { enveloped, take } from '../testing/test-steps.ts'
import { transition } from '../transition.ts'

function step(state: Moved['state'], input: Input): Moved {
  return take(state, input, { at: 1_000 })
}

/** The state in which a request is under way, after so many continuations. */
function requesting(continuations = 0): StateOf<'llmRequesting'> {
  const message = {
    type: 'userMessage',
    messageId: 'm' as MessageId,
    text: 'Hi',
    attachments: [],
    mode: 'policy',
  } as const
  const waiting = step(IDLE, message).state
  if (waiting.type !== 'awaitingLlm') throw new Error('not waiting')
  const asked = step(waiting, { type: 'timerFired', timerId: waiting.timerId }).state
  if (asked.type !== 'llmRequesting') throw new Error('not asked')
  return { ...asked, turn: { ...asked.turn, continuations } }
}

const text: Block = { type: 'text', text: 'Half a sen' }
const blank: Block = { type: 'text', text: ' \n' }
const thinking: Block = { type: 'thinking', text: 'hm', signature: 's' }
const call: Block = {
  type: 'toolCall',
  providerCallId: 'call_0',
  name: 'bash',
  input: { type: 'object', value: { command: 'true' } },
}

const RUNNABLE = {
  type: 'runnable',
  limitMs: 60_000,
  action: 'command',
  subject: 'true',
  reach: 'inside',
} as const

function replied(
  blocks: readonly Block[],
  end: ReplyEnd,
  options: { follows?: InputOf<'llmResponded'>['follows']; continuations?: number } = {},
): Moved {
  const state = requesting(options.continuations)
  if (state.phase.type === 'backoff') throw new Error('not asked')
  const calls = blocks
    .filter((block) => block.type === 'toolCall')
    .map(({ name, input }) => {
      return { name, input, digest: 'd', check: RUNNABLE } as const
    })
  const { requestId } = state.phase
  const follows = options.follows ?? 'message'
  return step(state, {
    type: 'llmResponded',
    requestId,
    blocks,
    calls,
    end,
    usage: NO_USAGE,
    requestTokens: 10,
    follows,
  })
}

function says(moved: Moved): readonly string[] {
  return moved.messages.map(({ content }) => {
    if (content.type === 'agent') return `agent ${content.blocks.length}`
    if (content.type === 'tool') return `tool ${content.outcome}`
    return 'text' in content ? `${content.type}: ${content.text}` : content.type
  })
}

// covers REQ-BED-003.2a M-04
test.each(['toolUse', 'endTurn', 'stopSequence'] as const)(
  'calls with %s start the round',
  (end) => {
    const moved = replied([text, call, call], end)
    expect(moved.state).toMatchObject({ type: 'toolExecuting', round: { remaining: [{}] } })
  },
)

// covers REQ-BED-003.1a REQ-BED-003.1b M-03
test.each(['endTurn', 'stopSequence', 'toolUse'] as const)(
  'text without calls and %s completes the turn',
  (end) => {
    const moved = replied([thinking, text], end)
    expect(moved.state).toEqual({ type: 'idle', unfinished: null })
    expect(says(moved)).toEqual(['agent 2'])
    expect(moved.lifecycle).toMatchObject([{ type: 'turnCompleted' }])
  },
)

test('T44 an empty reply after results ends the turn without a message; after a message it is retried as a server error', () => {
  const done = replied([blank], 'endTurn', { follows: 'results' })
  expect(done.state).toEqual({ type: 'idle', unfinished: null })
  expect(done.messages).toEqual([])
  const again = replied([thinking, blank], 'endTurn')
  expect(again.state).toMatchObject({
    type: 'llmRequesting',
    attempt: 2,
    phase: { type: 'backoff', error: { kind: 'server' } },
  })
  expect(replied([], 'unknown').state).toMatchObject({ phase: { type: 'backoff' } })
})

test('an unknown end reason ends the turn safely: text kept, calls not run', () => {
  const moved = replied([text, call], 'unknown')
  expect(moved.state).toEqual({ type: 'idle', unfinished: null })
  expect(says(moved)).toEqual(['agent 2', 'tool notRun'])
})

// covers REQ-BED-003.3a
test('T45 a cut reply keeps its text and is continued three times, then the user is asked; a cut call never runs', () => {
  for (const continuations of [0, 1, 2]) {
    const moved = replied([text], 'maxTokens', { continuations })
    expect(says(moved)).toEqual(['agent 1', 'user: Continue.'])
    expect(moved.state).toMatchObject({
      type: 'awaitingLlm',
      turn: { continuations: continuations + 1 },
    })
  }
  const last = replied([text], 'maxTokens', { continuations: 3 })
  expect(last.state).toMatchObject({ type: 'idle', unfinished: { cause: 'cutReply' } })
  expect(says(last)).toEqual(['agent 1'])

  const onlyCall = replied([text, call], 'maxTokens')
  expect(says(onlyCall)).toEqual([
    'agent 1',
    'user: Your last tool call was cut off at the output limit. Do it in smaller steps.',
  ])
  const withMore = replied([call, call], 'maxTokens')
  expect(says(withMore)).toEqual(['agent 1', 'tool notRun'])
  expect(withMore.state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
  for (const moved of [onlyCall, withMore]) {
    expect(moved.effects.some((effect) => effect.type === 'runTool')).toBe(false)
  }
})

test('a reply cut in its text after complete calls keeps all of them and runs none', () => {
  expect(says(replied([call, text], 'maxTokens'))).toEqual(['agent 2', 'tool notRun'])
})

test('a paused reply is stored and resumed by the same request, three times in a row', () => {
  const moved = replied([text], 'pauseTurn')
  expect(says(moved)).toEqual(['agent 1'])
  expect(moved.state).toMatchObject({ type: 'awaitingLlm', reason: 'continue' })
  expect(replied([text], 'pauseTurn', { continuations: 3 }).state).toMatchObject({ type: 'idle' })
})

test('a refusal is not stored, and the error offers no Retry', () => {
  const moved = replied([text], 'refusal')
  expect(moved.state).toMatchObject({ type: 'error', kind: 'refused' })
  expect(says(moved)).toEqual([expect.stringContaining('error: The model refused')])
  const retried = transition(moved.state, testContext(), enveloped({ type: 'retryRequested' }))
  expect(retried).toEqual({ type: 'refused', reason: 'nothingToDo' })
})

test('Continue after a cut reply adds the message that lets the model continue', () => {
  const rested = replied([text], 'maxTokens', { continuations: 3 }).state
  const moved = step(rested, { type: 'continueRequested' })
  expect(says(moved)).toEqual(['user: Continue.'])
  expect(moved.state).toMatchObject({ type: 'awaitingLlm', turn: { trigger: 'continue' } })
})

test('a normal reply resets the count of continuations', () => {
  expect(replied([call], 'toolUse', { continuations: 2 }).state).toMatchObject({
    turn: { continuations: 0 },
  })
})
