import { expect, test } from 'vitest'
import { importPaths } from './import-paths.ts'

test.each<readonly [string, readonly string[]]>([
  ['See @README and @docs/style.md for more.', ['README', 'docs/style.md']],
  ['@a.md\n@~/.claude/mine.md\n@/abs/x.md', ['a.md', '~/.claude/mine.md', '/abs/x.md']],
  ['mail me@example.com, foo@bar', []],
  [String.raw`@a\ file\ of\ mine.md next`, ['a file of mine.md']],
  ['@docs/a.md#part', ['docs/a.md']],
  ['Ask @', []],
  ['`@code.md` and ``a ` @code.md`` but @real.md', ['real.md']],
  ['an open ` @real.md', ['real.md']],
  ['`one\n\n@real.md` of another paragraph', ['real.md`']],
  ['```\n@code.md\n```\n@real.md', ['real.md']],
  ['~~~md\n@code.md\n```\n@code.md\n~~~\n@real.md', ['real.md']],
  ['```\n@code.md\nto the end', []],
  ['````\n```\n@code.md\n````\n@real.md', ['real.md']],
  ['Text\n\n    @code.md\n    @code.md\n\n@real.md', ['real.md']],
  ['Text goes\n    on with @real.md', ['real.md']],
  ['- item\n\n    @real.md', ['real.md']],
  ['<!-- @hidden.md -->\n@real.md', ['real.md']],
  ['<!-- open @hidden.md', []],
  ['a\r\n@real.md\r\nb', ['real.md']],
])('%j imports %j', (text, paths) => {
  expect(importPaths(text)).toEqual(paths)
})

test.each([
  [
    'backticks of all lengths',
    () => Array.from({ length: 360 }, (_, n) => '`'.repeat(n + 1)).join(' '),
  ],
  ['single backticks', () => '` '.repeat(32_000)],
  ['at signs', () => '@'.repeat(64_000)],
  ['comments', () => '<!--'.repeat(16_000)],
  ['escapes', () => `@${'\\ '.repeat(32_000)}`],
])('64 KB of %s take no time', (_what, make) => {
  const text = make()
  // The fastest of several: the machine may be busy. In proportion to the square it would be seconds each time.
  const times = Array.from({ length: 5 }, () => {
    const from = performance.now()
    importPaths(text)
    return performance.now() - from
  })
  expect(Math.min(...times)).toBeLessThan(200)
})
