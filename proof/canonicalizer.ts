import { assertNever } from '../src/shared/assert-never.ts'
import type {
  ConversationState,
  RequestFailure,
} from '../src/shared/conversation/conversation-state.ts'
import type { SubAgent } from '../src/shared/conversation/sub-agent.ts'
import { MAX_ATTEMPTS } from '../src/shared/conversation/conversation-state.ts'
import type { Caps } from '../src/main/core/machine/context.ts'
import type { Live } from './live.ts'

/** Events happen at NOW or at LATER; a time in a node is NOW or later than the node's own time. */
export const NOW = 1_700_000_000_000
export const LATER = NOW + 24 * 3_600_000
const FIRST_TIME = 1_000_000_000_000
const MANY = 3

/** True if the exploration counts up to this cap. */
export function isLow(cap: number): boolean {
  return cap <= MANY
}

/** Texts for people and the model: a step reads at most whether they are empty. */
const WORDS = new Set(['message', 'what', 'text', 'detail', 'summary', 'task', 'mending'])
/** Created once and never changed: their text is computed once, and a number represents it. */
const SETTLED = new Set(['settings', 'input', 'usage'])
/** Fields that a step passes on and never reads: one value represents all. */
const PASSED_ON: Readonly<Record<string, unknown>> = {
  trigger: 'message',
  lastReplyId: null,
  editedTo: null,
}
/** Times shown to people only. Those of `left` and `maxDueAt` are read. */
const SHOWN_TIMES = new Set(['startedAt', 'since', 'deadline', 'dueAt', 'retryAt'])
/** Values that steps treat alike, each with the one that represents it. */
const ALIKE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Continue and a summary distinguish cutReply and contextExhausted.
  cause: {
    userCancel: 'error',
    restart: 'error',
    shutdown: 'error',
    limit: 'error',
    forked: 'error',
  },
  // Calls with either reason ask in every mode.
  why: { secret: 'outside' },
  // The way in which a call was refused.
  outcome: { denied: 'failed' },
  // Everything except spawn and submit runs as a tool.
  action: { think: 'command', read: 'command', change: 'command', fetch: 'command' },
}

/**
 * Values that steps do not distinguish are alike. `cut`: collections stop at MANY, counters are zero, below their cap
 * or at it, and timers run for any time. `whole`: all of these keep their exact values.
 */
export type Precision = 'cut' | 'whole'

/** Shown to people while they wait; no step reads it. */
const SHOWN: RequestFailure = { kind: 'network', message: '…' }

/** The digests of the calls that are tried. */
const DIGESTS = ['d', 'e']

/** The action of a call that asks is judged again when the settings change. */
const ASKED = 'action of an asked call'

function isAsked({ verdict }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof verdict === 'object' && verdict !== null && 'type' in verdict && verdict.type === 'ask'
  )
}

const known = new WeakMap<object, string>()
const numbers = new Map<string, string>()

/** Returns a short name for all values with the same JSON. */
function numberOf(value: object): string {
  return known.get(value) ?? numberAnew(value)
}

function numberAnew(value: object): string {
  const text = JSON.stringify(value)
  const number = numbers.get(text) ?? `§${numbers.size},`
  numbers.set(text, number)
  known.set(value, number)
  return number
}

/** Renames ids in order of first appearance, and makes times relative to now. `key`: the text of everything copied. */
export class Canonicalizer {
  key = ''
  readonly #names = new Map<string, string>()
  readonly #digests = new Map<string, string>()
  readonly #caps: Caps
  readonly #at: number
  readonly #precision: Precision

  constructor(caps: Caps, at: number, precision: Precision) {
    this.#caps = caps
    this.#at = at
    this.#precision = precision
  }

  state(state: ConversationState): ConversationState {
    return this.#copy(inOrder(state), '') as ConversationState
  }

  live(live: readonly Live[]): readonly Live[] {
    return this.#items(live) as readonly Live[]
  }

  /** Copies a value so that all values that are alike become equal. */
  #copy(value: unknown, name: string): unknown {
    if (name in PASSED_ON) return PASSED_ON[name]
    if (Array.isArray(value)) return this.#items(value.slice(0, this.#endOf(name)))
    if (typeof value === 'object' && value !== null) return this.#object(value, name)
    const same = this.#plain(value, name)
    // The duration of a timer decides nothing; only the longest path is measured with it.
    if (!this.#isCut || name !== 'afterMs') this.key += `${String(same)},`
    return same
  }

  #items(values: readonly unknown[]): unknown {
    this.key += '['
    const copy = values.map((item) => this.#copy(item, ''))
    this.key += ']'
    return copy
  }

  /**
   * Completed calls are never read, beyond whether there are any; after repairs, a refused request has a subset of its
   * earlier options.
   */
  #endOf(name: string): number {
    if (name === 'completed') return 1
    if (name === 'repairs' && this.#isCut) return 0
    return this.#isCut ? MANY : Infinity
  }

