import { expect, test } from 'vitest'
import { plainLines } from './plain-lines.ts'

test('a text becomes lines without marks, and keeps its words', () => {
  const text = [
    '## Found',
    'One place: `src/server.js`, **line 1**, 2**3.',
    '- [x] *first*\n- second',
    '> said',
    '| a | b |\n|---|---|\n| 1 | `2` |',
    '```ts\nlet a = **b\n```',
    '---',
  ].join('\n\n')
  expect(plainLines(text).split('\n')).toEqual([
    'Found',
    'One place: src/server.js, line 1, 2**3.',
    '• first',
    '• second',
    'said',
    'a · b',
    '1 · 2',
    'let a = **b',
  ])
})

test('of a long text only the beginning is read', () => {
  expect(plainLines('word '.repeat(100_000)).length).toBeLessThan(1_001)
})
