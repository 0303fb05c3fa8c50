import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { Turn } from '../../../shared/conversation/turn.ts'

/** A row's providers lie no deeper: `event.input.context.primary`. */
const PROVIDER_DEPTH = 4
/** Nor a state's turn: `then.turn`. */
const TURN_DEPTH = 3

/** A row of the log as it is written now: providers from before each had deadlines of its own get those that all had. */
export function rowOfNow(body: unknown): unknown {
  return mapped(body, PROVIDER_DEPTH, (value) => {
    const isProvider = 'endpoint' in value && 'model' in value && 'limits' in value
    if (!isProvider) return null
    return 'timeouts' in value ? value : { ...value, timeouts: DEFAULT_TIMEOUTS }
  })
}

/**
 * The cause that a lifecycle row would name now: where the session of a sub-agent started, rows once named the input that
 * declared them, as all others do.
 */
export function causeOfNow({ id, parentId }: CausedRow, now: string): string | null {
  return parentId !== null && id.startsWith(`${parentId}.r`) ? now : parentId
}

interface CausedRow {
  readonly id: string
  readonly parentId: string | null
}

/** A state as it is stored now: what its turn did not say then has its value, what it says no more is left out. */
export function stateOfNow(state: unknown): unknown {
  return mapped(state, TURN_DEPTH, (value) => Turn.safeParse(value).data ?? null)
}

/** With what `change` makes of the outermost objects that it knows. Null: it does not know this one. */
function mapped(value: unknown, depth: number, change: (value: object) => unknown): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return value
  const changed = change(value)
  if (changed !== null) return changed
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, mapped(part, depth - 1, change)]),
  )
}
