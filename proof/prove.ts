import type { Transition } from './check-step.ts'
import { explore } from './explore.ts'
import { type FailurePaths, followFailures } from './failure-paths.ts'
import type { Graph, Violation } from './graph.ts'
import { cancelsThatDoNotRest, stuckNodes } from './liveness.ts'
import { type Variant, VARIANTS } from './variants.ts'

export interface Proof {
  readonly graph: Graph
  readonly longest: FailurePaths['longest']
  readonly violations: readonly Violation[]
}

/** "Never stuck", as far as the abstract graph shows it (machine.md, Proof 1). */
export function prove(transition: Transition, variants: readonly Variant[] = VARIANTS): Proof {
  const graph = explore(transition, variants)
  const { longest, violations } = followFailures(transition, graph)
  // A graph that was given up early says nothing of what its nodes lead to.
  const isWhole = graph.violations.length === 0
  const further = isWhole ? [...stuckNodes(graph), ...cancelsThatDoNotRest(graph)] : []
  return { graph, longest, violations: [...graph.violations, ...violations, ...further] }
}

/** Nodes, edges and the longest path of failures, in one line. */
export function figuresOf({ graph, longest }: Proof): string {
  const edges = graph.edges.reduce((sum, each) => sum + each.length, 0)
  const minutes = Math.round(longest.minutes)
  return `${graph.nodes.length} nodes, ${edges} edges; where everything fails: at most ${longest.steps} steps, ${minutes} minutes to rest`
}
