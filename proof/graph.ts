import type { Input } from '../src/main/core/machine/event.ts'
import type { StepRow } from './step-rows.ts'
import type { Node, Situation } from './node.ts'

export interface Edge {
  readonly to: number
  readonly event: Input['type']
  readonly label: string
}

export interface Violation {
  readonly what: string
  /** The events from a start to the violation. */
  readonly witness: readonly string[]
}

export interface Graph {
  readonly nodes: readonly Node[]
  /** For each node, one edge per event type and target node. */
  readonly edges: readonly (readonly Edge[])[]
  /** The event that first led to each node; null for a start. */
  readonly origins: readonly (Origin | null)[]
  /** Places whose collections are longer than a node holds. */
  readonly large: readonly Situation[]
  /** State, event and the result: the next state, or the reason for the refusal. */
  readonly outcomes: ReadonlyMap<string, ReadonlySet<string>>
  readonly steps: readonly StepRow[]
  readonly violations: readonly Violation[]
}

export interface Origin {
  readonly from: number
  readonly label: string
}

/** Returns the events that first led to a node. */
export function witnessOf(origins: Graph['origins'], index: number): readonly string[] {
  const labels: string[] = []
  for (let origin = origins[index]; origin; origin = origins[origin.from]) labels.push(origin.label)
  return labels.toReversed()
}
