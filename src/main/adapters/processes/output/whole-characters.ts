/** How many bytes at the end belong to an incomplete UTF-8 character: 0 to 3. */
export function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return back < lengthOf(byte) ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}

/** How many bytes at the start continue a character whose start is missing: 0 to 3. */
export function orphanedHead(bytes: Uint8Array): number {
  let count = 0
  while (count < Math.min(3, bytes.length) && ((bytes[count] ?? 0) & 0xc0) === 0x80) count++
  return count
}

function lengthOf(lead: number): number {
  if (lead >= 0xf0) return 4
  return lead >= 0xe0 ? 3 : 2
}

export interface WholeCharacters {
  push(chunk: Buffer): void
  /** Passes on what is held back, complete or not. */
  finish(): void
}

/**
 * Passes on the bytes of one stream so that each piece ends with a whole character: two streams can then be mixed, and
 * pieces dropped between them, without decoding or copying a gigabyte. Holds back up to three bytes.
 */
export function createWholeCharacters(passOn: (bytes: Buffer) => void): WholeCharacters {
  let held = Buffer.alloc(0)

  /** Completes the held-back character with bytes of the chunk, and returns the rest of the chunk. */
  function completeHeld(chunk: Buffer): Buffer {
    const head = orphanedHead(chunk)
    const character = Buffer.concat([held, chunk.subarray(0, head)])
    const isWaiting = head === chunk.length && incompleteTail(character) > 0
    held = isWaiting ? character : Buffer.alloc(0)
    if (!isWaiting) passOn(character)
    return chunk.subarray(head)
  }

  return {
    push(chunk) {
      const bytes = held.length === 0 ? chunk : completeHeld(chunk)
      if (bytes.length === 0) return
      const end = bytes.length - incompleteTail(bytes)
      held = Buffer.from(bytes.subarray(end))
      if (end > 0) passOn(bytes.subarray(0, end))
    },
    finish() {
      if (held.length > 0) passOn(held)
      held = Buffer.alloc(0)
    },
  }
}
