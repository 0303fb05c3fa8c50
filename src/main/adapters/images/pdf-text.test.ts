import { expect, test } from 'vitest'
import { LIMITS, textOf, WORKER } from './pdf-reading.fixture.ts'
import { packedPdfOf, pdfOf } from './pdf.fixture.ts'
import { createPdfPort } from './pdf-text.ts'

test('the text of a PDF is read page by page, whatever its compression', async () => {
  expect(await textOf(pdfOf(2, 'of a whale'))).toBe(
    '[page 1 of 2]\nPage 1 of a whale\n\n[page 2 of 2]\nPage 2 of a whale',
  )
  expect(await textOf(packedPdfOf(2))).toContain('[page 2 of 2]\nPage 2')
})

test('a PDF without text has none: a scan, a damaged one, and a file that is no PDF', async () => {
  const scan = Buffer.from(pdfOf(2).toString('latin1').replaceAll('Tj', '  '), 'latin1')
  expect(await textOf(scan)).toBeNull()
  expect(await textOf(pdfOf(2).subarray(0, 40))).toBeNull()
  expect(await textOf(Buffer.from('%PDF-'))).toBeNull()
})

test('a long text keeps its beginning, and says where it was cut', async () => {
  expect(await textOf(pdfOf(9, 'words'), { ...LIMITS, maxLength: 20 })).toBe(
    '[page 1 of 9]\nPage 1 words\n\n[page 2 of 9]\nPage 2 w\n\n[The text ends on page 2 of 9: the rest is too long to keep.]',
  )
})

test('an unreadable PDF does not stop others from being read', async () => {
  const pdfs = createPdfPort(WORKER, LIMITS)
  const [none, some] = await Promise.all([pdfs.textOf(Buffer.from('%PDF-')), pdfs.textOf(pdfOf(1))])
  expect([none, some]).toEqual([null, '[page 1 of 1]\nPage 1'])
  expect(await textOf(pdfOf(1), LIMITS, new URL('file:///there/is/none.js'))).toBeNull()
})
