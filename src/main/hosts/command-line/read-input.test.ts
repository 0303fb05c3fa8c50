import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { MAX_INPUT_BYTES, readInput } from './read-input.ts'

test('all of the input is read, characters that were cut into pieces too', async () => {
  const [first, second] = [Buffer.from('a€').subarray(0, 2), Buffer.from('a€').subarray(2)]
  expect(await readInput(Readable.from([first, second]))).toEqual({ ok: true, value: 'a€' })
  expect(await readInput(Readable.from([]))).toEqual({ ok: true, value: '' })
})

test.each([
  ['a\u20AC', [0xe9, 0x21], ' rest\uFFFD', 5],
  ['\uFFFD', [0xef, 0xbf], ' rest\uFFFD', 4],
  ['', [0xc3], ' rest\uFFFD', 1],
  ['ab', [0xef, 0xbf], '', 3],
])(
  'input that is not UTF-8 is refused, with the place (%j, %j)',
  async (before, wrong, after, at) => {
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(wrong), Buffer.from(after)])
    expect(await readInput(Readable.from([bytes.subarray(0, 2), bytes.subarray(2)]))).toEqual({
      ok: false,
      error: `The input is not UTF-8 text: byte ${at} is wrong. Convert it first, for example with iconv.`,
    })
  },
)

test('the byte order mark of an input is no part of the text', async () => {
  const marked = Buffer.from('\uFEFF/review \uFFFD')
  expect(await readInput(Readable.from([marked]))).toEqual({ ok: true, value: '/review \uFFFD' })
})

test('an input without end is read to its limit and no further', async () => {
  let readCount = 0
  const endless = new Readable({
    read() {
      readCount += 1024 * 1024
      this.push(Buffer.alloc(1024 * 1024, 'y'))
    },
  })
  const read = await readInput(endless)
  expect(read).toMatchObject({ ok: false, error: expect.stringContaining('longer than 16 MB') })
  expect(readCount).toBeLessThan(MAX_INPUT_BYTES + 4 * 1024 * 1024)
  expect(endless.destroyed).toBe(true)
})

test('an input that breaks is a sentence', async () => {
  const broken = new Readable({ read: () => broken.destroy(new Error('EIO')) })
  expect(await readInput(broken)).toEqual({
    ok: false,
    error: 'The input could not be read: Error: EIO.',
  })
})
