import { expect, test } from 'vitest'
import type { HookEvent } from '../../shared/conversation/hook-run.ts'
import type { CallOutcome } from '../../shared/messages/message.ts'
import { callToDo, wordOfTool } from './tool-words.ts'

const after = (outcome: CallOutcome, durationMs: number | null = 5) => ({ outcome, durationMs })

test('a tool is named by what it will do, and by what it has done', () => {
  expect(wordOfTool('bash', null)).toBe('Run')
  expect(wordOfTool('bash', after('ok'))).toBe('Ran')
  expect(wordOfTool('bash', after('failed'))).toBe('Ran')
  expect(wordOfTool('bash', after('timedOut'))).toBe('Ran')
  expect(wordOfTool('edit_file', after('ok'))).toBe('Edited')
})

test('what a call failed to do is not described as done', () => {
  for (const outcome of ['failed', 'timedOut'] as const) {
    expect(wordOfTool('edit_file', after(outcome))).toBe('Edit')
    expect(wordOfTool('web_fetch', after(outcome))).toBe('Fetch')
  }
})

test('a call that never started is not described as done', () => {
  for (const outcome of ['denied', 'skipped', 'notRun', 'cancelled', 'unknown', 'failed'] as const)
    expect(wordOfTool('bash', after(outcome, null))).toBe('Run')
  const hook = { command: 'check', durationMs: 1, output: '', outcome: 'blocked' } as const
  const wordAfter = (event: HookEvent) =>
    wordOfTool('bash', { ...after('failed'), hooks: [{ ...hook, event }] })
  expect(wordAfter('PreToolUse')).toBe('Run')
  expect(wordAfter('PostToolUse')).toBe('Ran')
})

test('an unknown tool keeps its own name', () => {
  expect(wordOfTool('web search', after('ok'))).toBe('web search')
  expect(wordOfTool('constructor', after('ok'))).toBe('constructor')
})

test('a tool without a name has words', () => {
  expect(wordOfTool('', after('failed', null))).toBe('Unnamed tool')
  expect(wordOfTool(' ', null)).toBe('Unnamed tool')
  expect(callToDo('', 'x')).toBe('Unnamed tool: x')
})
