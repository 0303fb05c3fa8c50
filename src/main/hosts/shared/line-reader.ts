/** Splits input at line breaks. A line longer than `maxBytes` is reported once as null; nothing follows it. */
export function createLineReader(
  maxBytes: number,
  take: (line: string | null) => void,
): (bytes: Buffer) => void {
  let pieces: Buffer[] = []
  let length = 0
  let isOver = false
  return (bytes) => {
    let from = 0
    while (!isOver) {
      const end = bytes.indexOf(10, from)
      const piece = bytes.subarray(from, end < 0 ? undefined : end)
      length += piece.length
      if (length > maxBytes) {
        isOver = true
        pieces = []
        return take(null)
      }
      pieces.push(piece)
      if (end < 0) return
      const line = Buffer.concat(pieces).toString('utf8')
      pieces = []
      length = 0
      from = end + 1
      take(line)
    }
  }
}
