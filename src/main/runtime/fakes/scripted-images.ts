import type { ImagePort, PdfPort, PlainFile, PreparedImage } from '../ports/file-ports.ts'

const PLAIN = new Map<string, PlainFile>([
  ['T', { mediaType: 'text/plain', isText: true }],
  ['F', { mediaType: 'application/zip', isText: false }],
  ['P', { mediaType: 'application/pdf', isText: false, pages: 2 }],
])

/**
 * Accepts as an image whatever begins with an `I`; the copy is its first two bytes. A `T` begins a text, a `P` a PDF,
 * an `F` any other file.
 */
export class ScriptedImages implements ImagePort {
  readonly seen: Uint8Array[] = []

  async prepare(bytes: Uint8Array, name: string): Promise<PreparedImage> {
    this.seen.push(bytes)
    if (bytes[0] !== 'I'.charCodeAt(0)) {
      const first = String.fromCharCode(bytes[0] ?? 0)
      const plain = PLAIN.get(first) ?? null
      return { type: 'refused', problem: `${name} is no image.`, advice: '', name, plain }
    }
    const copy = bytes.slice(0, 2)
    return { type: 'ready', name, copy, mediaType: 'image/png', width: 1, height: 1, notice: null }
  }
}

/** A PDF contains what follows its first letter. */
export const SCRIPTED_PDFS: PdfPort = {
  textOf: async (bytes) => new TextDecoder().decode(bytes.subarray(1)) || null,
}
