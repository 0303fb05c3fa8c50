import type { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import type { Longest } from './failure-paths.ts'
import type { Violation } from './graph.ts'
import { joinedRows, type StepRow } from './step-rows.ts'
import type { RunStatus } from './run-status.ts'

type StateType = ConversationState['type']

/** The result of an exploration, as plain data: it crosses threads and is stored in a file. */
export interface Findings {
  readonly nodes: number
  readonly edges: number
  /** Each reached state, in order of discovery, with its run statuses. */
  readonly states: readonly (readonly [StateType, readonly RunStatus[]])[]
  /** "state event" and the result: the next states, or the reasons for refusals. */
  readonly outcomes: readonly (readonly [string, readonly string[]])[]
  /** The effects of each step, separately for root conversations and sub-agents. */
  readonly steps: readonly StepRow[]
  readonly longest: Longest
  readonly violations: readonly Violation[]
}

/** Merges the findings of disjoint explorations, in their order. */
export function merged(parts: readonly Findings[]): Findings {
  const byTime = parts.map(({ longest }) => longest).toSorted((a, b) => b.minutes - a.minutes)
  const [longest = { steps: 0, minutes: 0, from: 'nowhere', path: [] }] = byTime
  return {
    nodes: sum(parts.map(({ nodes }) => nodes)),
    edges: sum(parts.map(({ edges }) => edges)),
    states: joined(parts.map(({ states }) => states)),
    outcomes: joined(parts.map(({ outcomes }) => outcomes)),
    steps: joinedRows(parts.flatMap(({ steps }) => steps)),
    longest: { ...longest, steps: Math.max(0, ...byTime.map(({ steps }) => steps)) },
    violations: parts.flatMap(({ violations }) => violations),
  }
}

/** Nodes, edges and the longest failure path, in one line. */
export function figuresOf({ edges, longest, nodes }: Findings): string {
  const minutes = Math.round(longest.minutes)
  return `${nodes} nodes, ${edges} edges; where everything fails: at most ${longest.steps} steps, ${minutes} minutes to rest`
}

function joined<Key, Value extends string>(
  lists: readonly (readonly (readonly [Key, readonly Value[]])[])[],
): readonly (readonly [Key, readonly Value[]])[] {
  const all = new Map<Key, Set<Value>>()
  for (const [key, values] of lists.flat()) {
    const known = all.get(key) ?? new Set()
    for (const value of values) known.add(value)
    all.set(key, known)
  }
  return [...all].map(([key, values]) => [key, [...values].toSorted(inOrder)])
}

function inOrder(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
