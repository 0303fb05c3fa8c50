import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { Turn } from '../../../shared/conversation/turn.ts'

/** Maximum depth of a provider in a row: `event.input.context.primary`. */
const PROVIDER_DEPTH = 4
/** Maximum depth of the turn in a state: `then.turn`. */
const TURN_DEPTH = 3

/**
 * Upcasts a row of the log to today's format: providers from before each had its own deadlines get the deadlines that
 * all of them had.
 */
export function rowOfNow(body: unknown): unknown {
  return mapped(body, PROVIDER_DEPTH, (value) => {
    const isProvider = 'endpoint' in value && 'model' in value && 'limits' in value
    if (!isProvider) return null
    return 'timeouts' in value ? value : { ...value, timeouts: DEFAULT_TIMEOUTS }
  })
}

/**
 * Returns the cause that a lifecycle row would name today. At the start of a sub-agent's session, old rows named the
 * input that declared them, like all other rows.
 */
export function causeOfNow({ id, parentId }: CausedRow, now: string): string | null {
  return parentId !== null && id.startsWith(`${parentId}.r`) ? now : parentId
}

interface CausedRow {
  readonly id: string
  readonly parentId: string | null
}

/**
 * Upcasts a state to today's format: missing fields of its turn get the value that applied then, and obsolete fields
 * are removed.
 */
export function stateOfNow(state: unknown): unknown {
  return mapped(state, TURN_DEPTH, (value) => Turn.safeParse(value).data ?? null)
}

/** Applies `change` to the outermost objects that it recognises; `change` returns null for all others. */
function mapped(value: unknown, depth: number, change: (value: object) => unknown): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return value
  const changed = change(value)
  if (changed !== null) return changed
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, mapped(part, depth - 1, change)]),
  )
}
