import { expect, test } from 'vitest'
import { type TreeRow, treeRows, treeStep } from './tree-rows.ts'

const folder = (name: string) => ({ name, isFolder: true })
const file = (name: string) => ({ name, isFolder: false })
const ENTRIES = new Map([
  ['', [folder('docs'), folder('src'), file('a.ts')]],
  ['src/', [folder('deep'), file('b.ts')]],
  ['src/deep/', [file('c.ts')]],
])

function rowsWith(...open: readonly string[]): readonly TreeRow[] {
  return treeRows(ENTRIES, new Set(open))
}

test('an open folder shows its contents below it, also inside another, and nothing if not read yet', () => {
  expect(rowsWith().map(({ path }) => path)).toEqual(['docs/', 'src/', 'a.ts'])
  expect(rowsWith('src/', 'src/deep/', 'docs/').map(({ depth, path }) => [depth, path])).toEqual([
    [0, 'docs/'],
    [0, 'src/'],
    [1, 'src/deep/'],
    [2, 'src/deep/c.ts'],
    [1, 'src/b.ts'],
    [0, 'a.ts'],
  ])
})

test('keys walk the tree, open and close folders, and choose files', () => {
  const rows = rowsWith('src/', 'src/deep/')
  const step = (index: number, key: string) => {
    const does = treeStep(rows, index, key)
    if (does === null) return null
    return does.type === 'go' ? rows[does.index]?.path : `${does.type} ${does.row.path}`
  }
  expect(step(0, 'ArrowUp')).toBe('docs/')
  expect(step(0, 'ArrowRight')).toBe('open docs/')
  expect(step(1, 'ArrowRight')).toBe('src/deep/')
  expect(step(1, 'ArrowLeft')).toBe('close src/')
  expect(step(3, 'ArrowLeft')).toBe('src/deep/')
  expect(step(4, 'ArrowLeft')).toBe('src/')
  expect(step(3, 'ArrowRight')).toBeNull()
  expect(step(3, 'Enter')).toBe('choose src/deep/c.ts')
  expect(step(1, 'Enter')).toBe('close src/')
  expect(step(0, 'End')).toBe('a.ts')
  expect(step(5, 'ArrowDown')).toBe('a.ts')
  expect(step(5, 'x')).toBeNull()
})
