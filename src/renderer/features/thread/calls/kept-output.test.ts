import { expect, test } from 'vitest'
import { joinedPages, withOutput } from './kept-output.ts'

const RED = '\u001B[31m'
const page = (text: string, from: number, to: number, first = 0) => ({
  text,
  from: first,
  standsFor: { from, to },
})

test('the full output replaces the shortened one, and the rest of the result stays', () => {
  const text = 'one\n[… 9 bytes left out …]\ntwo\nexit 1 · 2.0 s'
  const to = text.indexOf('\nexit')
  expect(withOutput(text, page(`${RED}one\nand\ntwo\n`, 0, to))).toBe(
    `${RED}one\nand\ntwo\u001B[0m\nexit 1 · 2.0 s`,
  )
})

test('the output of a stopped call follows the sentence about the stop', () => {
  const text = 'Cancelled.\n\nIt had printed:\ntwo'
  const { length } = text
  expect(withOutput(text, page('one\ntwo', length - 3, length))).toBe(
    'Cancelled.\n\nIt had printed:\none\ntwo\u001B[0m',
  )
})

test('a result without kept output is unchanged', () => {
  expect(withOutput('done', null)).toBe('done')
})

test('an earlier part is put before the part already there', () => {
  const last = page('c\n', 0, 1, 4)
  expect(joinedPages(page('a\nb\n', 0, 1), last)).toEqual(page('a\nb\nc\n', 0, 1))
  expect(joinedPages(last, null)).toBe(last)
})
