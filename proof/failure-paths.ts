import type { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import { type Transition, tryStep } from './check-step.ts'
import type { Graph, Violation } from './graph.ts'
import { clockTimerOf } from '../src/main/core/turn/turn-clock.ts'
import type { Live } from './live.ts'
import { type Node, nodeOf, NOW, type Situation } from './node.ts'
import { runStatusOf } from './run-status.ts'
import { failuresAt } from './trials.ts'

/** The longest path to rest from a node if everything fails as late as possible. */
interface FailurePath {
  readonly steps: number
  readonly ms: number
  readonly next: { readonly label: string; readonly key: string } | null
}

const AT_REST: FailurePath = { steps: 0, ms: 0, next: null }

export interface Longest {
  readonly steps: number
  readonly minutes: number
  /** The state in which the slowest path begins, and its events. */
  readonly from: string
  readonly path: readonly string[]
}

export interface FailurePaths {
  readonly longest: Longest
  readonly violations: readonly Violation[]
}

/** Deeper than any path to rest that people would wait for. */
const MAX_STEPS = 1_000

/**
 * The graph of failures only: from each node every timer fires and every work fails. Collections and counters are exact
 * here, so its longest path is that of the machine. While the clock of a turn runs, failures together take at most its
 * time; otherwise a failure takes as long as the timer of its work.
 */
export function followFailures(transition: Transition, graph: Graph): FailurePaths {
  const search = new FailureSearch(transition)
  let start: Node | null = null
  let best = AT_REST
  let steps = 0
  for (const situation of [...graph.nodes, ...graph.large]) {
    const node = nodeIn(situation)
    const onward = search.pathFrom(node, 0)
    const path = { ...onward, ms: clockMs(node) + onward.ms }
    if (search.violation !== null) {
      return { longest: longestOf(search, node, best, steps), violations: [search.violation] }
    }
    steps = Math.max(steps, path.steps)
    if (path.ms > best.ms) [start, best] = [node, path]
  }
  return { longest: longestOf(search, start, best, steps), violations: [] }
}

function longestOf(
  search: FailureSearch,
  start: Node | null,
  path: FailurePath,
  steps: number,
): Longest {
  const from = start?.state.type ?? 'nowhere'
  return { steps, minutes: path.ms / 60_000, from, path: search.pathOf(path) }
}

class FailureSearch {
  violation: Violation | null = null
  readonly #transition: Transition
  readonly #paths = new Map<string, FailurePath>()
  /** The nodes of the path being followed, and the events between them. */
  readonly #following = new Map<string, string>()

  constructor(transition: Transition) {
    this.#transition = transition
  }

  pathFrom(node: Node, depth: number): FailurePath {
    if (runStatusOf(node.state) !== 'busy' || this.violation !== null) return AT_REST
    const known = this.#paths.get(node.key)
    if (known !== undefined) return known
    const isRound = this.#following.has(node.key)
    if (isRound || depth > MAX_STEPS) {
      const what = isRound
        ? 'failures go round forever'
        : `more than ${MAX_STEPS} failures in a row`
      this.violation = {
        what: `${node.state.type}: ${what}`,
        witness: [...this.#following.values()],
      }
      return AT_REST
    }
    const path = this.#longestFrom(node, depth)
    this.#following.delete(node.key)
    this.#paths.set(node.key, path)
    return path
  }

  #longestFrom(node: Node, depth: number): FailurePath {
    let path = AT_REST
    let steps = 0
    for (const trial of failuresAt(node)) {
      this.#following.set(node.key, trial.label)
      const { step, after } = tryStep(this.#transition, node, trial)
      if (step?.type !== 'moved') continue
      const next = runStatusOf(after.state) === 'busy' ? nodeIn(since(node, after)) : null
      const rest = next === null ? AT_REST : this.pathFrom(next, depth + 1)
      const ms = waitAt(node) + (next === null ? 0 : newClockMs(node, after)) + rest.ms
      steps = Math.max(steps, rest.steps + 1)
      if (path.next === null || ms > path.ms) {
        path = {
          steps,
          ms,
          next: { label: `${trial.label} -> ${after.state.type}`, key: next?.key ?? '' },
        }
      }
    }
    return { ...path, steps }
  }

  pathOf(path: FailurePath): readonly string[] {
    const labels: string[] = []
    for (let next = path.next; next !== null; next = this.#paths.get(next.key)?.next ?? null) {
      labels.push(next.label)
    }
    return labels
  }
}

/**
 * Returns the situation's node. While a clock runs, the durations of other timers do not distinguish situations; nor do facts
 * used only to judge the next reply, because no reply follows.
 */
function nodeIn(situation: Situation): Node {
  const clock = clockOf(situation)
  const state = withoutReplies(situation.state)
  const live = situation.live.map((each) =>
    clock === null || each === clock ? each : { ...each, afterMs: null },
  )
  return nodeOf({ ...situation, state, live }, NOW, 'whole')
}

function withoutReplies(state: ConversationState): ConversationState {
  if (!('turn' in state)) return state
  const turn = { ...state.turn, repeated: null, continuations: 0, askedToSubmit: false }
  return { ...state, turn }
}

function clockOf({ live, state }: Situation): Live | null {
  const timerId = clockTimerOf(state)
  return live.find(({ id }) => id === timerId) ?? null
}

function clockMs(situation: Situation): number {
  return clockOf(situation)?.afterMs ?? 0
}

/** Returns the time of a clock that the step between two situations started. */
function newClockMs(before: Situation, after: Situation): number {
  return clockTimerOf(after.state) === clockTimerOf(before.state) ? 0 : clockMs(after)
}

/**
 * Returns the longest time before anything happens at a situation: until the first of its timers fires. The time of a clock
 * was counted when it started.
 */
function waitAt(situation: Situation): number {
  if (clockOf(situation) !== null) return 0
  const { live } = situation
  const lengths = live.flatMap(({ afterMs }) => (afterMs === null ? [] : [afterMs]))
  return lengths.length === 0 ? 0 : Math.min(...lengths)
}

/** Returns the situation with the time that has passed subtracted from its other timers when the first one fires. */
function since(before: Situation, after: Situation): Situation {
  const waited = waitAt(before)
  const known = new Set(before.live.map(({ id }) => id))
  const live = after.live.map((each) =>
    each.afterMs !== null && known.has(each.id)
      ? { ...each, afterMs: Math.max(0, each.afterMs - waited) }
      : each,
  )
  return { ...after, live }
}
