import type { ConversationId } from '../src/shared/ids.ts'
import { act } from './people/acts.ts'
import { NO_TAPE } from './choices.ts'
import type { DiskType } from './disks/disk.ts'
import type { Violation } from './run-record.ts'
import { observeTransitions } from './observed-transition.ts'
import { People } from './people/people.ts'
import { settled } from './simulate.ts'
import { World } from './world.ts'

const ACTS = 12
const DAY_MS = 24 * 60 * 60_000
const MAX_ENTRIES = 100_000

/**
 * I34: runs two conversations side by side, once with faults in the first and once without. The second must do the same
 * to the millisecond: events, states, messages. Ids are compared by order of first appearance.
 */
export async function checkIsolation(seed: number, store: DiskType): Promise<Violation | null> {
  const [noisy, calm] = [await traceOfRun(seed, store, false), await traceOfRun(seed, store, true)]
  const broken = noisy.violation ?? calm.violation
  if (broken !== null) return broken
  const longer = Math.max(noisy.trace.length, calm.trace.length)
  const at = Array.from({ length: longer }).findIndex((_, index) => {
    return noisy.trace[index] !== calm.trace[index]
  })
  if (at === -1) return null
  const facts = firstDifference(noisy.trace[at] ?? 'nothing', calm.trace[at] ?? 'nothing')
  return { promise: 'I34 faults of one conversation change no other', facts }
}

/** Returns an excerpt of both lines around their first difference. */
function firstDifference(a: string, b: string): string {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const from = Math.max(0, at - 200)
  return `${a.slice(0, 60)} ... ${a.slice(from, from + 400)}\n / \n${b.slice(from, from + 400)}`
}

interface RunTrace {
  readonly violation: Violation | null
  /** The trace of the second conversation and its sub-agents. */
  readonly trace: readonly string[]
}

async function traceOfRun(seed: number, store: DiskType, isCalm: boolean): Promise<RunTrace> {
  const lines: { readonly at: number; readonly text: string }[] = []
  const world: World = new World({
    seed,
    tape: NO_TAPE,
    store,
    commit: null,
    failing: null,
    isolation: { calm: isCalm ? '/work/c1' : null },
    isLate: false,
    isHashed: false,
    onLine: (text) => lines.push({ at: lines.length === 0 ? 0 : world.schedule.now, text }),
    known: new Set(),
  })
  const { oracles, record } = world
  observeTransitions((...seen) => oracles.transitioned(...seen))
  world.windows.open()
  for (const id of world.ids) addPeople(world, id)
  await runToEnd(world)
  world.heal()
  await runToEnd(world)
  observeTransitions(null)
  const second = world.ids[1]
  const trace = lines
    .filter(({ text }) => second !== undefined && rootOf(world, text) === second)
    .map(({ at, text }) => `${at} ${text}`)
  world.disk.close()
  return { violation: record.violation, trace: renumbered(trace) }
}

/** Adds people who act only in this conversation. */
function addPeople(world: World, id: ConversationId): void {
  const people = new People(world, `${id}-`)
  const { choices } = world.randomnessOf(id)
  let left = ACTS
  const next = (): void => {
    const stage = people.stage(id)
    if (stage !== null) world.note(`a person: ${act(stage, 'near')} in ${id}`)
    if (--left > 0) world.schedule.after(choices.delay(), 'world', 'somebody acts', next)
  }
  world.schedule.after(choices.delay(), 'world', 'somebody acts', next)
}

async function runToEnd(world: World): Promise<void> {
  const { schedule, record } = world
  const end = schedule.now + DAY_MS
  await settled()
  for (let entries = 0; record.violation === null; entries++) {
    const entry = schedule.next(end)
    if (entry === null) return
    if (entries > MAX_ENTRIES) return world.fail('a run comes to its end', entry.what)
    try {
      entry.run()
    } catch (error) {
      world.threw(error)
    }
    await settled()
  }
}

/** Returns the root conversation that a line of the trace (a step or a commit) belongs to. */
function rootOf(world: World, text: string): string | null {
  const [first = '', second = ''] = text.split(' ', 2)
  const id = first === 'commit' ? second : first
  const child = [...world.oracles.family.children].find(([each]) => each === id)
  return child?.[1].parent ?? id
}

/**
 * Replaces event ids, which count through the whole app, with their order in this trace. Results of sub-agents contain
 * such ids, so the digests of these results differ and are dropped.
 */
function renumbered(lines: readonly string[]): readonly string[] {
  const names = new Map<string, string>()
  return lines.map((line) =>
    line.replaceAll(DIGEST_OF_RESULT, '$1').replaceAll(/e\d{5}/g, (id) => {
      const name = names.get(id) ?? `#${names.size}`
      names.set(id, name)
      return name
    }),
  )
}

const DIGEST_OF_RESULT = /("call":.{0,2000}?"result":)"[a-z0-9.]+"/g
