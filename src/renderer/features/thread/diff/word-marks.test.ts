import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DiffRow } from './diff-lines.ts'
import { piecesOf } from './word-marks.ts'

function rowsOf(removed: readonly string[], added: readonly string[]): readonly DiffRow[] {
  return [
    ...removed.map((text, old) => ({ type: 'removed', text, old }) as const),
    ...added.map((text, now) => ({ type: 'added', text, now }) as const),
  ]
}

/** Each row with its changed parts in [brackets]; a row without pieces stays as it is. */
function marked(rows: readonly DiffRow[]): readonly string[] {
  const pieces = piecesOf(rows)
  return rows.map((row, index) => {
    const own = pieces.get(index)
    if (own === undefined) return 'text' in row ? row.text : row.type
    return own.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
  })
}

test.each([
  ['const a = 1', 'const b = 1', 'const [a] = 1', 'const [b] = 1'],
  ['f(x)', 'f(x, y)', 'f(x)', 'f(x[, y])'],
  [
    '  return one two three',
    '  return 1 2 three',
    '  return [one two] three',
    '  return [1 2] three',
  ],
  ['if (a) b()', '  if (a) b()', 'if (a) b()', '[  ]if (a) b()'],
  ['straße groß', 'strasse groß', '[straße] groß', '[strasse] groß'],
])('the difference between %j and %j is marked', (old, now, shownOld, shownNow) => {
  expect(marked(rowsOf([old], [now]))).toEqual([shownOld, shownNow])
})

test('lines with little in common are not marked: one was removed, the other added', () => {
  const rows = rowsOf(['import { a } from "b"'], ['export function close(): void {'])
  expect(marked(rows)).toEqual(rows.map((row) => ('text' in row ? row.text : '')))
})

test('the first removed line is paired with the first added one; the rest count as added or removed', () => {
  expect(marked(rowsOf(['a = 1', 'b = 2'], ['a = 3', 'b = 4', 'c = 5']))).toEqual([
    'a = [1]',
    'b = [2]',
    'a = [3]',
    'b = [4]',
    'c = 5',
  ])
})

test('a note about the end of the file never separates two lines', () => {
  const note = { type: 'note', text: 'No newline at end of file' } as const
  const [removed, added] = rowsOf(['a = 1'], ['a = 2'])
  if (removed === undefined || added === undefined) throw new Error('two rows')
  expect(marked([removed, note, added, note])).toEqual(['a = [1]', note.text, 'a = [2]', note.text])
})

test('lines that are not adjacent are not compared', () => {
  const same = { type: 'same', text: 'x', old: 2, now: 1 } as const
  const [removed, added] = rowsOf(['a = 1'], ['a = 2'])
  if (removed === undefined || added === undefined) throw new Error('two rows')
  expect(marked([removed, same, added])).toEqual(['a = 1', 'x', 'a = 2'])
  expect(marked([added, removed])).toEqual(['a = 2', 'a = 1'])
})

test('for any lines, the pieces of each are its text, and unmarked text is the same on both sides', () => {
  const line = fc
    .array(fc.constantFrom('a', 'b', 'foo', ' ', '  ', '(', ')', '=', 'é', '😀'), { maxLength: 12 })
    .map((words) => words.join(''))
  const lines = fc.array(line, { maxLength: 4 })
  fc.assert(
    fc.property(lines, lines, (removed, added) => {
      const rows = rowsOf(removed, added)
      const pieces = piecesOf(rows)
      for (const [index, own] of pieces) {
        const row = rows[index]
        expect(own.map(({ text }) => text).join('')).toBe(
          row?.type === 'added' || row?.type === 'removed' ? row.text : null,
        )
      }
      const solid = (index: number): string =>
        (pieces.get(index) ?? [])
          .flatMap((p) => (p.isChanged ? [] : [p.text]))
          .join('')
          .replace(/\s+/g, '')
      removed.forEach((_, index) => {
        if (pieces.has(index)) expect(solid(index)).toBe(solid(index + removed.length))
      })
    }),
  )
})

const lineOf = (word: string): string => `start ${`${word} `.repeat(5_000)}end`

test('a long line of many words is compared in little time', () => {
  const rows = rowsOf(
    Array.from({ length: 50 }, () => lineOf('a')),
    Array.from({ length: 50 }, () => lineOf('b')),
  )
  const started = performance.now()
  piecesOf(rows)
  expect(performance.now() - started).toBeLessThan(2_000)
})
