import type { Transition } from './check-step.ts'
import { explore } from './explore.ts'
import { followFailures } from './failure-paths.ts'
import type { Findings } from './findings.ts'
import type { Graph } from './graph.ts'
import { cancelsThatDoNotRest, stuckNodes } from './liveness.ts'
import { runStatusOf } from './run-status.ts'
import type { Variant } from './variants.ts'

/** Proves "never stuck", as far as the abstract graph of these variants shows it. */
export function prove(transition: Transition, variants: readonly Variant[]): Findings {
  const graph = explore(transition, variants)
  const { longest, violations } = followFailures(transition, graph)
  // An incomplete graph does not show where its nodes lead.
  const isWhole = graph.violations.length === 0
  const further = isWhole ? [...stuckNodes(graph), ...cancelsThatDoNotRest(graph)] : []
  return {
    nodes: graph.nodes.length,
    edges: graph.edges.reduce((sum, each) => sum + each.length, 0),
    states: statesOf(graph),
    outcomes: [...graph.outcomes].map(([pair, outcomes]) => [pair, [...outcomes].toSorted()]),
    steps: graph.steps,
    longest,
    violations: [...graph.violations, ...violations, ...further],
  }
}

function statesOf({ nodes }: Graph): Findings['states'] {
  const byType = Map.groupBy(nodes, ({ state }) => state.type)
  return [...byType].map(([type, alike]) => [
    type,
    [...new Set(alike.map(({ state }) => runStatusOf(state)))].toSorted(),
  ])
}
