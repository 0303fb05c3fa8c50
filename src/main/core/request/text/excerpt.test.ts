import { expect, test } from 'vitest'
import { buildRequest } from '../build-request.ts'
import { usedTokens } from '../context-window.ts'
import { excerpt } from './excerpt.ts'
import { place, summary, user } from '../../testing/test-messages.ts'

const frame = { endpoint: 'anthropic', model: 'm', system: '', tools: [] }

test('a text that fits is kept whole, a longer one as its beginning and end, never splitting a character', () => {
  expect(excerpt('12345678', 8)).toBe('12345678')
  expect(excerpt('1234xxxx5678', 8)).toBe('1234\n[… 4 characters left out …]\n5678')
  expect(excerpt(`a${'😀'.repeat(20)}`, 8).isWellFormed()).toBe(true)
})

test('after a summary the newest messages stay whole up to 32 K characters, and are measured as sent', () => {
  for (const [length, isCut] of [
    [32_768, false],
    [32_769, true],
    [512_000, true],
  ] as const) {
    const messages = place([user('x'.repeat(length)), summary('S')])
    const sent = JSON.stringify(buildRequest(messages, frame).messages)
    expect(sent.includes('left out')).toBe(isCut)
    expect(sent.length).toBeLessThan(33_100)
    expect(usedTokens(messages, frame)).toBeLessThan(9_500)
  }
})
