import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byTier } from '../../shared/testing/by-tier.ts'
import { NOTHING_GROWN, grow } from './grow.ts'
import { lex, withPlainBreaks } from './lex.ts'

const pieces = [
  'A paragraph with *marks* and `code`.',
  '\n',
  '\n\n',
  '\r\n',
  '- one',
  '- two\n  more',
  '\n\n  in the item\n',
  '1. first',
  '2. second',
  '```ts\nconst a = 1\n\n\nconst b = 2\n',
  '```',
  '~~~',
  '> quoted',
  '> - in quote\n',
  '# Heading',
  '---',
  '===',
  '    indented\n\n    code\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n',
  '<div>\n\n<b>raw</b>\n</div>',
  '[a]: https://example.com\n',
  '[a] ',
  '**bold',
  '* star\n',
  '+ plus\n',
  '\t',
  '  ',
  '\\',
  '![x](https://evil.example/x.png)',
  '- [ ] task\n',
]

const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((all) => all.join(''))

function tokensOf(texts: readonly string[]): unknown {
  let grown = NOTHING_GROWN
  for (const each of texts) grown = grow(grown, each, { isComplete: true })
  return [...grown.frozen.flatMap((section) => section.tokens), ...grown.tail]
}

describe('a growing text', () => {
  test('lexed piece by piece equals the whole lexed at once, wherever it is cut', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 400 }), { maxLength: 12 }), (whole, cuts) => {
        const steps = cuts.toSorted((one, other) => one - other).map((cut) => whole.slice(0, cut))
        expect(tokensOf([...steps, whole])).toEqual([...lex(withPlainBreaks(whole))])
      }),
      { numRuns: byTier(500, 3_000) },
    )
  })

  test('lexed character by character equals the whole', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const steps = Array.from(whole, (_, index) => whole.slice(0, index + 1))
        expect(tokensOf(steps)).toEqual(whole === '' ? [] : [...lex(withPlainBreaks(whole))])
      }),
      { numRuns: byTier(100, 300) },
    )
  })

  test('does not lex settled pieces again', () => {
    const first = grow(NOTHING_GROWN, 'One.\n\nTwo.\n\nThree.\n', { isComplete: false })
    const second = grow(first, 'One.\n\nTwo.\n\nThree.\n\nFour.\n', { isComplete: false })
    expect(first.frozen).toHaveLength(1)
    expect(second.frozen[0]).toBe(first.frozen[0])
    expect(second.tail).toHaveLength(1)
  })

  test('starts over if the text does not continue the previous one', () => {
    const first = grow(NOTHING_GROWN, 'One.\n\nTwo.\n\nThree.\n', { isComplete: false })
    const other = grow(first, 'Else.', { isComplete: false })
    expect(other.frozen).toEqual([])
    expect(other.tail).toHaveLength(1)
  })

  test('a very long block is lexed again only when it has grown by a quarter, and once at its end', () => {
    const start = grow(NOTHING_GROWN, 'word '.repeat(8_000), { isComplete: false })
    const more = grow(start, 'word '.repeat(9_000), { isComplete: false })
    expect(more.tail).toBe(start.tail)
    expect(more.rest).toBe('word '.repeat(1_000))
    const done = grow(more, 'word '.repeat(9_000), { isComplete: true })
    expect(done.rest).toBe('')
    expect(done.tail.map(({ raw }) => raw).join('')).toBe('word '.repeat(9_000))
  })
})
