import { afterOthers } from '../after-others.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import type { DeletionStore, Discarded, NamingPlace } from '../ports/deletion-store.ts'
import type { DiscardedFilesPort } from '../ports/file-ports.ts'
import type { FlushPort } from '../ports/store.ts'
import type { Clock, Log, Timers } from '../ports/ports.ts'

/** A file stored this shortly before the scan may be named by a draft that is not saved yet (ms). */
const UNSAVED_MS = 2_000
/** A file that nothing names yet is not called unused on the day on which it was stored (ms). */
const UNUSED_MS = 24 * 60 * 60 * 1000
/** How many files are removed, and names forgotten, before others get a turn. */
const REMOVED_AT_ONCE = 50
const FORGOTTEN_AT_ONCE = 500

interface DiscardPorts {
  readonly store: Pick<
    DeletionStore,
    'clearRows' | 'discarded' | 'forgetDiscarded' | 'namedBlobs'
  > &
    FlushPort
  readonly files: DiscardedFilesPort
  readonly clock: Clock
  readonly timers: Pick<Timers, 'soon'>
  readonly log: Log
}

/**
 * Removes what deleted conversations leave: the rows of their histories, then the files that only they named. Works in
 * slices, with a turn of the loop between them. Whatever a killed host did not get to is noted for the next start.
 */
export class Leftovers {
  readonly #ports: DiscardPorts
  #running: Promise<void> | null = null
  #isAskedAgain = false
  #isOver = false

  constructor(ports: DiscardPorts) {
    this.#ports = ports
  }

  /** Never rejects. Resolves when nothing noted is left that could be removed. */
  remove(): Promise<void> {
    this.#isAskedAgain = this.#running !== null
    this.#running ??= this.#removeAll().finally(() => {
      this.#running = null
      if (this.#isAskedAgain && !this.#isOver) void this.remove()
    })
    return this.#running
  }

  /**
   * Removes files that no message, draft, waiting message or session names, such as an image that was attached and taken
   * out again. Resolves to the reason if that failed.
   */
  async removeUnused(): Promise<string | null> {
    try {
      const since = this.#ports.clock.now() - UNUSED_MS
      await this.#removeBlobs(await this.#unnamed(new Set(await this.#ports.files.all())), since)
      return null
    } catch (error) {
      return String(error)
    }
  }

  /** Stops because the store is about to be closed. */
  stop(): void {
    this.#isOver = true
  }

  async #removeAll(): Promise<void> {
    const { log, store } = this.#ports
    try {
      await this.#clearRows()
      if (this.#isOver) return
      // Until this is flushed, a power cut would bring back the rows that name the files.
      if ((await store.flushing()) === 'failed') return
      const { blobs, callIds } = store.discarded()
      if (blobs.length + callIds.length === 0) return
      const since = this.#ports.clock.now() - UNSAVED_MS
      const candidates = new Set(blobs)
      await this.#inSlices(callIds, REMOVED_AT_ONCE, (some) => {
        for (const hash of this.#ports.files.removeOfCalls(some)) candidates.add(hash)
      })
      const left = await this.#unnamed(candidates)
      const removed = await this.#removeBlobs(left, since)
      const done = blobs.filter((hash) => !left.has(hash) || removed.has(hash))
      const forget = (some: Partial<Discarded>): void =>
        void store.forgetDiscarded({ blobs: [], callIds: [], ...some })
      await this.#inSlices(done, FORGOTTEN_AT_ONCE, (some) => forget({ blobs: some }))
      await this.#inSlices(callIds, FORGOTTEN_AT_ONCE, (some) => forget({ callIds: some }))
    } catch (error) {
      log.warn('what a deleted conversation left was not removed', { error: String(error) })
    }
  }

  /** Returns those that are gone. */
  async #removeBlobs(
    unnamed: ReadonlySet<BlobHash>,
    since: number,
  ): Promise<ReadonlySet<BlobHash>> {
    const gone = new Set<BlobHash>()
    const { files, store } = this.#ports
    await this.#inSlices([...unnamed], REMOVED_AT_ONCE, (some) => {
      // A person may have taken one back into a draft meanwhile.
      const takenBack = new Set(store.namedBlobs(null).blobs)
      for (const hash of some)
        if (!takenBack.has(hash) && files.removeBlob(hash, since)) gone.add(hash)
    })
    return gone
  }

  /** Gives others a turn after each slice; does nothing more once it is over. */
  async #inSlices<T>(
    all: readonly T[],
    size: number,
    work: (some: readonly T[]) => void,
  ): Promise<void> {
    for (let at = 0; at < all.length && !this.#isOver; at += size) {
      work(all.slice(at, at + size))
      await afterOthers(this.#ports.timers)
    }
  }

  async #clearRows(): Promise<void> {
    while (!this.#isOver) {
      const cleared = this.#ports.store.clearRows()
      if (!cleared.ok) throw new Error(`its rows: ${cleared.error}`)
      if (cleared.value === 'none') return
      await afterOthers(this.#ports.timers)
    }
  }

  /** Returns the candidates that nothing names. */
  async #unnamed(candidates: ReadonlySet<BlobHash>): Promise<ReadonlySet<BlobHash>> {
    const left = new Set(candidates)
    let place: NamingPlace | null = null
    do {
      const part: ReturnType<DeletionStore['namedBlobs']> = this.#ports.store.namedBlobs(place)
      for (const hash of part.blobs) left.delete(hash)
      place = part.next
      await afterOthers(this.#ports.timers)
    } while (place !== null && left.size > 0 && !this.#isOver)
    if (this.#isOver) return new Set()
    for (const hash of this.#ports.files.namedByCalls()) left.delete(hash)
    return left
  }
}
