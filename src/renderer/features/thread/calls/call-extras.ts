import type { Snippet } from 'svelte'
import type { CallId, TurnId } from '../../../../shared/ids.ts'
import type { CardJob } from '../../jobs/job-cards.ts'
import type { PlaceActs } from '../../forks/places.ts'
import type { UndoRequest } from '../../undo/undo-words.ts'
import type { ShownCall } from '../../../../client/items/thread-items.ts'

/** Additional parts of a call besides its input and result: what it started. */
export interface CallExtras {
  hasSubAgents(callId: CallId): boolean
  /** Null: it never has any. */
  readonly subAgents: Snippet<[call: ShownCall]> | null
  /** The background job that it started; null: none is known. */
  jobOf(callId: CallId): CardJob | null
  /** Asks before anything is restored. Null: nothing can be undone from here. */
  readonly undo: ((request: UndoRequest) => void) | null
  /** Shows all changes of a turn. Null: not possible from here. */
  readonly review: ((turnId: TurnId) => void) | null
  /** Null: no forks from here. */
  readonly places: PlaceActs | null
}

/** Nothing else is known of the calls of a transcript, and nothing can be done with them. */
export const READ_ONLY: CallExtras = {
  hasSubAgents: () => false,
  subAgents: null,
  jobOf: () => null,
  undo: null,
  review: null,
  places: null,
}
