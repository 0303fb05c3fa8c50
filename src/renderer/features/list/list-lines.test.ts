import { describe, expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { drawnFolders, HEADING_PX, linesIn, linesOf, ROW_PX } from './list-lines.ts'

const id = (name: string): ConversationId => name as ConversationId
const group = (folder: string, ...names: readonly string[]) => ({
  folder,
  rows: names.map((name, index) => ({ id: id(name), index })),
})
const names = (lines: ReturnType<typeof linesIn>): readonly string[] =>
  lines.map((line) => (line.type === 'heading' ? line.folder : line.id))

const rowTop = (index: number): number => HEADING_PX + index * ROW_PX

describe('the lines of the list', () => {
  const groups = [group('/x', 'a', 'b'), group('/y', 'c')]

  test('are stacked, headings before their rows', () => {
    const { lines, height } = linesOf(groups, new Set())
    expect(names(lines)).toEqual(['/x', 'a', 'b', '/y', 'c'])
    for (const [index, line] of lines.entries())
      expect(line.top + line.height).toBe(lines[index + 1]?.top ?? height)
    expect(height).toBe(2 * HEADING_PX + 3 * ROW_PX)
  })

  test('leave out the rows of a collapsed folder; its heading counts them', () => {
    const { lines, rows, rowOf, height } = linesOf(groups, new Set(['/x']))
    expect(names(lines)).toEqual(['/x', '/y', 'c'])
    expect(lines[0]).toMatchObject({ isOpen: false, count: 2 })
    expect(rows.map(({ position }) => position)).toEqual([1])
    expect(rowOf.has(id('a'))).toBe(false)
    expect(height).toBe(2 * HEADING_PX + ROW_PX)
  })
})

describe('the visible lines', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `r${index}`)
  const all = linesOf([group('/x', ...many)], new Set())

  test.each([
    ['at the top', 0, 2 * ROW_PX, ['/x', 'r0', 'r1']],
    ['in the middle', rowTop(5000), rowTop(5002), ['r5000', 'r5001']],
    ['that reach in by a px', rowTop(5001) - 1, rowTop(5002) + 1, ['r5000', 'r5001', 'r5002']],
    ['at the end', rowTop(9999), 1e9, ['r9999']],
    ['above the top', -500, 1, ['/x']],
    ['below the end', 1e9, 2e9, []],
  ])('%s', (_, from, to, expected) => {
    expect(names(linesIn(all, { from, to }, []))).toEqual(expected)
  })

  test('are joined by rows that stay, each once and in its place', () => {
    const staying = [id('r7000'), id('r3'), id('r5000'), id('r7000'), id('gone')]
    const shown = linesIn(all, { from: rowTop(5000), to: rowTop(5002) }, staying)
    expect(names(shown)).toEqual(['r3', 'r5000', 'r5001', 'r7000'])
  })

  test('of an empty list are none', () => {
    expect(linesIn(linesOf([], new Set()), { from: 0, to: 100 }, [id('a')])).toEqual([])
  })
})

describe('the drawn folders', () => {
  const whole = linesOf([group('/x', 'a', 'b', 'c'), group('/y', 'd')], new Set())

  test('hold their lines in order, each as far from the previous one as what was left out is high', () => {
    const range = { from: rowTop(1), to: rowTop(2) }
    const drawn = drawnFolders(linesIn(whole, range, [id('d')]))
    const rows = drawn.map((each) => each.rows.map(({ line, gap }) => [line.id, gap]))
    expect(drawn.map(({ folder, heading }) => [folder, heading])).toEqual([
      ['/x', null],
      ['/y', null],
    ])
    expect(rows).toEqual([[['b', rowTop(1)]], [['d', ROW_PX + HEADING_PX]]])
  })

  test('have their headings, and count their rows each on its own', () => {
    const drawn = drawnFolders(whole.lines)
    expect(drawn.map(({ heading }) => heading?.line.count)).toEqual([3, 1])
    expect(drawn.flatMap(({ rows }) => rows.map(({ line }) => [line.place, line.count]))).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
      [1, 1],
    ])
  })
})
