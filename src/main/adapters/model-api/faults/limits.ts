const KB = 1024
const MB = 1024 * KB

/** How much is read of an answer before its request is ended. All bytes are counted after decompression. */
export const LIMITS = {
  /** The kept part of a reply: text, thinking and calls, with an overhead for each piece and block. */
  reply: { bytes: 16 * MB, words: '16 MB' },
  /** The whole stream. Each piece of a reply comes in an envelope of 100 to 700 bytes, which is not kept. */
  stream: { bytes: 128 * MB, words: '128 MB' },
  /** One server-sent event. */
  event: { bytes: 8 * MB, words: '8 MB' },
  /** The body that explains a refusal. */
  error: { bytes: 64 * KB, words: '64 KB' },
  /** A list of models. */
  models: { bytes: 4 * MB, words: '4 MB' },
  /** The headers of an answer, limited by undici (Connections). */
  headers: { bytes: 16 * KB, words: '16 KB' },
} as const

export type Limited = keyof typeof LIMITS

/** The error for a body that exceeded its limit. */
export class OverLimit extends Error {
  readonly limited: Limited

  constructor(limited: Limited) {
    super(`longer than ${LIMITS[limited].words}`)
    this.limited = limited
  }
}

/** The cost of a piece in addition to its text, and of a block in addition to its pieces: about what they take in memory. */
const PIECE_BYTES = 32
const BLOCK_BYTES = 1024

/** Counts the kept bytes of one reply. */
export class KeptBytes {
  #bytes = 0

  get isTooMuch(): boolean {
    return this.#bytes > LIMITS.reply.bytes
  }

  piece(text: string): void {
    this.#bytes += Buffer.byteLength(text) + PIECE_BYTES
  }

  /** `start`: its initial content. */
  block(start: unknown): void {
    this.#bytes += Buffer.byteLength(JSON.stringify(start)) + BLOCK_BYTES
  }
}
