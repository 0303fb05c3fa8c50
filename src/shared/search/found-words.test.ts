import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../testing/any-text.ts'
import { findIn, marksIn, phraseIn, phrasesOf, wantedIn, wordsIn } from './found-words.ts'

/** The marked pieces of a text. */
function marked(text: string, typed: string): readonly string[] {
  return marksIn(text, phrasesOf(typed)).map(([from, to]) => text.slice(from, to))
}

test('words are compared without case, accents and widths', () => {
  expect(wordsIn('Élan, ＡＰＩ & naïve').map(({ word }) => word)).toEqual(['elan', 'api', 'naive'])
  expect(marked('L’Élan de Zoë', 'elan zoe')).toEqual(['Élan', 'Zoë'])
  // Written with a combining accent.
  expect(marked('cafe\u0301 au lait', 'café')).toEqual(['cafe\u0301'])
})

test('the first letters find a word from three letters on', () => {
  expect(marked('parsing the parser', 'pars')).toEqual(['parsing', 'parser'])
  expect(marked('a parser of pa', 'pa')).toEqual(['pa'])
})

test('in scripts without spaces each letter is a word', () => {
  expect(marked('これは日本語の文章です', '日本語')).toEqual(['日本語'])
  expect(marked('这是一个测试', '测')).toEqual(['测'])
  expect(marked('데이터베이스를 연다', '베이스')).toEqual(['베이스'])
  // What is written with a dot above it is another letter.
  expect(marked('かき', 'がき')).toEqual([])
})

test('an identifier is found whole, by its parts, and in both notations', () => {
  const code = 'const parseFrame = parse_frame(HTTPServer, src/main/app.ts)'
  expect(marked(code, 'parseframe')).toEqual(['parseFrame'])
  expect(marked(code, 'parse_frame')).toEqual(['parseFrame', 'parse_frame'])
  expect(marked(code, 'frame')).toEqual(['Frame', 'frame'])
  expect(marked(code, 'server')).toEqual(['Server'])
  expect(marked(code, 'main/app.ts')).toEqual(['main/app.ts'])
})

test('a quoted phrase matches whole words in order', () => {
  expect(marked('the long run, the run', '"the run"')).toEqual(['the run'])
  expect(marked('running', '"run"')).toEqual([])
})

test.for([
  ['“b c” „d e“', ['b c', 'd e']],
  ['"open', ['open']],
  ['open"', ['open']],
  ['a "b c" d"', ['a', 'b c', 'd']],
  ['foo* -bar baz:qux', ['foo', 'bar', 'baz qux']],
  ['NEAR(one two) AND NOT', ['near one', 'two', 'and', 'not']],
  ['^first {person}: ++x', ['first', 'person', 'x']],
  ['""', []],
  ['-> *** (((', []],
  ['', []],
] as const)('what is typed means itself: %s', ([typed, words]) => {
  expect(phrasesOf(typed).map((phrase) => phrase.words.join(' '))).toEqual(words)
})

test.for([
  ['std::map, a -> b -> c', '->', ['->', '->']],
  ['std::map', ' :: ', ['::']],
  ['a.*b', '.*', ['.*']],
  ['say "->"', '"->"', ['->']],
  ['Done 🎉🎉', '🎉', ['🎉', '🎉']],
  // With and without the mark that makes it an emoji.
  ['I ❤ it, I ❤️ it', '❤️', ['❤', '❤️']],
  ['Thumbs 👍🏽', '👍', ['👍']],
  // Words take precedence.
  ['std::map', '::map', ['map']],
] as const)('within a conversation symbols are found too: %s', ([text, typed, found]) => {
  const wanted = wantedIn(typed)
  const marks = wanted === null ? [] : findIn(text, wanted)
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(found)
})

test('several words in a row are a phrase', () => {
  expect(phraseIn('Free  parse_fra')).toMatchObject({
    phrases: [{ words: ['free', 'parse', 'fra'], isPrefix: true }],
  })
})

test.each(['', 'port', 'parse_frame', '"a b" c', 'a "b c', '-> ::', 'port ->'])(
  '%j is not a phrase but each of its words, or nothing',
  (typed) => {
    expect(phraseIn(typed)).toBeNull()
  },
)

test.each(['', '  ', '"', '“”', '\uFE0F'])('nothing is wanted with %j', (typed) => {
  expect(wantedIn(typed)).toBeNull()
})

test('marks are in order, do not overlap, and stay within any text', () => {
  const text = anyText()
  fc.assert(
    fc.property(text, text, (words, typed) => {
      let end = 0
      for (const [from, to] of marksIn(words, phrasesOf(typed))) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(to).toBeGreaterThan(from)
        end = to
      }
      expect(end).toBeLessThanOrEqual(words.length)
    }),
  )
})

test('each word of a text is found in it', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      for (const { from, to, word } of wordsIn(text)) {
        const marks = marksIn(text, [{ words: [word], isPrefix: false }])
        expect(marks.some((mark) => mark[0] <= from && mark[1] >= to)).toBe(true)
      }
    }),
  )
})

test('a very long word is found by its beginning', () => {
  const long = 'a1'.repeat(5_000)
  expect(wordsIn(long)[0]?.word).toHaveLength(64)
  expect(marked(`x ${long}`, long)).toEqual([long])
})