  #object(value: object, name: string): unknown {
    if (SETTLED.has(name)) {
      this.key += numberOf(value)
      return value
    }
    if (name === 'error') return SHOWN
    if (name === 'answer') return this.#copy(meant(value), '')
    this.key += '{'
    const copy: Record<string, unknown> = {}
    const entries = value as Readonly<Record<string, unknown>>
    // Faster than Object.entries, and this loop takes most of the time.
    for (const each in entries) {
      this.key += each
      copy[each] = this.#copy(entries[each], each === 'action' && isAsked(entries) ? ASKED : each)
    }
    this.key += '}'
    return copy
  }

  #plain(value: unknown, name: string): unknown {
    if (typeof value === 'number') return this.#number(value, name)
    if (typeof value !== 'string') return value
    if (name === 'digest' || name === 'call') return this.#digestNamed(value)
    // The digest of the last result: a trial says whether the next one equals it.
    if (name === 'result') return value === '' ? '' : 'r'
    if (WORDS.has(name) && value !== '') return '…'
    return ALIKE[name]?.[value] ?? this.#named(value)
  }

  /** Only equality of calls matters: their digests are renamed in order of first appearance. */
  #digestNamed(digest: string): string {
    const name = this.#digests.get(digest) ?? DIGESTS[this.#digests.size] ?? digest
    this.#digests.set(digest, name)
    return name
  }

  #named(text: string): string {
    if (!text.startsWith('#') && !text.startsWith('<')) return text
    return text.replaceAll(/#e\.\w+|<\d+>/g, (id) => {
      const name = this.#names.get(id) ?? `<${this.#names.size}>`
      this.#names.set(id, name)
      return name
    })
  }

  #number(value: number, key: string): number {
    if (value >= FIRST_TIME) return NOW + this.#aheadBy(value, key)
    if (key === 'count') return Math.min(value, 2)
    // Shown to people, and read by no step.
    if (key === 'extensions') return 0
    if (!this.#isCut) return value
    switch (key) {
      case 'requests':
        return this.#requests(value)
      case 'toolCalls':
        return countedTo(this.#caps.toolCallsPerTurn, value)
      case 'subAgents':
        return countedTo(this.#caps.subAgentsPerTurn, value)
      case 'subAgentTokens':
        return countedTo(this.#caps.tokensPerTurn, value)
      case 'continuations':
        // Zero, below the cap, or at the cap.
        return value === 1 ? 2 : value
      case 'attempt':
        // All later attempts belong to a turn that keeps trying.
        return Math.min(value, MAX_ATTEMPTS + 1)
      case 'keptTryingMs':
      case 'patienceMs':
        // Zero or not: the failure paths, which keep exact values, show that it ends.
        return 0
      default:
        return value
    }
  }

  #aheadBy(time: number, key: string): number {
    // Past or not: a late event says so anyway.
    return SHOWN_TIMES.has(key) ? 1 : Math.max(0, time - this.#at)
  }

  /** A low cap is counted up to. A high cap is never reached, so all counts below it are alike. */
  #requests(value: number): number {
    const { requestsPerTurn, requestsPerChild } = this.#caps
    return isLow(Math.min(requestsPerTurn, requestsPerChild)) ? value : Math.min(value, 1)
  }

  get #isCut(): boolean {
    return this.#precision === 'cut'
  }
}

/** A high cap is never reached, so counts below it are alike. */
function countedTo(cap: number, value: number): number {
  return isLow(cap) ? Math.min(value, cap) : 0
}

/** To a step, "always" and an edited command mean "once". */
function meant(answer: object): object {
  const isAllowed = 'type' in answer && (answer.type === 'always' || answer.type === 'edited')
  return isAllowed ? { type: 'once' } : answer
}

/** Sorts sub-agents by phase: their order affects only the order of their results. */
function inOrder(state: ConversationState): ConversationState {
  if (state.type !== 'awaitingSubAgents') return state
  const children = state.children.map(asEnded).toSorted(byPhase)
  return { ...state, children }
}

/** Nobody waits for a sub-agent that has ended, whatever its outcome. */
function asEnded(child: SubAgent): SubAgent {
  return child.phase.type === 'ended'
    ? { ...child, phase: { ...child.phase, outcome: 'completed', text: '' } }
    : child
}

function byPhase(a: SubAgent, b: SubAgent): number {
  const [first, second] = [phaseText(a), phaseText(b)]
  return first === second ? 0 : first < second ? -1 : 1
}

function phaseText({ phase }: SubAgent): string {
  switch (phase.type) {
    case 'working':
      return 'working'
    case 'asking':
      return `asking ${phase.left}`
    case 'stopping':
      return 'stopping'
    case 'ended':
      return 'ended'
    default:
      return assertNever(phase)
  }
}

/** True if any collection in it is longer than a node holds. */
export function isLarge(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) && value.length > MANY) || Object.values(value).some(isLarge)
}
