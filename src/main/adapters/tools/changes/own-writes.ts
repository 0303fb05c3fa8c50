import { createHash } from 'node:crypto'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { Reach } from '../../files/places.ts'

/** A file that a call will change, as it was when the call was inspected. `digest`: null if there was none. */
export interface SeenFile {
  readonly path: string
  readonly real: string
  readonly reach: Reach
  readonly digest: string | null
}

const MAX_NOTED = 1_000

/**
 * Tracks the file changes of a conversation's calls. All calls of a reply are inspected before the first runs, so the second
 * call on a file finds it changed by the first, which is expected.
 */
export class OwnWrites {
  /** Maps conversation, file and new content to the old content. */
  readonly #before = new Map<string, string | null>()

  note(conversation: ConversationId, { digest, real }: SeenFile, bytes: Uint8Array | null): void {
    const after = bytes === null ? null : createHash('sha256').update(bytes).digest('hex')
    const key = keyOf(conversation, real, after)
    this.#before.delete(key)
    this.#before.set(key, digest)
    const [oldest] = this.#before.keys()
    if (this.#before.size > MAX_NOTED && oldest !== undefined) this.#before.delete(oldest)
  }

  /**
   * The reason why files have changed since they were seen, apart from this conversation's own calls; null if they have not.
   */
  whyStale(
    conversation: ConversationId,
    now: readonly SeenFile[],
    seen: readonly SeenFile[],
  ): string | null {
    if (now.length !== seen.length)
      return 'the call would now do something else than when it was checked.'
    for (const file of now) {
      const was = seen.find(({ real }) => real === file.real)
      if (was === undefined || was.reach !== file.reach) {
        return `${file.path} now leads somewhere else than when the call was checked. Call it again.`
      }
      if (!this.#descends(conversation, file, was.digest)) {
        return `${file.path} has changed since the call was checked. Read it again, then change it.`
      }
    }
    return null
  }

  #descends(conversation: ConversationId, file: SeenFile, from: string | null): boolean {
    const passed = new Set<string | null>()
    let digest = file.digest
    while (digest !== from) {
      const before = this.#before.get(keyOf(conversation, file.real, digest))
      if (before === undefined || passed.has(digest)) return false
      passed.add(digest)
      digest = before
    }
    return true
  }
}

function keyOf(conversation: ConversationId, real: string, digest: string | null): string {
  return JSON.stringify([conversation, real, digest])
}
