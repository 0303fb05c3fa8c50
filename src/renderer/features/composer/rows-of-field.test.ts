import { expect, test } from 'vitest'
import { caretRow } from './rows-of-field.ts'

const BOX = { row: 20, padding: 8 }
const rowAt = (value: string, at: number, rows: number, to = at): string => {
  const field = { value, selectionStart: at, selectionEnd: to, scrollHeight: rows * 20 + 8 }
  const { isFirst, isLast } = caretRow(field, BOX)
  return `${isFirst ? 'first' : ''}${isLast ? 'last' : ''}`
}

test.each([
  ['', 0, 1, 'firstlast'],
  ['one', 3, 1, 'firstlast'],
  ['one\ntwo', 2, 2, 'first'],
  ['one\ntwo', 5, 2, 'last'],
  ['one\ntwo\nthree', 5, 3, ''],
  // One line in two rows: only its ends are certain.
  ['a long line', 5, 2, ''],
  ['a long line', 0, 2, 'first'],
  ['a long line', 11, 2, 'last'],
])('in %j at %d, drawn in %d rows, the caret is in the row: %s', (value, at, rows, expected) => {
  expect(rowAt(value, at, rows)).toBe(expected)
})

test('a selection belongs to no row', () => {
  expect(rowAt('one', 0, 1, 3)).toBe('')
})
