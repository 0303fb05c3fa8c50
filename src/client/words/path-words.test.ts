import { expect, test } from 'vitest'
import { pathIn, piecesOf } from './path-words.ts'

test.each([
  ['src/cart.ts', 'src/cart.ts', null],
  ['src/cart.ts:10', 'src/cart.ts', 10],
  ['src/cart.ts:10:5', 'src/cart.ts', 10],
  ['src/cart.ts:10-20', 'src/cart.ts', 10],
  ['src/cart.ts#L10-L20', 'src/cart.ts', 10],
  ['src/cart.ts(10,5)', 'src/cart.ts', 10],
  ['./cart.test.ts', './cart.test.ts', null],
  ['~/.zshrc', '~/.zshrc', null],
  ['/etc/nginx/nginx.conf', '/etc/nginx/nginx.conf', null],
  ['src/shared/', 'src/shared/', null],
  ['app/[id]/(group)/page.tsx', 'app/[id]/(group)/page.tsx', null],
  ['größe/änderung.md', 'größe/änderung.md', null],
  ['package.json', 'package.json', null],
  ['Makefile', 'Makefile', null],
  ['.gitignore', '.gitignore', null],
  ['docs/Makefile', 'docs/Makefile', null],
])('%s in backticks is a path', (code, path, line) => {
  expect(pathIn(code)).toEqual({ path, line })
})

test.each([
  'Math.max',
  'console.log',
  'process.env',
  'Node.js',
  '.map',
  'and/or',
  '/api/users',
  'application/json',
  '@scope/package',
  'origin/main',
  'https://a.example/b.ts',
  'npm run a/b.ts',
  'a/**/*.ts',
  '//a/b.ts',
  '/',
  '~/',
  '../',
  '12:30',
  '1.2.3',
  '',
  `${'a/'.repeat(600)}b.ts`,
])('%s in backticks is none', (code) => {
  expect(pathIn(code)).toBeNull()
})

function pathsIn(text: string): readonly string[] {
  const pieces = piecesOf(text)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  return pieces.flatMap(({ text: words, place }) =>
    place === null ? [] : [`${words} is ${place.path} at ${place.line ?? 'no line'}`],
  )
}

test.each([
  ['See src/cart.ts.', ['src/cart.ts is src/cart.ts at no line']],
  ['Look (src/cart.ts:10), then go', ['src/cart.ts:10 is src/cart.ts at 10']],
  ['at f (/w/src/a.js:3:14)', ['/w/src/a.js:3:14 is /w/src/a.js at 3']],
  ['at file:///w/src/a.js:3:14', ['/w/src/a.js:3:14 is /w/src/a.js at 3']],
  ['src/a.ts(12,5): error TS1', ['src/a.ts(12,5) is src/a.ts at 12']],
  ['cart.ts:7 fails', ['cart.ts:7 is cart.ts at 7']],
  ['cart.ts(7,5) fails', ['cart.ts(7,5) is cart.ts at 7']],
  ['cart.ts#l7 fails', ['cart.ts#l7 is cart.ts at 7']],
  [' ❯ e2e/a.test.ts:4:2\n', ['e2e/a.test.ts:4:2 is e2e/a.test.ts at 4']],
  ['[src/a.ts]', ['src/a.ts is src/a.ts at no line']],
  ['a/b.md and c/d.md', ['a/b.md is a/b.md at no line', 'c/d.md is c/d.md at no line']],
])('%j names files', (text, paths) => {
  expect(pathsIn(text)).toEqual(paths)
})

test.each([
  'Read https://a.example/src/b.ts:12 and http://localhost:5173/src/a.ts:12.',
  'and/or, e.g. Node.js at 12:30, package.json',
  'Ratio 1/2.5 of user/repo',
  'Only words, and cart.ts',
  '',
])('%j names none', (text) => {
  expect(pathsIn(text)).toEqual([])
})

test('of very many only the first are paths', () => {
  const many = 'src/a.ts:1 '.repeat(5_000)
  expect(pathsIn(many)).toHaveLength(200)
  expect(pathsIn(`${'a/'.repeat(100_000)} ${'('.repeat(100_000)}${'.'.repeat(100_000)}`)).toEqual(
    [],
  )
})
