import { expect, test } from 'vitest'
import type { StorageSizes } from '../../../../shared/storage/storage-sizes.ts'
import { linesOf, questionOf, removalOf, resultOf, sentenceOfOthers } from './sizes-words.ts'

const MEGABYTE = 1_048_576
const SIZES: StorageSizes = {
  database: 1_400 * MEGABYTE,
  index: 600 * MEGABYTE,
  free: 0,
  unpacked: 0,
  files: 0,
  outputs: 20 * MEGABYTE,
  undo: 0,
  backups: 3 * MEGABYTE,
  conversations: [],
  others: { count: 0, bytes: 0 },
}

test('each kind of data shows its size, and can be removed if nothing else is removed with it', () => {
  const lines = linesOf(SIZES)
  expect(lines.map(({ name, prunes, size }) => [name, size, prunes])).toEqual([
    ['Conversations', '1.4 GB', null],
    ['Images and files', '0 bytes', null],
    ['Full outputs', '20 MB', 'outputs'],
    ['For undo', '0 bytes', null],
    ['Backups', '3.0 MB', null],
  ])
  expect(lines[0]?.note).toBe('600 MB of it is the search index.')
})

test('free space in the database is mentioned only when there is much of it', () => {
  const [little, much] = [9_000, 30 * MEGABYTE].map((free) => linesOf({ ...SIZES, free })[0]?.note)
  expect(little).not.toContain('free')
  expect(much).toContain('30 MB of it is free')
})

test('what is still to be packed is shown until there is none', () => {
  const [none, some] = [0, 30 * MEGABYTE].map(
    (unpacked) => linesOf({ ...SIZES, unpacked })[0]?.note,
  )
  expect(none).not.toContain('packed')
  expect(some).toContain('30 MB is in an older version’s format')
})

test('a removal says beforehand what it loses', () => {
  expect(questionOf('outputs', '20 MB')).toMatch(/^Remove 20 MB .* lost\.$/)
  expect(questionOf('undo', '4 MB')).toMatch(/^Remove 4 MB .* files stay as they are\.$/)
  expect(questionOf('unused', '9 MB')).toMatch(/no message and no draft uses.*24 hours stays\.$/)
})

test('of images and files only the unused ones can be removed', () => {
  const lines = linesOf({ ...SIZES, files: MEGABYTE })
  expect(lines.filter(({ prunes }) => prunes !== null).map(removalOf)).toEqual([
    'Remove unused images and files',
    'Remove full outputs',
  ])
})

test('a removal says how much it freed', () => {
  const before = { ...SIZES, files: 5 * MEGABYTE }
  expect(resultOf('unused', before, { ...before, files: MEGABYTE })).toBe('4.0 MB removed.')
  expect(resultOf('unused', before, before)).toBe('Nothing is unused.')
  expect(resultOf('outputs', before, { ...before, outputs: 0 })).toBe('20 MB removed.')
})

test('unnamed conversations are counted', () => {
  const sentences = [0, 1, 9_950].map((count) =>
    sentenceOfOthers({ ...SIZES, others: { count, bytes: 5 } }),
  )
  expect(sentences).toEqual([
    '',
    'One other conversation takes 5 bytes.',
    '9,950 others take 5 bytes together.',
  ])
})
