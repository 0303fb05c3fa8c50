import type { ImagePort, PreparedImage } from '../file-ports.ts'

/** Takes whatever begins with an `I`; the copy is its first two bytes. */
export class ScriptedImages implements ImagePort {
  readonly seen: Uint8Array[] = []

  async prepare(bytes: Uint8Array, name: string): Promise<PreparedImage> {
    this.seen.push(bytes)
    if (bytes[0] !== 'I'.charCodeAt(0)) {
      return { type: 'refused', problem: `${name} is no image.`, advice: '' }
    }
    const copy = bytes.slice(0, 2)
    return { type: 'ready', name, copy, mediaType: 'image/png', width: 1, height: 1, notice: null }
  }
}
