import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lastLines } from './last-lines.ts'

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

  test('shown and hidden lines are all lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('', 'a', 'bc'), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        (lines, count) => {
          const { text, hidden } = lastLines(`${lines.join('\n')}\n`, count)
          expect(text.split('\n')).toEqual(lines.slice(hidden))
          expect(hidden).toBe(Math.max(0, lines.length - count))
        },
      ),
    )
  })
})
