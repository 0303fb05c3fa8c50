import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bash, text } from '../../e2e/fake-model-server/parts.ts'
import type { FakeModelServer } from '../../e2e/fake-model-server/fake-model-server.ts'
import { message } from '../../e2e/fake-model-server/replies.ts'
import { freshFolder } from '../../e2e/support/host.ts'
import type { Trial } from '../bench.ts'
import { type Figure, median, ms, withFloor, withGoal } from '../figures.ts'
import { cpuSeconds, cpuSecondsWithChildren } from '../process-cost.ts'
import { Rig } from '../rig.ts'

const ROUNDS = [10, 100, 500]
const SHORT_ROUNDS = [10, 20, 40]
/** Limit for the host's processor time per round, as a multiple of the bare floor's. */
const CPU_LIMIT = 1.5
const ROUNDS_PER_MESSAGE = 150
/** Samples on each side of a round, and of the floor next to it. */
const REACH = 8

/** How commands run in the loop and in its floor. */
interface Setting {
  readonly name: string
  /** Value of PHOENIX_SANDBOX for the host. */
  readonly sandbox: 'on' | 'off'
  readonly limit: number
}

const OPEN: Setting = { name: 'loop', sandbox: 'off', limit: 1.5 }
const SANDBOXED: Setting = { name: 'sandboxed loop', sandbox: 'on', limit: 1.3 }

/** The work of a floor: only the round itself, or also the flush before each effect that the promise needs. */
const FLOORS = ['bare', 'durable'] as const
type FloorKind = (typeof FLOORS)[number]
type OfFloors = Readonly<Record<FloorKind, number>>

interface Sample {
  readonly round: number
  readonly loop: number
  readonly floors: OfFloors
  /** Processor time used so far, in seconds. */
  readonly cpu: OfFloors & { readonly host: number }
}

/**
 * Agent loop overhead: from the moment the model's reply leaves the fake server to the arrival of the next request,
 * compared with floors of the same run and round: clients that spawn `bash -c true` as the tool does and post the same
 * body. The bare one does nothing else; the durable one also flushes the reply before it spawns and the result before
 * it posts.
 */
export function measureLoop(trial: Trial): Promise<readonly Figure[]> {
  return measure(trial, OPEN)
}

/** The same with commands in the sandbox, including the floor's. */
export function measureSandboxedLoop(trial: Trial): Promise<readonly Figure[]> {
  return measure(trial, SANDBOXED)
}

async function measure(
  trial: Trial,
  { limit, name, sandbox }: Setting,
): Promise<readonly Figure[]> {
  const rounds = trial.isShort ? SHORT_ROUNDS : ROUNDS
  const samples = await sampleLoop(trial, sandbox, rounds)
  const figures = samples.flatMap(({ round, loop, floors }): readonly Figure[] => {
    const value = loop / floors.bare
    const measured = `${ms(loop)} / floor ${ms(floors.bare)} = ${value.toFixed(2)}x`
    const what = `${name} overhead at round ${round}`
    const goal = `at most ${limit}x the floor`
    return [
      withGoal({ what, value, measured }, goal, value <= limit),
      besideDurable(what, loop, floors.durable),
    ]
  })
  const [first, , last] = samples.map(({ loop, floors }) => loop / floors.bare)
  const value = (last ?? Number.NaN) / (first ?? Number.NaN)
  const what = `${name}: multiple at round ${rounds.at(-1)} / at round ${rounds[0]}`
  const growing = { what, value, measured: value.toFixed(2) }
  return [...figures, withGoal(growing, 'at most 1.2', value <= 1.2), ...cpuFigures(name, samples)]
}

function besideDurable(what: string, ours: number, floor: number): Figure {
  const value = ours / floor
  const measured = `${ms(ours)} = ${value.toFixed(2)}x`
  return withFloor({ what: `${what}, durable`, value, measured }, ms(floor))
}

