import { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import { hash } from 'node:crypto'
import { awaitedBy } from '../src/main/core/turn/awaited.ts'
import { Canon, type Sharpness } from './canon.ts'
import type { Live } from './live.ts'
import type { Variant } from './variants.ts'

export { isLarge, isLow, LATER, NOW } from './canon.ts'

/** Where a conversation can be: its state in a context, and beside it the works and timers that its steps have left. */
export interface Place {
  readonly variant: Variant
  readonly state: ConversationState
  readonly live: readonly Live[]
}

/** A place as all that are alike: `key`, a digest, is equal for two of them. */
export interface Node extends Place {
  readonly key: string
}

/** The node of a place at which the last event happened at the given time. */
export function nodeOf(place: Place, at: number, sharpness: Sharpness): Node {
  const { variant } = place
  const canon = new Canon(variant.context.caps, at, sharpness)
  const state = canon.state(place.state)
  const live = canon.live(awaitedLive(place))
  const isWhole = awaitedCount(state) === awaitedCount(place.state)
  if (isWhole) return { variant, state, live, key: digestOf(`${variant.name}${canon.key}`) }
  // What only the part waited for that was cut off is not waited for any more.
  return nodeOf({ variant, state, live }, at, sharpness)
}

/** Millions are kept: the texts themselves would take gigabytes. */
function digestOf(text: string): string {
  return hash('sha256', text, 'base64url')
}

/**
 * What lives and is waited for, in the order of the state. Leftovers that were stopped are not part of a node: a step
 * knows ids only from its state, and those of others are tried anyway.
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

/** The state of a node as the schema reads it: throws where it is none. */
export function parseState(state: ConversationState): ConversationState {
  return ConversationState.parse(state)
}
