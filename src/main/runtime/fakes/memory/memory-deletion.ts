import { BlobHash, type ConversationId } from '../../../../shared/ids.ts'
import type { Discarded, RowsLeft } from '../../ports/deletion-store.ts'
import type { StoredRecord } from './memory-log.ts'

type All = Map<ConversationId, StoredRecord>

export function familyIn(all: All, id: ConversationId): readonly ConversationId[] {
  const children = [...all].flatMap(([child, { parent }]) =>
    parent?.conversationId === id ? [child] : [],
  )
  return [id, ...children.toSorted()]
}

/** The leftovers of deleted conversations until they are cleared. */
export class MemoryLeftovers {
  readonly #rows = new Map<ConversationId, StoredRecord>()
  recorded: Discarded = { blobs: [], callIds: [] }

  get ids(): readonly ConversationId[] {
    return [...this.#rows.keys()]
  }

  /** Removes conversations from `all`; nothing refers to them from here on. */
  take(all: All, ids: readonly ConversationId[]): void {
    for (const id of ids) {
      const kept = all.get(id)
      if (kept === undefined) continue
      all.delete(id)
      this.#rows.set(id, kept)
      this.note({ blobs: unsentBlobs(kept), callIds: [] })
    }
    for (const [id, kept] of all) {
      if (kept.forkedFrom !== null && ids.includes(kept.forkedFrom))
        all.set(id, { ...kept, forkedFrom: null })
    }
  }

  clear(): RowsLeft {
    for (const [id, kept] of [...this.#rows].slice(0, 1)) {
      this.note(namedByRows(kept))
      this.#rows.delete(id)
    }
    return this.#rows.size > 0 ? 'some' : 'none'
  }

  forget({ blobs, callIds }: Discarded): void {
    this.recorded = {
      blobs: this.recorded.blobs.filter((each) => !blobs.includes(each)),
      callIds: this.recorded.callIds.filter((each) => !callIds.includes(each)),
    }
  }

  note({ blobs, callIds }: Discarded): void {
    this.recorded = {
      blobs: unique([...this.recorded.blobs, ...blobs]),
      callIds: unique([...this.recorded.callIds, ...callIds]),
    }
  }
}

/** Returns what the rows of a conversation name. */
function namedByRows(kept: StoredRecord): Discarded {
  const callIds = kept.rows.flatMap((row) =>
    row.kind === 'lifecycle' && row.entry.type === 'toolStarted' ? [row.entry.callId] : [],
  )
  return { blobs: namedBlobs(kept), callIds }
}

export function unsentBlobs({ draft, waiting }: StoredRecord): readonly BlobHash[] {
  return blobsIn([draft.attachments, waiting])
}

export function namedBlobs({ messages, rows }: StoredRecord): readonly BlobHash[] {
  const contexts = rows.flatMap((row) =>
    row.kind === 'lifecycle' && /^(sessionStarted|settingsChanged)$/.test(row.entry.type)
      ? [row.entry]
      : [],
  )
  return blobsIn([messages, contexts])
}

function blobsIn(value: unknown): readonly BlobHash[] {
  const hashes = JSON.stringify(value).matchAll(/"([0-9a-f]{64})"/g)
  return Array.from(hashes, ([, hash]) => BlobHash.parse(hash))
}

function unique<Name>(names: readonly Name[]): readonly Name[] {
  return [...new Set(names)]
}
