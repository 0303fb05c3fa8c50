import { expect, test } from 'vitest'
import { CHUNK_ROWS, chunksOf, isLine, keyOf, placeOf } from './review-rows.ts'

test('the rows of a long file come in chunks, none lost, with their line numbers', () => {
  const lines = Array.from({ length: 1_000 }, (_, n) => `+line ${n + 1}`)
  const chunks = chunksOf({ hunks: ['@@ -0,0 +1,1000 @@', ...lines].join('\n') })
  expect(chunks.every((rows) => rows.length <= CHUNK_ROWS)).toBe(true)
  expect(chunks.flat().filter(isLine).map(placeOf)).toEqual(
    lines.map((line, n) => ({ side: 'now', line: n + 1, quoted: line.slice(1) })),
  )
})

test('a removed line belongs to the old file; a comment stays with the text of its line', () => {
  const hunks = ['@@ -4,2 +4,2 @@', '-old', '+new', ' same'].join('\n')
  const places = chunksOf({ hunks }).flat().filter(isLine).map(placeOf)
  expect(places).toEqual([
    { side: 'old', line: 4, quoted: 'old' },
    { side: 'now', line: 4, quoted: 'new' },
    { side: 'now', line: 5, quoted: 'same' },
  ])
  expect(new Set(places.map(keyOf)).size).toBe(3)
})

test('a file without text has no rows', () => {
  expect(chunksOf({ hunks: '' })).toEqual([])
})
