import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from './testing/any-text.ts'
import { firstUnits, shortened, sizeInWords, visiblePieces, visibleText } from './visible-text.ts'

function charactersOf(...properties: readonly string[]): readonly string[] {
  const wanted = new RegExp(`^(?:${properties.map((each) => `\\p{${each}}`).join('|')})$`, 'u')
  const found: string[] = []
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    const character = String.fromCodePoint(code)
    if (wanted.test(character)) found.push(character)
  }
  return found
}

const CLASSES = {
  'format characters: bidi, zero width, tags': ['Cf'],
  controls: ['Cc'],
  'line and paragraph separators': ['Zl', 'Zp'],
  'variation selectors': ['Variation_Selector'],
  'lone surrogates': ['Cs'],
  'what is ignored by default: fillers, joiners': ['Default_Ignorable_Code_Point'],
  'bidi controls': ['Bidi_Control'],
  'marks that enclose a letter': ['Me'],
} as const

describe('the visible form of a text', () => {
  test.each(Object.entries(CLASSES))('escapes all %s', (_name, properties) => {
    const all = charactersOf(...properties)
    expect(all.length).toBeGreaterThan(0)
    const missed = all.filter(
      (each) => !/^a\\(?:[nrt]|u\{[\dA-F]{4,6}\})b$/.test(visibleText(`a${each}b`)),
    )
    expect(missed).toEqual([])
  })

  test.each([
    ['a\u202Eb', 'a\\u{202E}b'],
    ['rm\u00A0-rf', 'rm\\u{00A0}-rf'],
    ['a\u{E0041}b', 'a\\u{E0041}b'],
    ['\uD83D', '\\u{D83D}'],
    ['a\u001B[31mb', 'a\\u{001B}[31mb'],
    ['one\r\ntwo\t', 'one\\r\\ntwo\\t'],
    [`e${'\u0301'.repeat(6)}`, `e${'\u0301'.repeat(4)}\\u{0301}\\u{0301}`],
    ['d\u0336\u0338', 'd\\u{0336}\\u{0338}'],
  ])('shows %j as %s', (text, shown) => expect(visibleText(text)).toBe(shown))

  test.each(['git commit -m "Größe, שלום, 日本語"', 'e\u0301', '👍', 'a  b'])(
    'leaves %s as it is',
    (text) => expect(visiblePieces(text, 'escaped')).toEqual([{ text, isEscape: false }]),
  )

  test.each(['Fix ❤️', '👩‍💻 at work', '1️⃣ first', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'क्‍ष'])(
    'leaves %s as it is in prose, and escapes it elsewhere',
    (text) => {
      expect(visibleText(text, 'escaped', true)).toBe(text)
      expect(visibleText(text)).toContain('\\u{')
    },
  )

  test.each([
    ['a\u200Db', 'a\\u{200D}b'],
    ['a\uFE0Fb', 'a\\u{FE0F}b'],
    ['❤️\uFE0F', '❤️\\u{FE0F}'],
    ['❤️\u202Eb', '❤️\\u{202E}b'],
    ['می\u200C\u200Cخ', 'می\\u{200C}\\u{200C}خ'],
    ['می\u200Ca', 'می\\u{200C}a'],
  ])('escapes in prose too what belongs to no sequence: %j', (text, shown) =>
    expect(visibleText(text, 'escaped', true)).toBe(shown),
  )

  test('keeps lines and tabs where wanted, and nothing else', () => {
    expect(visibleText('a\n\tb\r\u2028c', 'kept')).toBe('a\n\tb\\r\\u{2028}c')
  })

  test('distinguishes an escape from the same letters in the text', () => {
    expect(visiblePieces('\\u{202E}\u202E', 'escaped')).toEqual([
      { text: '\\u{202E}', isEscape: false },
      { text: '\\u{202E}', isEscape: true },
    ])
  })

  test('holds for any text: nothing invisible is left, and a second time changes nothing', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const shown = visibleText(text)
        expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
        expect(visibleText(shown)).toBe(shown)
      }),
    )
  })

  test('puts a text of only escapes into few pieces', () => {
    expect(visiblePieces('a\u202E'.repeat(50_000), 'kept')).toHaveLength(1)
  })
})

test('the beginning of a text splits no character', () => {
  expect(firstUnits('a👍b', 2)).toBe('a')
  expect(firstUnits('a👍b', 3)).toBe('a👍')
  expect(firstUnits('ab', 3)).toBe('ab')
  expect(shortened('a👍b', 2)).toBe('a…')
  expect(shortened('ab', 2)).toBe('ab')
})

test('a text says how long it is', () => {
  expect(sizeInWords(`echo${'\n'.repeat(200)}rm`)).toBe('201 lines, 206 characters')
  expect(sizeInWords('👍\n')).toBe('1 line, 2 characters')
  expect(sizeInWords('')).toBe('1 line, 0 characters')
})
