/** A client with this much unread is disconnected and reconnects for a new snapshot (T78). In UTF-16 units. */
export const MAX_UNREAD_LENGTH = 8 * 1024 * 1024

/** A snapshot may be large: the number of frames of at least this length is limited, not their total length. */
const LARGE_FRAME_LENGTH = 1024 * 1024
const MOST_LARGE_FRAMES = 4

/** The frames that were sent to a client and are still unread. */
export class UnreadFrames {
  #length = 0
  #largeFrames = 0

  get areTooMany(): boolean {
    return this.#largeFrames > MOST_LARGE_FRAMES || this.#length > MAX_UNREAD_LENGTH
  }

  /** Returns a function to call, once, when the client has read the frame. */
  add(length: number): () => void {
    if (length >= LARGE_FRAME_LENGTH) {
      this.#largeFrames += 1
      return () => (this.#largeFrames -= 1)
    }
    this.#length += length
    return () => (this.#length -= length)
  }
}
