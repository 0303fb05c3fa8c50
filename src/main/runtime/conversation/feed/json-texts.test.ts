import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonTexts } from './json-texts.ts'

/** Each text by its field, as it stands when these pieces have come. */
function read(pieces: readonly string[]): Record<string, string> {
  const found = new Map<string, string>()
  const reader = new JsonTexts(({ field, isNew, text }) =>
    found.set(field, (isNew ? '' : (found.get(field) ?? '')) + text),
  )
  for (const piece of pieces) reader.push(piece)
  return Object.fromEntries(found)
}

function cut(json: string, places: readonly number[]): readonly string[] {
  const cuts = [...new Set(places.map((place) => place % (json.length + 1)))].toSorted(
    (a, b) => a - b,
  )
  return [0, ...cuts].map((from, index) => json.slice(from, cuts[index]))
}

/** Every unit beyond ASCII as an escape. */
function escaped(json: string): string {
  return json.replaceAll(/[^ -~]/g, inHex)
}

function inHex(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const field = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((name) => name !== '__proto__')
const value = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme' }) },
  fc.constantFrom('"', '\\', '\\"', '\n\t\u0000', '👋🏽', '{"a": "b"}', '],}'),
  fc.jsonValue(),
)

test('an input gives the same texts however it is cut and escaped', () => {
  fc.assert(
    fc.property(
      fc.dictionary(field, value, { noNullPrototype: true }),
      fc.array(fc.nat(), { maxLength: 20 }),
      fc.boolean(),
      fc.constantFrom(0, 2),
      (input, places, isEscaped, indent) => {
        const json = JSON.stringify(input, null, indent)
        const written = isEscaped ? escaped(json) : json
        const wellFormed = Object.entries(input).flatMap(([name, each]) =>
          typeof each === 'string' ? [[name, each.toWellFormed()]] : [],
        )
        expect(read(cut(written, places))).toEqual(Object.fromEntries(wellFormed))
        expect(read(written.split(''))).toEqual(Object.fromEntries(wellFormed))
      },
    ),
  )
})

test('invalid JSON never throws, and yields nothing but texts', () => {
  const noise = fc.array(
    fc.constantFrom('{', '}', '[', ']', '"', '\\', 'u', 'd83d', ':', ',', 'a', '\n', '\ud83d', '1'),
  )
  fc.assert(
    fc.property(noise, (pieces) => {
      for (const text of Object.values(read(pieces))) expect(text.isWellFormed()).toBe(true)
    }),
  )
})

test('a text is reported as far as it has arrived, and never half a character', () => {
  expect(read(['{"content":"one\\n', 'tw'])).toEqual({ content: 'one\ntw' })
  expect(read(['{"content":"a\\ud83d'])).toEqual({ content: 'a' })
  expect(read(['{"content":"a\\ud83d', '\\udc4b'])).toEqual({ content: 'a👋' })
  expect(read(['{"content":"a\ud83d', '\udc4b'])).toEqual({ content: 'a👋' })
  expect(read(['{"content":"a\\ud83d","b":"c'])).toEqual({ content: 'a\uFFFD', b: 'c' })
})
