import { expect, test } from 'vitest'
import { ColouredLines } from './coloured-lines.ts'

const textOf = (lines: ColouredLines, index: number): string =>
  lines
    .of(index)
    .map(({ text }) => text)
    .join('')

test('the lines of a long file have colours and all their characters, wherever one looks first', () => {
  const lines = Array.from({ length: 1_001 }, (_, at) =>
    at % 3 === 0 ? '' : `const line${at} = \`a\${b}\` // ${at}`,
  )
  const coloured = new ColouredLines(lines, 'src/a.ts')
  for (const at of [1_000, 0, 199, 200, 401, 999]) {
    expect(textOf(coloured, at)).toBe(lines[at])
    const classes = coloured.of(at).map((run) => run.classes)
    if (lines[at] !== '') expect(classes).toContain('hljs-keyword')
  }
})

test('a comment over several lines is one, and the next line is none', () => {
  const coloured = new ColouredLines(['/* a', 'let b', '*/', 'let c'], 'a.js')
  expect(coloured.of(1)).toEqual([{ text: 'let b', classes: 'hljs-comment' }])
  expect(coloured.of(3)[0]).toEqual({ text: 'let', classes: 'hljs-keyword' })
})

test('a file of an unknown kind is plain, and only the drawn part of a long line counts', () => {
  const coloured = new ColouredLines(['let a', 'x'.repeat(5_000), 'b'], 'notes.no-such-kind')
  expect(coloured.of(0)).toEqual([{ text: 'let a', classes: '' }])
  expect(textOf(coloured, 1)).toHaveLength(2_000)
  expect(textOf(coloured, 2)).toBe('b')
})
