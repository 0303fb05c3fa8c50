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
