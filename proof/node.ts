import { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import { hash } from 'node:crypto'
import { awaitedBy } from '../src/main/core/turn/awaited.ts'
import { Canonicalizer, type Precision } from './canonicalizer.ts'
import type { Live } from './live.ts'
import type { Variant } from './variants.ts'

export { isLarge, isLow, LATER, NOW } from './canonicalizer.ts'

/** A possible situation of a conversation: its state in a context, plus the works and timers that its steps have left. */
export interface Situation {
  readonly variant: Variant
  readonly state: ConversationState
  readonly live: readonly Live[]
}

/** A situation that represents all that are alike: they have the same `key`, a digest. */
export interface Node extends Situation {
  readonly key: string
}

/** Returns the node of a situation whose last event happened at the given time. */
export function nodeOf(situation: Situation, at: number, precision: Precision): Node {
  const { variant } = situation
  const canon = new Canonicalizer(variant.context.caps, at, precision)
  const state = canon.state(situation.state)
  const live = canon.live(awaitedLive(situation))
  const isWhole = awaitedCount(state) === awaitedCount(situation.state)
  if (isWhole) return { variant, state, live, key: digestOf(`${variant.name}${canon.key}`) }
  // Work awaited only by the part that was cut off is not awaited any more.
  return nodeOf({ variant, state, live }, at, precision)
}

/** Millions are kept: the full texts would take gigabytes. */
function digestOf(text: string): string {
  return hash('sha256', text, 'base64url')
}

/**
 * Returns live work that is awaited, in the order of the state. Stopped leftovers are not part of a node: a step knows
 * ids only from its state, and foreign ids are tried anyway.
 */
function awaitedLive({ state, live }: Situation): readonly Live[] {
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
