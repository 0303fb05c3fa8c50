import * as z from '../../../../shared/schema.ts'
import { assertNever } from '../../../../shared/assert-never.ts'
import { TurnId } from '../../../../shared/ids.ts'
import { Purpose, Unfinished } from '../../../../shared/conversation/turn.ts'
import type { OpenTurn } from '../../../core/machine/event.ts'

/** Older versions had turns with only one goal, and wrote neither field. */
const TurnStarted = z.object({
  type: z.literal('turnStarted'),
  turnId: TurnId,
  goal: Purpose.default('reply'),
  unfinished: Unfinished.nullable().default(null),
})

/** Returns the turn that the last entry about turns leaves open. */
export function openTurnIn(entry: unknown): OpenTurn | null {
  const read = TurnStarted.safeParse(entry)
  if (!read.success) return null
  const { turnId: id, goal, unfinished } = read.data
  return { id, goal, unfinished }
}

const Idle = z.object({ type: z.literal('idle'), unfinished: Unfinished.nullable() })

/** A turn that is over while its work is still ending. Older versions recorded what it leaves without the state. */
const Stopping = z.object({
  type: z.literal('cancelling'),
  then: z
    .union([
      z.object({ type: z.literal('rest'), state: Idle }),
      z.object({ type: z.literal('rest'), unfinished: Unfinished }),
    ])
    .transform((then) => ('state' in then ? then.state : then).unfinished),
})

const Rested = z.discriminatedUnion('type', [
  Idle,
  Stopping,
  z.object({
    type: z.literal('error'),
    turnId: TurnId,
    /** Older versions omitted it. */
    unfinished: Unfinished.nullable().optional(),
  }),
  z.object({ type: z.literal('contextExhausted'), turnId: TurnId }),
])

/**
 * Returns what a stored state rested with, or was about to. Reads only the fields it needs, so it also understands the
 * states of older versions.
 */
export function restedIn(stored: unknown): Unfinished | null {
  const read = Rested.safeParse(stored)
  if (!read.success) return null
  const state = read.data
  switch (state.type) {
    case 'idle':
      return state.unfinished
    case 'cancelling':
      return state.then
    case 'error':
      return state.unfinished === undefined
        ? { turnId: state.turnId, cause: state.type }
        : state.unfinished
    case 'contextExhausted':
      return { turnId: state.turnId, cause: state.type }
    default:
      return assertNever(state)
  }
}
