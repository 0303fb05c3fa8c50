import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pagesOfPdf } from './pdf-pages.ts'
import { packed } from './pdf-pages.fixture.ts'

test('objects that unpack to too much, or form a circle, are not followed', async () => {
  const bomb = deflateSync(Buffer.alloc(80 * 1024 * 1024))
  expect(await pagesOfPdf(packed(bomb, 10))).toBeNull()
  const circles = '1 0 2 90 3 0 4 90 '.padEnd(100)
  const tree = `<< /Type /Pages /Count 3 >>`.padEnd(200)
  expect(await pagesOfPdf(packed(deflateSync(Buffer.from(circles + tree)), 100))).toBeNull()
  expect(await pagesOfPdf(packed(deflateSync(Buffer.from(`1 0 ${tree}`)), 4))).toBe(3)
})
