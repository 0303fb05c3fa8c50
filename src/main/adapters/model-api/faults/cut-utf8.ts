const encoder = new TextEncoder()

/** The longest beginning that fits into this many bytes of UTF-8, in whole characters (T40). */
export function cutUtf8(text: string, maxBytes: number): string {
  const bytes = Buffer.alloc(maxBytes)
  const { written } = encoder.encodeInto(text, bytes)
  return bytes.toString('utf8', 0, written)
}
