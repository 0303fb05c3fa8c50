/** A client with this much unread is disconnected, and returns for a fresh snapshot (T78). In UTF-16 units. */
export const MAX_UNREAD_LENGTH = 8 * 1024 * 1024

/** A snapshot may be large: a frame of this length is counted in pieces, not by its length. */
const LARGE_FRAME_LENGTH = 1024 * 1024
const MOST_LARGE_FRAMES = 4

/** What was sent to a client and not yet read by it. */
export class UnreadFrames {
  private length = 0
  private largeFrames = 0

  get areTooMany(): boolean {
    return this.largeFrames > MOST_LARGE_FRAMES || this.length > MAX_UNREAD_LENGTH
  }

  /** Answers what to call, once, when the client has read it. */
  add(length: number): () => void {
    if (length >= LARGE_FRAME_LENGTH) {
      this.largeFrames += 1
      return () => (this.largeFrames -= 1)
    }
    this.length += length
    return () => (this.length -= length)
  }
}
