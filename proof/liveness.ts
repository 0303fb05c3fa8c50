import type { Edge, Graph, Violation } from './graph.ts'
import { witnessOf } from './graph.ts'
import { comesByItself, type RunStatus, runStatusOf } from './run-status.ts'

/** Finds nodes from which reports and timers, without the user, never reach a resting state or a question to the user. */
export function stuckNodes(graph: Graph): readonly Violation[] {
  const reached = new Set(indexesOf(graph, 'resting', 'asking'))
  const sources = sourcesOf(graph)
  const queue = [...reached]
  for (let to = queue.pop(); to !== undefined; to = queue.pop()) {
    for (const from of sources[to] ?? []) {
      if (reached.has(from)) continue
      reached.add(from)
      queue.push(from)
    }
  }
  const stuck = graph.nodes.findIndex((_, index) => !reached.has(index))
  return stuck === -1 ? [] : [violation(graph, 'no rest is reached without the user', stuck)]
}

/** For each node, lists the nodes from which a report or a timer leads to it. */
function sourcesOf(graph: Graph): readonly (readonly number[])[] {
  const sources: number[][] = graph.nodes.map(() => [])
  graph.edges.forEach((edges, from) => {
    for (const { to, event } of edges) if (comesByItself(event)) sources[to]?.push(from)
  })
  return sources
}

/**
 * After a cancel, every sequence of reports and timers must end at rest, without cycles, and with no live work that has
 * not been ordered to stop.
 */
export function cancelsThatDoNotRest(graph: Graph): readonly Violation[] {
  const verdicts = new Map<number, boolean>()
  const restsFrom = (index: number): boolean => {
    const known = verdicts.get(index)
    if (known !== undefined) return known
    const node = graph.nodes[index]
    const isAtRest = node !== undefined && runStatusOf(node.state) === 'resting'
    // A node on a cycle does not rest.
    verdicts.set(index, isAtRest)
    const edges = (graph.edges[index] ?? []).filter(({ event }) => comesByItself(event))
    const isStopping = node?.live.every(({ kind, isStopped }) => kind === 'timer' || isStopped)
    const goesOn = isStopping === true && edges.length > 0
    const rests = isAtRest || (goesOn && edges.every(({ to }) => restsFrom(to)))
    verdicts.set(index, rests)
    return rests
  }
  const starts = indexesOf(graph, 'busy', 'asking')
  const bad = starts.find((from) => !afterCancels(graph.edges[from] ?? [], from).every(restsFrom))
  if (bad === undefined) return []
  return [violation(graph, 'a cancel does not lead to rest', bad)]
}

/** Returns the targets of cancels from any source; the node itself if all are refused. */
function afterCancels(edges: readonly Edge[], from: number): readonly number[] {
  const after = edges.filter(({ event }) => event === 'cancelRequested').map(({ to }) => to)
  return after.length === 0 ? [from] : after
}

function indexesOf(graph: Graph, ...statuses: readonly RunStatus[]): readonly number[] {
  return graph.nodes.flatMap((node, index) =>
    statuses.includes(runStatusOf(node.state)) ? [index] : [],
  )
}

function violation(graph: Graph, what: string, index: number): Violation {
  const name = graph.nodes[index]?.state.type ?? 'nowhere'
  return { what: `${name}: ${what}`, witness: witnessOf(graph.origins, index) }
}
