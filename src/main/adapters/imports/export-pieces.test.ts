import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../shared/testing/any-text.ts'
import { cutExports } from './export-pieces.ts'

/** The bytes in chunks of this length. */
function chunksOf(bytes: Uint8Array, length: number): readonly Uint8Array[] {
  const count = Math.ceil(bytes.length / length)
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * length, (n + 1) * length))
}

/** The pieces as texts, and the end. */
function piecesOf(text: string, length = 1024): readonly string[] {
  const pieces: string[] = []
  const end = cutExports(chunksOf(Buffer.from(text), length), (piece) => {
    if (piece.type === 'begin' || piece.type === 'end') pieces.push(`${piece.type} ${piece.at}`)
    else pieces.push(`${piece.type} ${Buffer.from(piece.bytes).toString('utf8').trim()}`)
  })
  return [...pieces, end]
}

const strings = fc.oneof(anyText(), fc.constantFrom('"', '\\', '[{,}]', 'é\n'))
const values = fc.oneof(strings, fc.jsonValue())
const conversations = fc.array(
  fc.record({
    title: strings,
    messages: fc.array(fc.oneof(values, fc.dictionary(strings, values)), { maxLength: 4 }),
  }),
  { maxLength: 4 },
)

/** As `JSON.stringify` writes a value this deep in an export. */
function written(value: unknown, indent: number, depth: number): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', `\n${' '.repeat(depth * indent)}`)
}

// The texts are compared, not what they say: JSON.parse of V8 13 and 14 can take the key `"` for an earlier `\`
// (https://github.com/nodejs/node/issues/63785).
test('whatever an export contains, its pieces are its fields and messages, in any layout and any chunks', () => {
  fc.assert(
    fc.property(
      conversations,
      fc.constantFrom(0, 1),
      fc.integer({ min: 1, max: 60 }),
      (all, indent, length) => {
        const colon = indent === 0 ? ':' : ': '
        const pieces = all.flatMap(({ title, messages }) => [
          'begin',
          `field "title"${colon}${written(title, indent, 2)}`,
          ...messages.map((message) => `entry ${written(message, indent, 3)}`),
          'end',
        ])
        const read = piecesOf(JSON.stringify(all, null, indent), length)
        expect(read.map((piece) => piece.replace(/^(begin|end) .*/, '$1'))).toEqual([
          ...pieces,
          'whole',
        ])
      },
    ),
  )
})

test('no bytes make it throw, and a piece is never read twice', () => {
  const parts = fc.array(fc.constantFrom('{', '}', '[', ']', ',', '"', '\\', ':', 'a', ' ', '"m":'))
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 9 }), (all, length) => {
      const text = all.join('')
      expect(piecesOf(text, length)).toEqual(piecesOf(text))
    }),
  )
})

test.for([
  ['{"a":1}', ['begin 0', 'field "a":1', 'end 7', 'whole']],
  ['[{"m":[1,{"x":[2]}]}]', ['begin 1', 'entry 1', 'entry {"x":[2]}', 'end 20', 'whole']],
  ['[]', ['whole']],
  ['[1]', ['other']],
  ['', ['other']],
  ['text', ['other']],
  ['{"a":1}\n{"b":2}', ['begin 0', 'field "a":1', 'end 7', 'other']],
  ['[{"m":[1,2', ['begin 1', 'entry 1', 'cut']],
] as const)('%s', ([text, pieces]) => {
  expect(piecesOf(text)).toEqual(pieces)
})

test('a piece larger than the limit is not collected', () => {
  const chunk = Buffer.alloc(1024 * 1024, 'a')
  function* endless(): Generator<Uint8Array> {
    yield Buffer.from('[{"title":"')
    for (;;) yield chunk
  }
  expect(cutExports(endless(), () => undefined)).toBe('tooLarge')
})
