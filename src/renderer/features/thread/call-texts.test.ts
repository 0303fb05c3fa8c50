import { describe, expect, test } from 'vitest'
import { outcomeOf, textOfInput } from './call-texts.ts'

describe('a tool call', () => {
  test('shows its command, then its other fields', () => {
    const value = { timeoutSeconds: 5, command: 'npm test' }
    expect(textOfInput({ type: 'object', value })).toBe('npm test\ntimeoutSeconds: 5')
    expect(textOfInput({ type: 'object', value: { thought: 'a\nb' } })).toBe('thought: a\nb')
  })

  test('shows input that is no JSON as it came', () => {
    expect(textOfInput({ type: 'unparsed', text: '{"command": "npm' })).toBe('{"command": "npm')
  })

  test('says how it stands', () => {
    const result = { outcome: 'failed', text: '', durationMs: 4_210, summary: null } as const
    const running = { type: 'running', startedAt: 1_000, output: null } as const
    expect(outcomeOf(null, running, 42_000)).toBe('Running · 41 s')
    expect(outcomeOf(result, null, 0)).toBe('Failed · 4.2 s')
    expect(outcomeOf({ ...result, summary: 'exit 1' }, null, 0)).toBe('exit 1 · 4.2 s')
    expect(outcomeOf({ ...result, outcome: 'skipped', durationMs: null }, null, 0)).toBe('Skipped')
    expect(outcomeOf(null, null, 0)).toBe('Waiting')
    expect(outcomeOf(null, { type: 'asked' }, 0)).toBe('Needs your approval')
    const answer = { type: 'deny', reason: 'no' } as const
    expect(outcomeOf(null, { type: 'answered', answer }, 0)).toBe('Denied, waiting')
    expect(outcomeOf({ ...result, outcome: 'denied', durationMs: null }, null, 0)).toBe('Denied')
  })
})
