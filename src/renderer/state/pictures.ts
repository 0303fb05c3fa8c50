import { assertNever } from '../../shared/assert-never.ts'
import type { AttachedImage } from '../../shared/messages/attachment.ts'
import type { BlobHash } from '../../shared/ids.ts'
import type { Client } from '../../client/client.ts'
import { readBlob } from '../../client/files/read-blob.ts'

/** The visible state of an image. `loading` lasts while the connection is lost; `unread` until it is shown again. */
export type Picture =
  | { readonly type: 'loading' }
  | { readonly type: 'shown'; readonly url: string }
  | { readonly type: 'gone' | 'unread' }

type Wanted = Pick<AttachedImage, 'copy' | 'mediaType'>
type Listener = (picture: Picture) => void

export interface Pictures {
  /**
   * Calls back at once and with every change, until the returned function is called. All users of an image share one
   * URL.
   */
  follow(wanted: Wanted, listener: Listener): () => void
  /** The connection is back: interrupted reads are repeated. */
  resume(): void
}

interface PictureEntry {
  readonly wanted: Wanted
  readonly listeners: Set<Listener>
  picture: Picture
  isReading: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/** A message's images move from the composer to the thread: their URLs must outlive the move. */
const REVOKE_AFTER_MS = 10_000

/** Blobs as object URLs, read in pieces and revoked when nobody shows them any more. */
export function createPictures(client: Client): Pictures {
  const entries = new Map<BlobHash, PictureEntry>()

  async function read(entry: PictureEntry): Promise<void> {
    if (entry.isReading || isFinal(entry.picture)) return
    entry.isReading = true
    const picture = await fetchPicture(client, entry.wanted)
    entry.isReading = false
    if (picture === null) return
    const isWanted = entries.get(entry.wanted.copy) === entry
    if (!isWanted) return revoke(picture)
    entry.picture = picture
    for (const listener of entry.listeners) listener(picture)
  }

  function drop(entry: PictureEntry): void {
    entries.delete(entry.wanted.copy)
    revoke(entry.picture)
  }

  return {
    follow: (wanted, listener) => {
      const known = entries.get(wanted.copy)
      const entry = known ?? newEntry(wanted)
      entries.set(wanted.copy, entry)
      clearTimeout(entry.timer)
      entry.listeners.add(listener)
      listener(entry.picture)
      void read(entry)
      return () => {
        entry.listeners.delete(listener)
        if (entry.listeners.size > 0) return
        clearTimeout(entry.timer)
        entry.timer = setTimeout(() => drop(entry), REVOKE_AFTER_MS)
      }
    },
    resume: () => {
      for (const entry of entries.values()) void read(entry)
    },
  }
}

function newEntry(wanted: Wanted): PictureEntry {
  const picture = { type: 'loading' } as const
  return { wanted, listeners: new Set(), picture, isReading: false, timer: undefined }
}

/** Null: the connection was lost. */
async function fetchPicture(client: Client, { copy, mediaType }: Wanted): Promise<Picture | null> {
  const read = await readBlob(client, copy)
  switch (read.type) {
    case 'whole':
      return {
        type: 'shown',
        url: URL.createObjectURL(new Blob([...read.pieces], { type: mediaType })),
      }
    case 'gone':
    case 'unread':
      return read
    case 'disconnected':
      return null
    default:
      return assertNever(read)
  }
}

function isFinal({ type }: Picture): boolean {
  return type === 'shown' || type === 'gone'
}

function revoke(picture: Picture): void {
  if (picture.type === 'shown') URL.revokeObjectURL(picture.url)
}
