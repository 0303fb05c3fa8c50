import type { FileId } from '../../../../shared/messages/attachment.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { Timers } from '../../ports/ports.ts'
import type { ClientSession } from './client-session.ts'

/** A file that has not arrived after this time is dropped (ms). */
const FORGET_MS = 10 * 60_000

/** A file that a client sends in pieces. */
interface Arriving<Content> {
  readonly client: ClientSession
  readonly fileId: FileId
  readonly bytes: number
  /** What was made of it so far. */
  readonly content: Content
  received: number
  stopTimer: () => void
  readonly stopListening: () => void
}

/** `forgotten`: there is no such file. `otherSize`: it has more or fewer bytes than its client said, and is dropped. */
type Missing = 'forgotten' | 'otherSize'

/** Files on their way in, each visible only to its client: dropped when it leaves, or when they take too long. */
export class Arrivals<Content> {
  readonly #timers: Pick<Timers, 'start'>
  readonly #onDrop: (content: Content) => void
  readonly #arriving = new Set<Arriving<Content>>()

  constructor(timers: Pick<Timers, 'start'>, onDrop: (content: Content) => void) {
    this.#timers = timers
    this.#onDrop = onDrop
  }

  get size(): number {
    return this.#arriving.size
  }

  /** How many bytes all of them will have. */
  get bytes(): number {
    return [...this.#arriving].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  begin(client: ClientSession, fileId: FileId, bytes: number, content: Content): void {
    const drop = (): void => this.#drop(arriving)
    const arriving: Arriving<Content> = {
      client,
      fileId,
      bytes,
      content,
      received: 0,
      stopTimer: this.#timers.start(FORGET_MS, drop),
      stopListening: client.onClose(drop),
    }
    this.#arriving.add(arriving)
  }

  /** Counts a piece, and returns what it belongs to. */
  arrived(client: ClientSession, fileId: FileId, piece: Uint8Array): Result<Content, Missing> {
    const arriving = this.#find(client, fileId)
    if (arriving === undefined) return failed('forgotten')
    arriving.received += piece.length
    if (arriving.received <= arriving.bytes) return ok(arriving.content)
    this.#drop(arriving)
    return failed('otherSize')
  }

  /** Gives a file its whole time again. */
  renew(client: ClientSession, fileId: FileId): void {
    const arriving = this.#find(client, fileId)
    if (arriving === undefined) return
    arriving.stopTimer()
    arriving.stopTimer = this.#timers.start(FORGET_MS, () => this.#drop(arriving))
  }

  /** Takes a file that has arrived completely. */
  take(client: ClientSession, fileId: FileId): Result<Content, Missing> {
    const arriving = this.#find(client, fileId)
    if (arriving === undefined) return failed('forgotten')
    if (arriving.received === arriving.bytes) {
      this.#forget(arriving)
      return ok(arriving.content)
    }
    this.#drop(arriving)
    return failed('otherSize')
  }

  drop(client: ClientSession, fileId: FileId): void {
    const arriving = this.#find(client, fileId)
    if (arriving !== undefined) this.#drop(arriving)
  }

  #find(client: ClientSession, fileId: FileId): Arriving<Content> | undefined {
    return [...this.#arriving].find((each) => each.client === client && each.fileId === fileId)
  }

  #drop(arriving: Arriving<Content>): void {
    this.#forget(arriving)
    this.#onDrop(arriving.content)
  }

  #forget(arriving: Arriving<Content>): void {
    this.#arriving.delete(arriving)
    arriving.stopTimer()
    arriving.stopListening()
  }
}
