import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from './line-diff.ts'
import { FOR_PEOPLE, unifiedDiff } from './unified-diff.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })

/** The new lines, built only from the old ones and the changes. */
function rebuilt(old: readonly string[], now: readonly string[]): readonly string[] {
  const out: string[] = []
  let at = 0
  for (const { from, newFrom, newTo, to } of diffLines(old, now)) {
    out.push(...old.slice(at, from), ...now.slice(newFrom, newTo))
    at = to
  }
  return [...out, ...old.slice(at)]
}

/** The smallest possible number of removed and added lines, by the textbook algorithm. */
function fewest(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, left] of a.entries()) {
    const next = [i + 1]
    for (const [j, right] of b.entries()) {
      const kept = left === right ? (row[j] ?? 0) : Infinity
      next.push(Math.min(kept, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

test('changes rebuild the new text, and are as few as possible', () => {
  fc.assert(
    fc.property(lines, lines, (old, now) => {
      expect(rebuilt(old, now)).toEqual(now)
      const count = diffLines(old, now).reduce(
        (sum, c) => sum + c.to - c.from + c.newTo - c.newFrom,
        0,
      )
      expect(count).toBe(fewest(old, now))
    }),
    { numRuns: 1_000 },
  )
})

test('a large rewritten text is one change, in bounded time', () => {
  const old = Array.from({ length: 200_000 }, (_, index) => `old ${index}`)
  const now = Array.from({ length: 200_000 }, (_, index) => `new ${index}`)
  const started = performance.now()
  expect(diffLines(old, now)).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(3_000)
})

test('a difference has the format of diff -u', () => {
  const old = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven'
  const now = 'one\ntwo\nthree\nFOUR\nfive\nsix\nseven\neight\nnine\nten\neleven\n'
  expect(unifiedDiff('a.txt', old, now).lines).toEqual([
    '--- a/a.txt',
    '+++ b/a.txt',
    '@@ -1,11 +1,11 @@',
    ' one',
    ' two',
    ' three',
    '-four',
    '+FOUR',
    ' five',
    ' six',
    ' seven',
    ' eight',
    ' nine',
    ' ten',
    '-eleven',
    '\\ No newline at end of file',
    '+eleven',
  ])
})

test('a created or deleted file is compared to /dev/null, its first 200 lines', () => {
  expect(unifiedDiff('a', null, 'x\n')).toEqual({
    lines: ['--- /dev/null', '+++ b/a', '@@ -0,0 +1 @@', '+x'],
    added: 1,
    removed: 0,
  })
  const deleted = unifiedDiff('a', 'x\n'.repeat(1_000), null)
  expect(deleted).toMatchObject({ added: 0, removed: 1_000 })
  expect(deleted.lines.slice(0, 3)).toEqual(['--- a/a', '+++ /dev/null', '@@ -1,1000 +0,0 @@'])
  expect(deleted.lines.at(-1)).toBe('\\ 800 more lines')
})

test('a name with line breaks adds no lines of its own', () => {
  const name = 'a\n--- a/b\r\n+++ b/b'
  const head = ['--- /dev/null', String.raw`+++ "b/a\n--- a/b\r\n+++ b/b"`]
  expect(unifiedDiff(name, null, 'x\n').lines.slice(0, 2)).toEqual(head)
})

test('what changed in one part is shown with its own line numbers, wherever it is', () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1}\n`)
  const diff = unifiedDiff('a', lines.join(''), lines.toSpliced(499, 1, 'new\n', 'er\n').join(''))
  expect(diff).toEqual({
    lines: [
      '--- a/a',
      '+++ b/a',
      '@@ -497,7 +497,8 @@',
      ' line 497',
      ' line 498',
      ' line 499',
      '-line 500',
      '+new',
      '+er',
      ' line 501',
      ' line 502',
      ' line 503',
    ],
    added: 2,
    removed: 1,
  })
})

test('millions of lines that are replaced hold nobody up: they are counted, and the first ones shown', () => {
  const old = `first\n${'a\n'.repeat(5_000_000)}last`
  const start = process.cpuUsage()
  const { added, lines, removed } = unifiedDiff('a', old, 'first\nb\nlast', FOR_PEOPLE)
  const { system, user } = process.cpuUsage(start)
  // Once 5 s.
  expect((user + system) / 1_000).toBeLessThan(1_500)
  expect({ added, removed }).toEqual({ added: 1, removed: 5_000_000 })
  expect(lines.slice(2, 5)).toEqual(['@@ -2,5000000 +2 @@', '-a', '-a'])
  expect(lines.at(-1)).toBe('\\ 4980001 more lines')
})
