import { expect, test } from 'vitest'
import { firstLineOf, parseDiff } from './diff-lines.ts'

test('a diff becomes rows with their line numbers', () => {
  const text = [
    '--- a/src/a.ts',
    '+++ b/src/a.ts',
    '@@ -3,3 +3,4 @@',
    ' c',
    '-d',
    '+D',
    '+E',
    ' f',
  ].join('\n')
  expect(parseDiff(text)).toEqual([
    { type: 'file', name: 'src/a.ts', what: 'changed' },
    { type: 'gap' },
    { type: 'same', text: 'c', old: 3, now: 3 },
    { type: 'removed', text: 'd', old: 4 },
    { type: 'added', text: 'D', now: 4 },
    { type: 'added', text: 'E', now: 5 },
    { type: 'same', text: 'f', old: 5, now: 6 },
  ])
})

test('a quoted name has its line breaks, quotes and backslashes', () => {
  const text = String.raw`--- "a/one\ntwo\r\"\\n"` + '\n' + String.raw`+++ "b/one\ntwo\r\"\\n"`
  expect(parseDiff(text)).toEqual([{ type: 'file', name: 'one\ntwo\r"\\n', what: 'changed' }])
})

test('a removed line that looks like a header is a removed line', () => {
  const text = ['--- a/x', '+++ b/x', '@@ -1,2 +1 @@', '--- a/y', '-@@ -1 +1 @@', '+++ b/y'].join(
    '\n',
  )
  expect(parseDiff(text)).toEqual([
    { type: 'file', name: 'x', what: 'changed' },
    { type: 'removed', text: '-- a/y', old: 1 },
    { type: 'removed', text: '@@ -1 +1 @@', old: 2 },
    { type: 'added', text: '++ b/y', now: 1 },
  ])
})

test('created and deleted files are marked, and each further hunk follows a gap', () => {
  const text = [
    'a.ts: oldText was taken for line 2',
    '--- /dev/null',
    '+++ b/new.ts',
    '@@ -0,0 +1 @@',
    '+x',
    '\\ No newline at end of file',
    '--- a/gone.ts',
    '+++ /dev/null',
    '@@ -1,9 +0,0 @@',
    '-y',
    '\\ 8 more lines',
    '--- a/b.ts',
    '+++ b/b.ts',
    '@@ -1 +1 @@',
    '-1',
    '+2',
    '@@ -50 +50 @@',
    '-3',
    '+4',
  ].join('\n')
  const rows = parseDiff(text) ?? []
  expect(rows.map((row) => (row.type === 'file' ? `${row.what} ${row.name}` : row.type))).toEqual([
    'note',
    'new new.ts',
    'added',
    'note',
    'deleted gone.ts',
    'removed',
    'note',
    'changed b.ts',
    'removed',
    'added',
    'gap',
    'removed',
    'added',
  ])
})

test('text that is no diff gives none', () => {
  expect(parseDiff('Nothing was changed.')).toBeNull()
  expect(parseDiff('')).toBeNull()
})

function lineOf(...lines: readonly string[]): number | null {
  return firstLineOf(parseDiff(['--- a/x', '+++ b/x', ...lines].join('\n')) ?? [], 0)
}

test('a file opens at its first change', () => {
  expect(lineOf('@@ -3,2 +3,3 @@', ' c', '+D', ' f')).toBe(4)
  expect(lineOf('@@ -3,3 +3,2 @@', ' c', '-d', ' f')).toBe(4)
  expect(lineOf('@@ -1,2 +1 @@', '-a', ' b')).toBe(1)
  expect(lineOf('--- a/y', '+++ b/y', '@@ -1 +1,2 @@', ' a', '+b')).toBeNull()
})
