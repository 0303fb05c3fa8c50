import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../../shared/testing/any-text.ts'
import { HeadAndTail, KEPT_BYTES } from './printed.ts'
import { createWholeCharacters } from './whole-characters.ts'

const MARKER = /^\[… (\d+) of (\d+) bytes left out …\]$/m

/** Text with characters of all lengths, about as long as the kept part, so cuts can fall anywhere in it. */
const longText = fc
  .tuple(
    fc.array(fc.constantFrom('a', 'é', '€', '𝄞', 'ß', '漢', '👩‍🚀', ' '), {
      minLength: 1,
      maxLength: 40,
    }),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 100, max: 90_000 }),
  )
  .map(([letters, shift, bytes]) => {
    const unit = letters.join('')
    return 'x'.repeat(shift) + unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)))
  })

function inPieces(bytes: Buffer, sizes: readonly number[], take: (piece: Buffer) => void): void {
  let at = 0
  for (let index = 0; at < bytes.length; index++) {
    const size = sizes[index % sizes.length] ?? 1
    take(bytes.subarray(at, at + size))
    at += size
  }
}

const pieceSizes = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 5 })

test('T40: cutting output never splits a character, and counts the bytes left out', () => {
  fc.assert(
    fc.property(longText, pieceSizes, (text, sizes) => {
      const bytes = Buffer.from(text)
      const kept = new HeadAndTail()
      inPieces(bytes, sizes, (piece) => {
        kept.push(piece)
      })
      const printed = kept.read(null)
      expect(printed.bytes).toBe(bytes.length)
      expect(printed.text).not.toContain('\uFFFD')
      expect(printed.text.isWellFormed()).toBe(true)
      if (bytes.length <= 2 * KEPT_BYTES) {
        expect(printed).toEqual({ text, bytes: bytes.length, leftOut: 0 })
        return
      }
      const [head, tail] = printed.text.split(
        `\n[… ${printed.leftOut} of ${printed.bytes} bytes left out …]\n`,
      )
      expect(text.startsWith(head ?? '?')).toBe(true)
      expect(text.endsWith(tail ?? '?')).toBe(true)
      const shown = Buffer.byteLength(head ?? '') + Buffer.byteLength(tail ?? '')
      expect(shown + printed.leftOut).toBe(bytes.length)
      expect(shown).toBeGreaterThan(2 * KEPT_BYTES - 8)
      expect(shown).toBeLessThanOrEqual(2 * KEPT_BYTES)
    }),
    { numRuns: 300 },
  )
})

test('two streams interleaved at any byte keep their characters whole', () => {
  fc.assert(
    fc.property(anyText(), pieceSizes, (text, sizes) => {
      const bytes = Buffer.from(text)
      const pieces: string[] = []
      const characters = createWholeCharacters((piece) => pieces.push(piece.toString()))
      inPieces(
        bytes,
        sizes.map((size) => (size % 3) + 1),
        (piece) => {
          characters.push(piece)
        },
      )
      characters.finish()
      const whole = bytes.toString()
      expect(pieces.join('')).toBe(whole)
      expect(pieces.filter((piece) => !whole.includes(piece))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('bytes that are not text stay within the cap and are counted', () => {
  const kept = new HeadAndTail()
  const bytes = Buffer.alloc(100_000, 0xff)
  kept.push(bytes)
  const printed = kept.read(null)
  expect(printed.bytes).toBe(100_000)
  expect(Buffer.byteLength(printed.text)).toBeLessThanOrEqual(2 * KEPT_BYTES + 100)
  const shown = (printed.text.match(/\uFFFD/g) ?? []).length
  expect(shown + Number(MARKER.exec(printed.text)?.[1])).toBe(100_000)
})

test('no output gives nothing', () => {
  expect(new HeadAndTail().read(null)).toEqual({ text: '', bytes: 0, leftOut: 0 })
})

test.each([
  ['all of it is in /kept/output.txt', 100_000],
  ['the first 40000 are in /kept/output.txt', 40_000],
])('the placeholder says where the left-out text can be read: %s', (where, bytes) => {
  const kept = new HeadAndTail()
  kept.push(Buffer.alloc(100_000, 'a'))
  const { text } = kept.read({ path: '/kept/output.txt', bytes })
  expect(text).toContain(`of 100000 bytes left out; ${where} for read_file`)
  expect(Buffer.byteLength(text)).toBeLessThan(32 * 1024 - 100)
})