/** From the first sample to the last. Other load on the machine disturbs processor time less than wall time. */
function cpuFigures(name: string, samples: readonly Sample[]): readonly Figure[] {
  const [first, last] = [samples[0], samples.at(-1)]
  const rounds = (last?.round ?? 0) - (first?.round ?? 0)
  const perRound = (which: keyof Sample['cpu']): number =>
    (((last?.cpu[which] ?? Number.NaN) - (first?.cpu[which] ?? Number.NaN)) * 1_000) / rounds
  const [host, bare] = [perRound('host'), perRound('bare')]
  const what = `${name}: processor time per round`
  const measured = `${ms(host)} / floor ${ms(bare)} = ${(host / bare).toFixed(2)}x`
  const goal = `at most ${CPU_LIMIT}x the floor`
  return [
    withGoal({ what, value: host, measured }, goal, host <= CPU_LIMIT * bare),
    besideDurable(what, host, perRound('durable')),
  ]
}

async function sampleLoop(
  trial: Trial,
  sandbox: Setting['sandbox'],
  rounds: readonly number[],
): Promise<readonly Sample[]> {
  const rig = await Rig.start(trial, { sandbox })
  const { host, model } = rig
  const client = await rig.connect()
  const conversation = await client.newConversation(freshFolder('work'))

  const intervals = new Map<number, number>()
  const bodies = new Map<number, string>()
  const floors = {
    bare: new FloorClient(model, sandbox, 'bare'),
    durable: new FloorClient(model, sandbox, 'durable'),
  }
  let round = 0
  let repliedAt = Number.NaN
  let isAnswer = false
  model.respond((body, request) => {
    const now = performance.now()
    const floor = FLOORS.find((kind) => request.headers['x-bench'] === kind)
    if (floor !== undefined) return floors[floor].arrived(now)
    if (!isAnswer) intervals.set(round, now - repliedAt)
    round++
    if (rounds.includes(round - REACH)) bodies.set(round - REACH, JSON.stringify(body))
    isAnswer = round % ROUNDS_PER_MESSAGE === 0 || rounds.includes(round - REACH)
    repliedAt = performance.now()
    return message([isAnswer ? text('Enough for now.') : bash(`true # ${round}`)])
  })

  const samples: Sample[] = []
  while (samples.length < rounds.length) {
    const idle = client.untilIdle()
    await client.send(conversation, `Go on from ${round}`)
    await idle
    isAnswer = false
    intervals.delete(round)
    const at = rounds.find((each) => each === round - REACH)
    if (at === undefined) continue
    const around = [...intervals]
      .filter(([each]) => Math.abs(each - at) < REACH)
      .map(([, value]) => value)
    const body = bodies.get(at) ?? ''
    const bare = await floors.bare.measure(at, body)
    const durable = await floors.durable.measure(at, body)
    const cpu = {
      host: cpuSecondsWithChildren(host.pid),
      bare: cpuSeconds(floors.bare.pid),
      durable: cpuSeconds(floors.durable.pid),
    }
    samples.push({ round: at, loop: median(around), floors: { bare, durable }, cpu })
  }
  for (const kind of FLOORS) floors[kind].close()
  client.close()
  await rig.end()
  return samples
}

/** A floor: another process that posts, spawns, posts; it does as many rounds as the loop, so it is equally warm. */
class FloorClient {
  readonly #child
  readonly #model: FakeModelServer
  #arrivals: number[] = []
  #round = 0

  constructor(model: FakeModelServer, sandbox: Setting['sandbox'], kind: FloorKind) {
    this.#model = model
    const env = { ...process.env, PHOENIX_SANDBOX: sandbox }
    this.#child = fork(join(import.meta.dirname, '../floor-client.ts'), [kind], { env })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  arrived(now: number): ReturnType<typeof message> {
    this.#arrivals.push(now)
    return message([bash('true')])
  }

  /** Continues with this body to a little after that round; returns the median of the intervals around it, in ms. */
  async measure(at: number, body: string): Promise<number> {
    this.#arrivals = []
    const { url, key } = this.#model
    const done = once(this.#child, 'message')
    this.#child.send({ url, key, body, count: at + REACH - this.#round })
    await done
    this.#round = at + REACH
    const intervals = this.#arrivals
      .slice(1)
      .map((time, index) => time - (this.#arrivals[index] ?? time))
    return median(intervals.slice(-(2 * REACH - 1)))
  }

  close(): void {
    this.#child.kill()
  }
}
