import { BlobHash, type ConversationId } from '../../../shared/ids.ts'
import type { Discarded } from '../ports/deletion-store.ts'
import type { Kept } from './memory-log.ts'

type All = Map<ConversationId, Kept>

export function familyIn(all: All, id: ConversationId): readonly ConversationId[] {
  const children = [...all].flatMap(([child, { parent }]) =>
    parent?.conversationId === id ? [child] : [],
  )
  return [id, ...children.toSorted()]
}

/** Those that go, which nothing refers to from here on. */
export function removeFrom(
  all: All,
  ids: readonly ConversationId[],
): readonly (readonly [ConversationId, Kept])[] {
  const gone = ids.flatMap((id) => {
    const kept = all.get(id)
    return kept === undefined ? [] : [[id, kept] as const]
  })
  for (const id of ids) all.delete(id)
  for (const [id, kept] of all) {
    if (kept.forkedFrom !== null && ids.includes(kept.forkedFrom))
      all.set(id, { ...kept, forkedFrom: null })
  }
  return gone
}

/** What the rows of a conversation name. */
export function namedByRows(kept: Kept): Discarded {
  const callIds = kept.rows.flatMap((row) =>
    row.kind === 'lifecycle' && row.entry.type === 'toolStarted' ? [row.entry.callId] : [],
  )
  return { blobs: saidBlobs(kept), callIds }
}

export function unsentBlobs({ draft, waiting }: Kept): readonly BlobHash[] {
  return blobsIn([draft.attachments, waiting])
}

export function saidBlobs({ messages, rows }: Kept): readonly BlobHash[] {
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

export function mergedDiscards(one: Discarded, other: Discarded): Discarded {
  return {
    blobs: unique([...one.blobs, ...other.blobs]),
    callIds: unique([...one.callIds, ...other.callIds]),
  }
}

function unique<Name>(names: readonly Name[]): readonly Name[] {
  return [...new Set(names)]
}
