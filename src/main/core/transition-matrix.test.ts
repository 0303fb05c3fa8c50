import { expect, test } from 'vitest'
import { message, Walk } from './testing/test-walk.ts'
import type { Moved } from './machine/step.ts'

function said(step: Moved): readonly string[] {
  return step.messages.map(({ content }) => content.type)
}

function effects(step: Moved): readonly string[] {
  return step.effects.map(({ type }) => type)
}

// covers REQ-BED-002.1a REQ-BED-002.1b M-01 A-01 D-03
test('a message at rest is stored and waits for its request', () => {
  const step = new Walk().say('Hello')
  expect(step.messages).toMatchObject([{ content: { type: 'user', text: 'Hello' } }])
  expect(step.state).toMatchObject({ type: 'awaitingLlm', reason: 'userMessage' })
  expect(effects(step)).toEqual(['startTimer'])
  expect(step.path).toEqual(['Idle', 'ProcessingUserMessage'])
})

// covers REQ-BED-002.1b M-02 A-02
test('the waiting request is sent once, as the first attempt', () => {
  const walk = new Walk()
  walk.say()
  const step = walk.fireTimer()
  expect(effects(step)).toEqual(['requestModel', 'startTimer'])
  expect(step.state).toMatchObject({ type: 'llmRequesting', attempt: 1 })
  expect(step.path).toEqual(['ProcessingUserMessage', 'AwaitingLLMResponse'])
})

//
test('the first byte of an answer makes the request a streaming one', () => {
  const walk = new Walk().ask()
  const step = walk.take({ type: 'llmStreamStarted', requestId: walk.work })
  expect(step.path).toEqual(['AwaitingLLMResponse', 'StreamingLLMResponse'])
  expect(said(step)).toEqual([])
})

// covers REQ-BED-003.1a REQ-BED-003.1b M-03 A-04 A-07 A-11 F-07
test('a text reply is stored and ends the turn, streamed or whole', () => {
  const streamed = new Walk().ask(true).answer('Hi')
  expect(streamed.path).toEqual(['StreamingLLMResponse', 'ProcessingLLMResponse', 'Idle'])
  expect(streamed.state).toEqual({ type: 'idle', unfinished: null })
  expect(streamed.messages).toMatchObject([
    { content: { type: 'agent', blocks: [{ text: 'Hi' }] } },
  ])
  const whole = new Walk().ask().answer('Hi')
  expect(whole.path).toEqual(['AwaitingLLMResponse', 'ProcessingLLMResponse', 'Idle'])
})

// covers REQ-BED-003.2a REQ-BED-003.2b REQ-BED-004.1b M-04 A-10 D-31 F-06 F-08
test('a reply with calls starts the first of them and no other', () => {
  const step = new Walk().ask(true).callBash('one', 'two')
  expect(step.effects.filter(({ type }) => type === 'runTool')).toMatchObject([
    { call: { input: { value: { command: 'one' } } } },
  ])
  expect(step.state).toMatchObject({
    type: 'toolExecuting',
    round: { remaining: [{ input: { value: { command: 'two' } } }] },
  })
  expect(step.path).toEqual(['StreamingLLMResponse', 'ProcessingLLMResponse', 'ExecutingTools'])
  expect(said(step)).toEqual(['agent'])
})

// covers REQ-BED-006.1a REQ-BED-006.1b M-05 A-05 A-08 D-04 D-37 D-28
test('a temporary failure waits for the next attempt, in the same state', () => {
  for (const isStreaming of [false, true]) {
    const walk = new Walk().ask(isStreaming)
    for (const attempt of [2, 3]) {
      const step = walk.fail('overloaded')
      expect(step.state).toMatchObject({
        type: 'llmRequesting',
        attempt,
        phase: { type: 'backoff' },
      })
      expect(effects(step)).toEqual(['stopTimer', 'startTimer'])
      expect(step.path.at(-1)).toBe('TransientFailure')
      walk.fireTimer()
    }
  }
  expect(new Walk().ask().fail('overloaded').path[0]).toBe('AwaitingLLMResponse')
  expect(new Walk().ask(true).fail('overloaded').path[0]).toBe('StreamingLLMResponse')
})

// covers M-06 A-19 D-19 D-38
test('after the wait the same attempt number is requested', () => {
  const walk = new Walk().ask()
  walk.fail('overloaded')
  const step = walk.fireTimer()
  expect(effects(step)).toEqual(['requestModel', 'startTimer'])
  expect(step.state).toMatchObject({ type: 'llmRequesting', attempt: 2 })
  expect(step.path).toEqual(['TransientFailure', 'AwaitingLLMResponse'])
})

