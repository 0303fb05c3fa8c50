import fc from 'fast-check'
import { expect, test } from 'vitest'
import { betweenBlocks, fencedParts } from './fenced-parts.ts'

const codeIn = (text: string): readonly string[] =>
  fencedParts(text).flatMap((part) => (part.isCode ? [part.text] : []))

test.each([
  ['Why?\n```ts\nconst a = 1\n```\nSay it.', ['```ts\nconst a = 1\n```\n']],
  ['```\none\n```\n\n~~~\ntwo\n~~~', ['```\none\n```\n', '~~~\ntwo\n~~~']],
  ['````\n```\ninside\n```\n````', ['````\n```\ninside\n```\n````']],
  ['```\n```', ['```\n```']],
  ['A pasted end:\n```\nnot closed', ['```\nnot closed']],
  ['`inline` and ```three``` in a line', []],
])('in %j the code is %j', (text, code) => {
  expect(codeIn(text)).toEqual(code)
})

test('the parts are the whole text, in order', () => {
  const line = fc.constantFrom('```', '~~~', '```ts', 'word', '', '````')
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.join('\n')
      expect(
        fencedParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test('many fences take no time', () => {
  const text = '```\n'.repeat(20_001)
  const from = performance.now()
  fencedParts(text)
  expect(performance.now() - from).toBeLessThan(1_000)
})

test('the empty lines next to a block are left out, and no other', () => {
  expect(betweenBlocks('\n a\n\nb\n\n', false, true)).toBe('\n a\n\nb')
  expect(betweenBlocks('\n \n  a\n\nb\n', true, false)).toBe('  a\n\nb\n')
  expect(betweenBlocks(' \n\n', true, true)).toBe('')
})
