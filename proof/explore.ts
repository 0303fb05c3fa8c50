import type { Input } from '../src/main/core/machine/event.ts'
import { invalidity, type Transition, type TrialResult, tryStep } from './check-step.ts'
import { type Edge, type Graph, type Origin, type Violation, witnessOf } from './graph.ts'
import { isLarge, type Node, nodeOf, NOW, type Situation } from './node.ts'
import { type Trial, trialsAt } from './trials.ts'
import { type StepRow, StepRows } from './step-rows.ts'
import type { Variant } from './variants.ts'

/** More nodes than any sensible machine has: exceeding it means that a counter grows without bound. */
const MAX_NODES = 300_000
const MAX_VIOLATIONS = 5

/** Follows every tried event from every start until no new node is found. */
export function explore(transition: Transition, variants: readonly Variant[]): Graph {
  const exploration = new Exploration()
  for (const variant of variants) {
    exploration.enter({ variant, state: variant.start, live: [] }, NOW, null)
  }
  for (let from = 0; from < exploration.nodes.length && exploration.isGoingOn; from++) {
    const node = exploration.nodes[from]
    if (node === undefined) break
    for (const trial of trialsAt(node)) {
      exploration.follow(from, trial, tryStep(transition, node, trial))
    }
  }
  return exploration
}

class Exploration implements Graph {
  readonly nodes: Node[] = []
  readonly edges: Edge[][] = []
  readonly origins: (Origin | null)[] = []
  readonly large: Situation[] = []
  readonly outcomes = new Map<string, Set<string>>()
  readonly violations: Violation[] = []
  readonly #stepRows = new StepRows()
  readonly #indexes = new Map<string, number>()
  readonly #largeKeys = new Set<string>()

  get steps(): readonly StepRow[] {
    return this.#stepRows.rows
  }

  get isGoingOn(): boolean {
    return this.violations.length < MAX_VIOLATIONS
  }

  /** Returns the index of the situation's node, adding one if none is alike. */
  enter(situation: Situation, at: number, origin: Origin | null): number {
    const node = nodeOf(situation, at, 'cut')
    const known = this.#indexes.get(node.key)
    if (known !== undefined) return known
    const index = this.nodes.length
    this.#indexes.set(node.key, index)
    this.nodes.push(node)
    this.edges.push([])
    this.origins.push(origin)
    const broken = index >= MAX_NODES ? 'the graph has no end' : invalidity(node.state)
    if (broken !== null) this.#violate(broken, index)
    return index
  }

  follow(from: number, trial: Trial, { step, after, broken }: TrialResult): void {
    const node = this.nodes[from]
    if (node === undefined) return
    const { label, event } = trial
    if (step !== null)
      this.#note(node, event.type, step.type === 'moved' ? after.state.type : step.reason)
    if (step?.type === 'moved') this.#stepRows.note(node, trial, step)
    if (broken !== null) return this.#violate(broken, from, label)
    // After a session opens on a busy state, recovered follows, which is also tried from here.
    if (event.type === 'sessionOpened') return
    if (step?.type === 'refused' && after.live.length === node.live.length) return
    if (isSame(node, after)) return
    const to = this.enter(after, event.at, { from, label })
    this.#keepLarge(after, event.at)
    const edges = this.edges[from]
    if (to === from || edges?.some((each) => each.to === to && each.event === event.type)) return
    edges?.push({ to, event: event.type, label })
  }

  #note(node: Node, event: Input['type'], outcome: string): void {
    const pair = `${node.state.type} ${event}`
    const outcomes = this.outcomes.get(pair) ?? new Set()
    outcomes.add(outcome)
    this.outcomes.set(pair, outcomes)
  }

  #keepLarge(situation: Situation, at: number): void {
    if (!isLarge(situation.state)) return
    const whole = nodeOf(situation, at, 'whole')
    if (this.#largeKeys.has(whole.key)) return
    this.#largeKeys.add(whole.key)
    this.large.push(whole)
  }

  #violate(what: string, index: number, last?: string): void {
    const witness = [...witnessOf(this.origins, index), ...(last === undefined ? [] : [last])]
    this.violations.push({ what, witness })
  }
}

/** True if nothing has changed, even between values that are alike. */
function isSame(before: Situation, after: Situation): boolean {
  const isStill = after.state === before.state && after.variant === before.variant
  return isStill && after.live.length === before.live.length
}
