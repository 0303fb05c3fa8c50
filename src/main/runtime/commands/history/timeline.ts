import { assertNever } from '../../../../shared/assert-never.ts'
import type { StateView } from '../../../../shared/conversation/state-view.ts'
import type { SpanKind, TurnSpan } from '../../../../shared/conversation/timeline.ts'

/** A line has no pixels for more spans; the shortest are dropped. */
const MOST_SPANS = 400

/** Returns the kind of work that a turn does in this state. Null at rest. */
export function kindOf(state: StateView): SpanKind | null {
  switch (state.type) {
    case 'awaitingLlm':
      return 'waiting'
    case 'llmRequesting':
      if (state.phase.type === 'backoff') return 'retrying'
      if (state.purpose === 'compaction') return 'summarising'
      return state.phase.type === 'connecting' ? 'waiting' : 'answering'
    case 'awaitingApproval':
    case 'awaitingAnswer':
      return 'you'
    case 'toolExecuting':
      return 'tools'
    case 'awaitingSubAgents': {
      const left = state.children.filter(({ phase }) => phase.type !== 'ended')
      const isYours = left.length > 0 && left.every(({ phase }) => phase.type === 'asking')
      return isYours ? 'you' : 'subAgents'
    }
    case 'cancelling':
      return 'stopping'
    case 'idle':
    case 'error':
    case 'failed':
    case 'completed':
    case 'contextExhausted':
      return null
    default:
      return assertNever(state)
  }
}

/** The spans of one turn, built from its states in order. */
export class Timeline {
  readonly #spans: TurnSpan[] = []
  #since: { readonly kind: SpanKind; readonly at: number } | null = null

  /** Notes what the turn does from this moment on. Null if it is over. */
  note(kind: SpanKind | null, at: number): void {
    const since = this.#since
    if (since !== null && since.kind === kind) return
    // A clock that was set back never shortens a span.
    const to = Math.max(at, since?.at ?? at)
    if (since !== null && to > since.at) this.#spans.push({ kind: since.kind, from: since.at, to })
    this.#since = kind === null ? null : { kind, at: to }
  }

  all(): readonly TurnSpan[] {
    let merged: readonly TurnSpan[] = this.#spans
    for (let least = 1; merged.length > MOST_SPANS; least *= 2)
      merged = merged.filter(({ from, to }) => to - from > least)
    return merged
  }
}
