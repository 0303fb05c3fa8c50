import { expect, test } from 'vitest'
import { isLikePath, mentionedPaths, mentionsIn, messagePieces } from './mentions.ts'

test.each([
  ['Look at @src/app.ts, please', ['src/app.ts']],
  ['@a.ts and (@b/c.ts) and "@d.md"', ['a.ts', 'b/c.ts', 'd.md']],
  ['@"my notes.md" @src/', ['my notes.md', 'src/']],
  ['@src/a.ts:12 is @src/a.ts', ['src/a.ts']],
  ['mail me@example.org, or not', []],
  ['@ nothing @"open', []],
  [`@${'a'.repeat(300)}`, []],
])('%s names %j', (text, paths) => {
  expect(mentionedPaths(text)).toEqual(paths)
})

test('each has its place in the text, with its quotes and without what ends a sentence', () => {
  const text = 'See @"a b.md", @src/app.ts:7.'
  const cut = mentionsIn(text).map(({ from, line, to }) => [text.slice(from, to), line])
  expect(cut).toEqual([
    ['@"a b.md"', null],
    ['@src/app.ts:7', 7],
  ])
})

test('a text that names very many is read in part', () => {
  expect(mentionsIn('@a.ts '.repeat(1_000))).toHaveLength(50)
})

test.each([
  ['src/app.ts', true],
  ['notes.md', true],
  ['src/', true],
  ['my notes.md', true],
  ['big.log', true],
  ['types/node', false],
  ['alice', false],
])('%s is written like a path: %s', (path, isOne) => {
  expect(isLikePath(path)).toBe(isOne)
})

test('a message is cut at the files that it names, also at those that only the host knows', () => {
  const text = '@alice: @src/a.ts:3 needs @LICENCE'
  expect(messagePieces(text, (path) => path === 'LICENCE')).toEqual([
    { text: '@alice: ', place: null },
    { text: '@src/a.ts:3', place: { path: 'src/a.ts', line: 3 } },
    { text: ' needs ', place: null },
    { text: '@LICENCE', place: { path: 'LICENCE', line: null } },
  ])
  expect(messagePieces(text).map((piece) => piece.text)).toEqual([
    '@alice: ',
    '@src/a.ts:3',
    ' needs @LICENCE',
  ])
})
