import { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import { hash } from 'node:crypto'
import { awaitedBy } from '../src/main/core/turn/awaited.ts'
import { Canon, type Sharpness } from './canon.ts'
import type { Live } from './live.ts'
import type { Variant } from './variants.ts'

export { isLarge, isLow, LATER, NOW } from './canon.ts'

/** A possible situation of a conversation: its state in a context, plus the works and timers that its steps have left. */
export interface Place {
  readonly variant: Variant
  readonly state: ConversationState
  readonly live: readonly Live[]
}

/** A place that represents all that are alike: they have the same `key`, a digest. */
export interface Node extends Place {
  readonly key: string
}

/** Returns the node of a place whose last event happened at the given time. */
export function nodeOf(place: Place, at: number, sharpness: Sharpness): Node {
  const { variant } = place
  const canon = new Canon(variant.context.caps, at, sharpness)
  const state = canon.state(place.state)
  const live = canon.live(awaitedLive(place))
  const isWhole = awaitedCount(state) === awaitedCount(place.state)
  if (isWhole) return { variant, state, live, key: digestOf(`${variant.name}${canon.key}`) }
  // Work awaited only by the part that was cut off is not awaited any more.
  return nodeOf({ variant, state, live }, at, sharpness)
}

/** Millions are kept: the full texts would take gigabytes. */
function digestOf(text: string): string {
  return hash('sha256', text, 'base64url')
}

/**
 * Returns live work that is awaited, in the order of the state. Stopped leftovers are not part of a node: a step knows
 * ids only from its state, and foreign ids are tried anyway.
 */
function awaitedLive({ state, live }: Place): readonly Live[] {
  const { works, timers } = awaitedBy(state)
  const ids: readonly string[] = [...works, ...timers]
  return ids.flatMap((id) => live.find((each) => each.id === id) ?? [])
}

function awaitedCount(state: ConversationState): number {
  const { works, timers } = awaitedBy(state)
  return works.length + timers.length
}

/** Parses the state of a node with the schema; throws if it is invalid. */
export function parseState(state: ConversationState): ConversationState {
  return ConversationState.parse(state)
}
