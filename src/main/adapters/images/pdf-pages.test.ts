import { expect, test } from 'vitest'
import { MemoryBlobs } from '../../runtime/fakes/memory/memory-blobs.ts'
import { attach } from './attaching.fixture.ts'
import { lockedPdf, packedPdfOf, pdfOf } from './pdf.fixture.ts'
import { pagesOfPdf } from './pdf-pages.ts'

test('the pages of a PDF are counted, even if its objects are compressed', async () => {
  for (const pages of [1, 7, 130]) {
    expect(await pagesOfPdf(pdfOf(pages))).toBe(pages)
    expect(await pagesOfPdf(packedPdfOf(pages))).toBe(pages)
  }
})

test('a PDF changed by appending has its final number of pages', async () => {
  const more = '3 0 obj\n<< /Type /Pages /Kids [4 0 R] /Count 9 >>\nendobj\n'
  expect(await pagesOfPdf(Buffer.concat([pdfOf(5), Buffer.from(more)]))).toBe(9)
  const outline = '9 0 obj\n<< /Type /Outlines /Count 40 >>\nendobj\n'
  expect(await pagesOfPdf(Buffer.concat([pdfOf(5), Buffer.from(outline)]))).toBe(5)
})

test('a PDF that is encrypted, cut off or empty has no known number of pages', async () => {
  expect(await pagesOfPdf(lockedPdf())).toBeNull()
  expect(await pagesOfPdf(Buffer.from('%PDF-1.4\n'))).toBeNull()
  const packed = packedPdfOf(3)
  expect(await pagesOfPdf(packed.subarray(0, packed.length / 2))).toBeNull()
  const elsewhere = pdfOf(5).toString('latin1').replaceAll('/Count 5', '/Count 8 0 R')
  expect(await pagesOfPdf(Buffer.from(elsewhere, 'latin1'))).toBeNull()
})

test('a file made to take long is given up', async () => {
  for (const filler of ['/Encrypt ', '/Pages 9 endobj ', '/ObjStm 9 endobj ']) {
    const file = pdfOf(2).toString('latin1')
    const long = Buffer.from(`${file}${filler.repeat(30_000)}`, 'latin1')
    expect(await pagesOfPdf(long)).toBeNull()
    expect(await pagesOfPdf(Buffer.from(`${file}${filler.repeat(9)}`, 'latin1'))).toBe(2)
  }
})

test('an attached PDF says how many pages it has, if they can be counted', async () => {
  const blobs = new MemoryBlobs()
  const file = { kind: 'file', mediaType: 'application/pdf', isText: false }
  expect(await attach(blobs, 'a.pdf', pdfOf(3))).toMatchObject({
    type: 'ready',
    attachment: { ...file, pages: 3 },
    notice: null,
  })
  const locked = await attach(blobs, 'b.pdf', lockedPdf())
  expect(locked).toMatchObject({ type: 'ready', attachment: file })
  expect(JSON.stringify(locked)).not.toContain('pages')
})
