/** The byte order mark that editors and shells write before UTF-8. */
export const UTF8_MARK = Uint8Array.of(0xef, 0xbb, 0xbf)
const MARKS = [
  ['utf8', UTF8_MARK],
  ['utf16le', Uint8Array.of(0xff, 0xfe)],
  ['utf16be', Uint8Array.of(0xfe, 0xff)],
] as const

/** The form that a byte order mark tells. `bom`: its bytes, which are not text. */
interface MarkedForm {
  readonly encoding: (typeof MARKS)[number][0]
  readonly bom: Uint8Array
}

/** Null if there is no mark. */
export function markedForm(start: Uint8Array): MarkedForm | null {
  const found = MARKS.find(([, bom]) => bom.every((byte, at) => start[at] === byte))
  return found === undefined ? null : { encoding: found[0], bom: found[1] }
}

/** The name of the charset that a byte order mark tells, for a TextDecoder; null if there is none. */
export function markedCharset(start: Uint8Array): string | null {
  return markedForm(start)?.encoding.replace('utf', 'utf-') ?? null
}
