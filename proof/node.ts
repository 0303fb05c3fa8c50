import { ConversationState, type RequestFailure } from '../src/shared/conversation-state.ts'
import { awaitedBy } from '../src/main/core/awaited.ts'
import type { Live } from './live.ts'
import type { Variant } from './variants.ts'

/** Where a conversation can be: its state in a context, and beside it the works and timers that its steps have left. */
export interface Place {
  readonly variant: Variant
  readonly state: ConversationState
  readonly live: readonly Live[]
}

/** A place as all that are alike: `key` is equal for two of them. */
export interface Node extends Place {
  readonly key: string
}

/** Every event happens at this time; a time in a node is this one or lies ahead of it. */
export const NOW = 1_700_000_000_000
const FIRST_TIME = 1_000_000_000_000
const MANY = 3

/** Counters whose values above this are alike. Those of which a step knows the end by itself are not cut. */
const COUNTER_CUTS: Readonly<Record<string, number>> = { toolCalls: 1, count: 3 }
/** Words for people: no step reads them. */
const WORDS = new Set(['message', 'what', 'text', 'detail', 'summary', 'task'])

/**
 * `cut`: collections end at many, and counters that are far from their cap are alike. `whole`: only ids, times and words
 * are made equal.
 */
export type Sharpness = 'cut' | 'whole'

/** The node of a place at which the last event happened at the given time. */
export function nodeOf(place: Place, at: number, sharpness: Sharpness): Node {
  const canon = new Canon(place.variant.context.caps.requestsPerTurn, at, sharpness)
  const state = canon.copy(place.state, '') as ConversationState
  const live = canon.copy(liveOf(place, sharpness), 'live') as readonly Live[]
  const { variant } = place
  const node = { variant, state, live, key: `${variant.name}${canon.key}` }
  return sharpness === 'cut' ? withoutCutOff(node, place) : node
}

/** Leftovers that were told to stop are alike: one stands for all. Sorted, so that their order says nothing. */
function liveOf({ state, live }: Place, sharpness: Sharpness): readonly Live[] {
  const { works, timers } = awaitedBy(state)
  const ids = new Set<string>([...works, ...timers])
  const awaited = live.filter((each) => ids.has(each.id))
  const order = [...ids]
  const sorted = awaited.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  const leftovers = live.filter((each) => !ids.has(each.id))
  return sharpness === 'cut' ? [...sorted, ...leftovers.slice(-1)] : sorted
}

/** What only the part of the state waited for that was cut off is no part of the node. */
function withoutCutOff(node: Node, place: Place): Node {
  const before = awaitedCount(place.state)
  if (before === awaitedCount(node.state)) return node
  const { works, timers } = awaitedBy(node.state)
  const ids: readonly string[] = [...works, ...timers]
  const live = node.live.filter((each, index) => index >= before || ids.includes(each.id))
  return { ...node, live, key: `${node.key} cut` }
}

function awaitedCount(state: ConversationState): number {
  const { works, timers } = awaitedBy(state)
  return works.length + timers.length
}

/** What a turn was started with never changes: its text is made once. */
const settled = new WeakMap<object, string>()

function textOnce(value: object): string {
  const text = settled.get(value) ?? JSON.stringify(value)
  settled.set(value, text)
  return text
}

/** What people are shown while they wait; no step reads it. */
const SHOWN: RequestFailure = { kind: 'network', message: '…' }

/** Gives ids their names in the order in which they are met, and counts times from now. */
class Canon {
  key = ''
  private readonly names = new Map<string, string>()
  private readonly requestsCap: number
  private readonly at: number
  private readonly sharpness: Sharpness

  constructor(requestsCap: number, at: number, sharpness: Sharpness) {
    this.requestsCap = requestsCap
    this.at = at
    this.sharpness = sharpness
  }

  /** A copy of a value in which all that is alike is equal; `key` grows by its text. */
  copy(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return this.list(value)
    if (typeof value === 'object' && value !== null) return this.object(value, name)
    const same = this.plain(value, name)
    this.key += `${String(same)},`
    return same
  }

  private list(values: readonly unknown[]): unknown {
    const items = this.sharpness === 'cut' ? values.slice(0, MANY) : values
    this.key += '['
    const copy = items.map((item) => this.copy(item, ''))
    this.key += ']'
    return copy
  }

  private object(value: object, name: string): unknown {
    if (name === 'settings') {
      this.key += textOnce(value)
      return value
    }
    if (name === 'error' && this.sharpness === 'cut') return SHOWN
    this.key += '{'
    const copy: Record<string, unknown> = {}
    const entries = value as Readonly<Record<string, unknown>>
    // Faster than Object.entries, and this is where the time goes.
    for (const each in entries) {
      this.key += each
      copy[each] = this.copy(entries[each], each)
    }
    this.key += '}'
    return copy
  }

  private plain(value: unknown, name: string): unknown {
    if (typeof value === 'string') return WORDS.has(name) && value !== '' ? '…' : this.named(value)
    return typeof value === 'number' ? this.number(value, name) : value
  }

  private named(text: string): string {
    if (!text.startsWith('#') && !text.startsWith('<')) return text
    return text.replaceAll(/#e\.\w+|<\d+>/g, (id) => {
      const name = this.names.get(id) ?? `<${this.names.size}>`
      this.names.set(id, name)
      return name
    })
  }

  private number(value: number, key: string): number {
    if (value >= FIRST_TIME) return NOW + Math.max(0, value - this.at)
    if (this.sharpness === 'whole') return value
    if (key === 'requests') return this.requests(value)
    return Math.min(value, COUNTER_CUTS[key] ?? value)
  }

  /** A low cap is counted up to; below a high one all are alike, and it is never reached. */
  private requests(value: number): number {
    return this.requestsCap > MANY ? Math.min(value, 1) : value
  }
}

/** The state of a node as the schema reads it: throws where it is none. */
export function parseState(state: ConversationState): ConversationState {
  return ConversationState.parse(state)
}

/** Whether a collection in it is longer than a node holds. */
export function isLarge(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) && value.length > MANY) || Object.values(value).some(isLarge)
}
