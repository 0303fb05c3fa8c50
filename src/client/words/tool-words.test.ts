import { expect, test } from 'vitest'
import { wordOfTool } from './tool-words.ts'

test('a tool is named by what it will do, and by what it has done', () => {
  expect(wordOfTool('bash', null)).toBe('Run')
  expect(wordOfTool('bash', 'ok')).toBe('Ran')
  expect(wordOfTool('edit_file', 'failed')).toBe('Edited')
})

test('a call that never started is not described as done', () => {
  for (const outcome of ['denied', 'skipped', 'notRun', 'cancelled', 'unknown'] as const)
    expect(wordOfTool('bash', outcome)).toBe('Run')
})

test('an unknown tool keeps its own name', () => {
  expect(wordOfTool('web search', 'ok')).toBe('web search')
  expect(wordOfTool('constructor', 'ok')).toBe('constructor')
})
