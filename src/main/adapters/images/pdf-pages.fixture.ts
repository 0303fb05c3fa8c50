/** A file with one compressed object whose inner objects begin at `first`. */
export function packed(data: Buffer, first: number): Buffer {
  const head = `%PDF-1.5\n5 0 obj\n<< /Type /ObjStm /N 1 /First ${first} /Filter [ /FlateDecode ] >>\nstream\r\n`
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\r\nendstream\nendobj\n')])
}
