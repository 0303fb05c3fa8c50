const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The longest beginning that fits into this many bytes of UTF-8, in whole characters (T40). */
export function cutUtf8(text: string, maxBytes: number): string {
  const bytes = new Uint8Array(maxBytes)
  const { written } = encoder.encodeInto(text, bytes)
  return decoder.decode(bytes.subarray(0, written))
}
