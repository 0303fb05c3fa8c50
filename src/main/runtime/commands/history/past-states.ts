import type { ConversationId } from '../../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import {
  type Difference,
  type LoggedRow,
  REPLAY_START,
  type Replayed,
  replayRow,
} from '../../../core/log/replay.ts'
import type { HistoryLog } from '../../ports/history-log.ts'
import type { Pacing } from './verify-history.ts'

/** Visits each fold from a row on, starting with that row's. */
export interface Visit {
  readonly from: number
  each(at: Replayed, row: LoggedRow): void
}

/** Number of rows read at once and folded without a pause. */
const SLICE = 100
const SLICE_MS = 5
/** Distance between two cached folds, in rows. */
const APART = 250

/**
 * Returns past states by folding the log. For the conversation last asked about it caches some folds, so the next
 * request starts at the nearest earlier one. A log only grows, so a correct fold stays correct.
 */
export class PastStates {
  readonly #log: HistoryLog
  readonly #pacing: Pacing
  #of: ConversationId | null = null
  #kept: readonly Replayed[] = []

  constructor(log: HistoryLog, pacing: Pacing) {
    this.#log = log
    this.#pacing = pacing
  }

  /** Returns null if `signal` aborted it. */
  async at(
    id: ConversationId,
    seq: number,
    signal: AbortSignal,
    visit: Visit | null = null,
  ): Promise<Result<Replayed, Difference> | null> {
    let at = this.#nearest(id, visit === null ? seq : visit.from - 1)
    while (at.seq < seq) {
      const before = at.seq
      const next = this.#foldSlice(id, at, seq, visit)
      if (!next.ok) return next
      at = next.value
      if (at.seq === before) return failed(missing(before))
      await this.#pacing.pause()
      if (signal.aborted) return null
    }
    return ok(at)
  }

  #nearest(id: ConversationId, seq: number): Replayed {
    if (this.#of !== id) {
      this.#of = id
      this.#kept = []
    }
    return this.#kept.findLast((each) => each.seq <= seq) ?? REPLAY_START
  }

  #foldSlice(
    id: ConversationId,
    start: Replayed,
    seq: number,
    visit: Visit | null,
  ): Result<Replayed, Difference> {
    let at = start
    const { clock } = this.#pacing
    const end = clock.now() + SLICE_MS
    for (const row of this.#log.rows(id, start.seq, Math.min(SLICE, seq - start.seq))) {
      const next = replayRow(at, row, (message) => this.#log.message(message))
      if (!next.ok) return next
      at = next.value
      this.#keep(id, at)
      if (visit !== null && row.seq >= visit.from) visit.each(at, row)
      if (clock.now() >= end) break
    }
    return ok(at)
  }

  #keep(id: ConversationId, at: Replayed): void {
    if (this.#of !== id || at.seq < (this.#kept.at(-1)?.seq ?? 0) + APART) return
    this.#kept = [...this.#kept, at]
  }
}

function missing(seq: number): Difference {
  return { seq: seq + 1, what: 'a row is missing', stored: null, derived: null }
}
