import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawnWhileRunning, endShownOf, firstLines, lastLines } from './some-lines.ts'

describe('the first lines', () => {
  test.each([
    ['', 2, '', 0],
    ['a', 2, 'a', 0],
    ['a\nb\n', 2, 'a\nb', 0],
    ['a\nb\nc\n', 2, 'a\nb', 1],
    ['a\nb\nc', 1, 'a', 2],
    ['\n\n\n', 2, '\n', 1],
    ['a\nb\nc', Infinity, 'a\nb\nc', 0],
  ])('of %j, %i: %j, %i hidden', (text, count, shown, hidden) => {
    expect(firstLines(text, count)).toEqual({ text: shown, hidden })
  })

  test('are shown of searches, listings and files; of command output the last', () => {
    const ends = ['glob', 'grep', 'list_files', 'read_file', 'bash', 'bash_background', 'edit_file']
    const front = ends.filter((tool) => endShownOf(tool) === 'first')
    expect(front).toEqual(['glob', 'grep', 'list_files', 'read_file'])
  })
})

describe('the last lines', () => {
  test.each([
    ['', 2, '', 0],
    ['a', 2, 'a', 0],
    ['a\nb\n', 2, 'a\nb', 0],
    ['a\nb\nc\n', 2, 'b\nc', 1],
    ['a\nb\nc', 1, 'c', 2],
    ['\n\n\n', 2, '\n', 1],
  ])('of %j, %i: %j, %i hidden', (text, count, shown, hidden) => {
    expect(lastLines(text, count)).toEqual({ text: shown, hidden })
  })

  test('the shown and the hidden lines are all lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('', 'a', 'bc'), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        (lines, count) => {
          const { text, hidden } = lastLines(`${lines.join('\n')}\n`, count)
          expect(text.split('\n')).toEqual(lines.slice(hidden))
          expect(hidden).toBe(Math.max(0, lines.length - count))
          const first = firstLines(`${lines.join('\n')}\n`, count)
          expect(first.text.split('\n')).toEqual(lines.slice(0, lines.length - hidden))
          expect(first.hidden).toBe(hidden)
        },
      ),
    )
  })
})

test('of one long line of a running command, only as much is drawn as keeps the page usable', () => {
  const line = `${'x'.repeat(199_995)}\u{1F600}end`
  expect(drawnWhileRunning(line, 'few')).toEqual({ text: line.slice(-8_000), cut: 192_000 })
  expect(drawnWhileRunning(line, 'many')).toEqual({ text: line.slice(-64_000), cut: 136_000 })
  expect(drawnWhileRunning('short', 'few')).toEqual({ text: 'short', cut: 0 })
})
