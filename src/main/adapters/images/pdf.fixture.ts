import { deflateSync } from 'node:zlib'

/**
 * A whole PDF whose pages say "Page 1" and so on, followed by the words. Well-formed: its table says where each object
 * begins.
 */
export function pdfOf(pages: number, words = ''): Buffer {
  return plainFile([...nodesOf(pages), ...contentsOf(pages, words)])
}

/** The same with everything except streams in one compressed object, as most programs write it since PDF 1.5. */
export function packedPdfOf(pages: number): Buffer {
  const nodes = nodesOf(pages)
  const contents = contentsOf(pages, '')
  const numbers: string[] = []
  let place = 0
  nodes.forEach((node, index) => {
    numbers.push(`${index + 1} ${place}`)
    place += node.length + 1
  })
  const head = `${numbers.join(' ')} `
  const data = deflateSync(Buffer.from(head + nodes.join('\n'), 'latin1'))
  const source = `/Type /ObjStm /N ${nodes.length} /First ${head.length} /Filter /FlateDecode`
  const packed = streamOf(source, data)
  const parts = ['%PDF-1.5\n%\u00e2\u00e3\u00cf\u00d3\n']
  const begins: number[] = []
  const first = nodes.length + 1
  ;[...contents, packed].forEach((object, index) => {
    begins.push(parts.join('').length)
    parts.push(`${first + index} 0 obj\n${object}\nendobj\n`)
  })
  const table = begins.length + first
  const start = parts.join('').length
  const packedAt = table - 1
  const rows = [
    row(0, 0, 0xff),
    ...nodes.map((_, index) => row(2, packedAt, index)),
    ...[...begins, start].map((begin) => row(1, begin, 0)),
  ]
  const index = deflateSync(Buffer.concat(rows))
  const kind = `/Type /XRef /Size ${rows.length} /W [1 4 1] /Root 1 0 R /Filter /FlateDecode`
  parts.push(`${table} 0 obj\n${streamOf(kind, index)}\nendobj\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}

/** One page with this compressed stream of PDF operators. */
export function pdfSaying(compressed: Buffer): Buffer {
  return plainFile([...nodesOf(1), streamOf('/Filter /FlateDecode', compressed)])
}

/** A PDF that claims to be encrypted. */
export function lockedPdf(): Buffer {
  const file = pdfOf(1).toString('latin1')
  return Buffer.from(file.replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 9 0 R'), 'latin1')
}

/** The catalog, the font, a page tree of two levels, and the pages. */
function nodesOf(pages: number): readonly string[] {
  const own = Array.from(
    { length: pages },
    (_, index) =>
      `<< /Type /Page /Parent 4 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 2 0 R >> >> /Contents ${5 + pages + index} 0 R >>`,
  )
  return [
    '<< /Type /Catalog /Pages 3 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Pages /Kids [4 0 R] /Count ${pages} >>`,
    `<< /Type /Pages /Parent 3 0 R /Kids [${own.map((_, index) => `${5 + index} 0 R`).join(' ')}] /Count ${pages} >>`,
    ...own,
  ]
}

function contentsOf(pages: number, words: string): readonly string[] {
  return Array.from({ length: pages }, (_, index) => {
    const source = `BT /F1 24 Tf 40 100 Td (Page ${index + 1} ${words}) Tj ET`
    return streamOf('', Buffer.from(source, 'latin1'))
  })
}

function streamOf(facts: string, data: Buffer): string {
  return `<< ${facts} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`
}

function plainFile(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'
  const begins = objects.map((object, index) => {
    const begin = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return begin
  })
  const table = begins.map((begin) => `${String(begin).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.lastIndexOf('xref\n')}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

function row(type: number, place: number, index: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUInt8(type, 0)
  bytes.writeUInt32BE(place, 1)
  bytes.writeUInt8(index & 0xff, 5)
  return bytes
}
