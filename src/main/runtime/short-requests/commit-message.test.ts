import { expect, test } from 'vitest'
import type { ReviewedFile } from '../../../shared/conversation/review.ts'
import { commitMessageIn, commitRequest } from './commit-message.ts'

function changed(path: string, hunks: string): ReviewedFile {
  return { path, from: null, what: 'changed', hunks, added: 1, removed: 2, note: null }
}

function textOf(files: readonly ReviewedFile[]): string {
  const [message] = commitRequest({ files, notes: [] }).messages
  const [block] = message?.blocks ?? []
  return block?.type === 'text' ? block.text : ''
}

test('a message is asked for with the changes, file by file, and with no tools', () => {
  const renamed = { ...changed('b.ts', ''), from: 'a.ts', what: 'renamed' } as const
  expect(textOf([changed('x.ts', '@@ -1 +1 @@\n-one\n+two'), renamed])).toBe(
    '<changes>\nchanged: x.ts (+1 -2)\n@@ -1 +1 @@\n-one\n+two\nrenamed from a.ts: b.ts (+1 -2)\n</changes>\n\nWrite the message.',
  )
  expect(commitRequest({ files: [], notes: [] }).tools).toEqual([])
})

test('long changes are cut, and files that there is no room for are counted', () => {
  const many = Array.from({ length: 20 }, (_, n) => changed(`f${n}.ts`, 'x'.repeat(20_000)))
  const text = textOf(many)
  expect(text.length).toBeLessThan(61_000)
  expect(text).toContain('(cut)')
  expect(text).toContain('(13 more files are not shown.)')
})

test.each([
  ['Close the server\n\nTests hung without it.\n', 'Close the server\n\nTests hung without it.'],
  ['```\nClose the server\n```', 'Close the server'],
  ['Close\u202E the\u0000 server  ', 'Close the server'],
  [' \n ', null],
])('the message in %j is %j', (said, message) => {
  expect(commitMessageIn(said)).toBe(message)
})

test('a long message ends in a whole character', () => {
  expect(commitMessageIn(`${'x'.repeat(3_999)}😀`)).toBe('x'.repeat(3_999))
})