// covers REQ-BED-006.2a REQ-BED-006.2b M-07 A-21 D-08 D-39
test('the third failure in a row ends the turn in an error that counts the attempts', () => {
  const walk = new Walk().ask()
  for (let attempt = 1; attempt < 3; attempt++) {
    walk.fail('overloaded')
    walk.fireTimer()
  }
  const step = walk.fail('overloaded')
  expect(step.state).toMatchObject({ type: 'error', message: 'No. Tried 3 times.' })
  expect(step.lifecycle).toMatchObject([{ type: 'turnFailed', error: { kind: 'overloaded' } }])
  expect(step.path).toEqual(['AwaitingLLMResponse', 'TransientFailure', 'Failed'])
})

// covers REQ-BED-006.3a M-08 D-73
test('a permanent failure ends the turn at once', () => {
  const step = new Walk().ask().fail('auth')
  expect(step.state).toMatchObject({ type: 'error', kind: 'auth' })
  expect(said(step)).toEqual(['error'])
})

// covers REQ-BED-005.1a REQ-BED-005.1b M-09
test('a cancel during a request aborts it and rests at once', () => {
  const walk = new Walk().ask(true)
  const requestId = walk.work
  const step = walk.take({ type: 'cancelRequested', by: 'user' })
  expect(step.effects[0]).toEqual({ type: 'stopWork', workIds: [requestId], reason: 'user' })
  expect(step.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
})

// covers REQ-BED-002.2a M-10 M-14 M-16
test('a message during a request, a tool or a stop is refused', () => {
  const walk = new Walk().ask()
  expect(walk.try(message('More'))).toEqual({ type: 'refused', reason: 'busy' })
  walk.callBash('one')
  expect(walk.try(message('More'))).toEqual({ type: 'refused', reason: 'busy' })
  walk.take({ type: 'cancelRequested', by: 'user' })
  expect(walk.try(message('More'))).toEqual({ type: 'refused', reason: 'cancelling' })
})

// covers REQ-BED-004.2a M-11 A-14 A-17 A-18 D-33
test('the result of the last call is stored, and the model is asked again', () => {
  const walk = new Walk().ask()
  walk.callBash('one')
  const step = walk.finishTool()
  expect(said(step)).toEqual(['tool'])
  expect(step.state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
  expect(step.path).toEqual(['ExecutingTools', 'ProcessingToolResults', 'GeneratingResponse'])
  const asked = walk.fireTimer()
  expect(asked.path).toEqual(['GeneratingResponse', 'AwaitingLLMResponse'])
  expect(effects(asked)).toContain('requestModel')
})

// covers REQ-BED-004.1a REQ-BED-004.1b M-12 D-32 F-10
test('the result of a call is stored, and the next one starts', () => {
  const walk = new Walk().ask()
  walk.callBash('one', 'two', 'three')
  const step = walk.finishTool()
  expect(said(step)).toEqual(['tool'])
  expect(step.effects.filter(({ type }) => type === 'runTool')).toMatchObject([
    { call: { input: { value: { command: 'two' } } } },
  ])
  expect(step.state).toMatchObject({ type: 'toolExecuting', round: { remaining: [{}] } })
})

// covers REQ-BED-005.2c REQ-BED-005.2d REQ-BED-005.2e M-13 D-34 D-35 D-70
test('a cancel during a tool gives every open call its result, stops the tool, and rests when the tool has ended', () => {
  const walk = new Walk().ask()
  walk.callBash('one', 'two', 'three')
  const workId = walk.work
  const step = walk.take({ type: 'cancelRequested', by: 'user' })
  expect(step.messages).toMatchObject([
    { content: { outcome: 'cancelled', content: [{ text: 'Cancelled by user' }] } },
    { content: { outcome: 'skipped', content: [{ text: 'Skipped due to cancellation' }] } },
    { content: { outcome: 'skipped', content: [{ text: 'Skipped due to cancellation' }] } },
  ])
  expect(step.effects).toContainEqual({ type: 'stopWork', workIds: [workId], reason: 'user' })
  expect(walk.finishTool().state).toMatchObject({ type: 'idle' })
})

// covers M-15
test('the reply to an aborted request is stale, even while a tool is being stopped', () => {
  const walk = new Walk().ask()
  const requestId = walk.work
  walk.callBash('one')
  walk.take({ type: 'cancelRequested', by: 'user' })
  const late = { requestId, kind: 'aborted', detail: '', retryAfterMs: null, repairs: [] } as const
  const stale = { type: 'refused', reason: 'stale' }
  expect(walk.try({ type: 'llmFailed', ...late })).toEqual(stale)
  walk.finishTool()
  expect(walk.try({ type: 'llmFailed', ...late })).toEqual(stale)
})

// covers REQ-BED-006.4a M-17
test('a message in an error is stored and begins a new turn', () => {
  const walk = new Walk().ask()
  walk.fail('auth')
  const step = walk.say('Again')
  expect(said(step)).toEqual(['user'])
  expect(step.state).toMatchObject({ type: 'awaitingLlm', turn: { trigger: 'message' } })
})
