import * as z from '../../shared/schema.ts'
import { ConversationId } from '../../shared/ids.ts'
import type { ReadingPlace } from './thread/reading-place.ts'

const STORED_AS = 'phoenix.reading'
const Stored = z.array(
  z.tuple([ConversationId, z.object({ messageId: z.string(), below: z.number() })]),
)

/**
 * Reading positions of conversations shown before, also by the page before a reload; those read to the end have no
 * entry.
 */
export class ReadingPlaces {
  readonly #places: Map<ConversationId, ReadingPlace>

  /** `storage`: that of the window, which outlives the page. */
  constructor(storage: Storage) {
    this.#places = new Map(storedIn(storage))
    addEventListener('pagehide', () =>
      storage.setItem(STORED_AS, JSON.stringify([...this.#places])),
    )
  }

  has(id: ConversationId): boolean {
    return this.#places.has(id)
  }

  get(id: ConversationId): ReadingPlace | undefined {
    return this.#places.get(id)
  }

  /** Null: the end. */
  set(id: ConversationId, place: ReadingPlace | null): void {
    if (place === null) this.#places.delete(id)
    else this.#places.set(id, place)
  }
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

function storedIn(storage: Storage): z.infer<typeof Stored> {
  try {
    return Stored.parse(JSON.parse(storage.getItem(STORED_AS) ?? '[]'))
  } catch {
    return []
  }
}
