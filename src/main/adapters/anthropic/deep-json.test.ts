import { expect, test } from 'vitest'
import { closeBlock, openBlock } from './open-block.ts'

function inputOf(text: string): unknown {
  const block = openBlock({ type: 'tool_use', id: 'a', name: 'bash', input: {} })
  if (block.type === 'toolCall') block.pieces.push(text)
  const closed = closeBlock(block)
  return closed.type === 'toolCall' ? closed.input : null
}

test('T34 an input nested too deeply for the store to read back stays text, and never runs', () => {
  for (const levels of [1_000, 100_000]) {
    const text = `{"command":"true","x":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(inputOf(text)).toEqual({ type: 'unparsed', text })
  }
  const usual = `{"x":${'['.repeat(100)}${']'.repeat(100)}}`
  expect(inputOf(usual)).toMatchObject({ type: 'object' })
})
