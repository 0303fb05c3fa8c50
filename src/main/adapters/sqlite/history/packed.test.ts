import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { DICTIONARY_1 } from './dictionary.ts'
import { packId, packText, unpackId, unpackText } from './packed.ts'

const UUID = '956db7c0-9b38-4ed0-a0fc-eba43aaf4e4b'

test('a text is restored exactly, and stored in fewer bytes if it shrinks', () => {
  const long = JSON.stringify({
    type: 'tool',
    content: [{ type: 'text', text: 'line\n'.repeat(99) }],
  })
  const texts = ['', '{}', 'é\u{1F600}\u{0}\n'.repeat(40), long, 'x'.repeat(47), 'x'.repeat(48)]
  for (const text of texts) expect(unpackText(packText(text, 48))).toBe(text)
  expect(packText(long, 48).length).toBeLessThan(long.length / 4)
})

test('a text that would not shrink stays a text, readable without unpacking', () => {
  const random = createHash('sha512').update('seed').digest('base64')
  expect(packText(random, 0)).toBe(random)
  const text = 'word '.repeat(20)
  expect(packText(text, 101)).toBe(text)
  expect(packText(text, 100)).not.toBe(text)
})

test('text that was not packed is reported, and unpacking is limited', () => {
  const packed = packText('word '.repeat(40), 0)
  if (typeof packed === 'string') throw new Error('not packed')
  expect(() => unpackText(packed.subarray(0, 6))).toThrow()
  expect(() => unpackText(Uint8Array.of(2, ...packed.subarray(1)))).toThrow('form 2')
  expect(() => unpackText(new Uint8Array())).toThrow('form none')
  expect(() => unpackText(packed, 199)).toThrow()
  expect(unpackText(packed, 200)).toHaveLength(200)
})

test('the dictionary of packed rows never changes', () => {
  expect(createHash('sha256').update(DICTIONARY_1).digest('hex')).toBe(
    'aaa2ffede76dd9285e6bade0a5478b5591d0bf0b81b8cf29bcaf385fcc4416fb',
  )
})

test.each([UUID, `${UUID}.r0`, `${UUID}.r99`])(
  'the id %s is restored from 16 bytes or 17',
  (id) => {
    expect(packId(id).length).toBe(id === UUID ? 16 : 17)
    expect(unpackId(packId(id))).toBe(id)
  },
)

test.each(['e1', 'e1.r0', UUID.toUpperCase(), `${UUID}.0`, `${UUID}.r01`, `${UUID}.r100`, ''])(
  'the id %j stays as it is',
  (id) => expect(packId(id)).toBe(id),
)
