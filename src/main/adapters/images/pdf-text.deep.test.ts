import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LIMITS, MB, textOf, workerThat } from './pdf-reading.fixture.ts'
import { pdfOf, pdfSaying } from './pdf.fixture.ts'

test('a PDF that unpacks to more than the memory limit is given up', async () => {
  const content = Buffer.alloc(200 * MB, ' ')
  content.write('BT /F1 24 Tf 40 100 Td (Hello) Tj ET')
  const small = { ...LIMITS, maxHeldBytes: 100 * MB }
  expect(await textOf(pdfSaying(deflateSync(content)), small)).toBeNull()
  expect(await textOf(pdfSaying(deflateSync(content.subarray(0, MB))), small)).toContain('Hello')
})

test.each([
  ['fills its heap', 'const held = []\nfor (;;) held.push({ held: [held.length] })'],
  ['takes memory beside it', 'const held = []\nfor (;;) held.push(new Uint8Array(4e6).fill(1))'],
])('a thread that %s is ended, and the pages count that it told', async (_, does) => {
  const small = { ...LIMITS, maxHeldBytes: 200 * MB }
  expect(await textOf(pdfOf(3), small, workerThat(does))).toBe(
    '[page 1 of 3]\nRead\n\n[Only 1 of 3 pages were read: the others took too long.]',
  )
})

test('a PDF with too many pages for the time keeps the pages read so far', async () => {
  const text = await textOf(pdfOf(20_000), { ...LIMITS, longestMs: 2_000 })
  expect(text ?? REST).toMatch(REST_AT_THE_END)
})

const REST = '[Only 1 of 20000 pages were read: the others took too long.]'

const REST_AT_THE_END = /\[Only \d+ of 20000 pages were read: the others took too long\.\]$/

test.each([
  ['never ends', 'for (;;) {}', { longestMs: 2_000 }],
  ['throws', 'throw new Error("no")', {}],
  ['ends itself', 'process.exit(1)', {}],
])('a thread that %s is ended, and the pages it reported are kept', async (_, does, limits) => {
  expect(await textOf(pdfOf(3), { ...LIMITS, ...limits }, workerThat(does))).toBe(
    '[page 1 of 3]\nRead\n\n[Only 1 of 3 pages were read: the others took too long.]',
  )
})
