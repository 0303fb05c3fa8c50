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
import { Stand } from '../stand.ts'

const ROUNDS = [10, 100, 500]
const SHORT_ROUNDS = [10, 20, 40]
const ROUNDS_PER_MESSAGE = 150
/** Samples on both sides of a round, and of the floor beside it. */
const REACH = 8

/** How commands run in the loop and in its floor. */
interface Setting {
  readonly name: string
  /** PHOENIX_SANDBOX of the host. */
  readonly sandbox: 'on' | 'off'
  readonly limit: number
}

const OPEN: Setting = { name: 'loop', sandbox: 'off', limit: 1.5 }
const SANDBOXED: Setting = { name: 'sandboxed loop', sandbox: 'on', limit: 1.6 }

interface Sample {
  readonly round: number
  readonly loop: number
  readonly floor: number
  /** Processor time used so far, in seconds, of host and floor. */
  readonly cpu: { readonly host: number; readonly floor: number }
}

/**
 * Agent loop overhead: from the model's reply leaving the fake server to the next request's arrival there, beside the
 * floor of the same run and round: a bare client that spawns `bash -c true` as the tool does and posts the same body.
 */
export function measureLoop(trial: Trial): Promise<readonly Figure[]> {
  return measure(trial, OPEN)
}

/** The same where commands run in the sandbox; the floor's too. */
export function measureSandboxedLoop(trial: Trial): Promise<readonly Figure[]> {
  return measure(trial, SANDBOXED)
}

async function measure(
  trial: Trial,
  { limit, name, sandbox }: Setting,
): Promise<readonly Figure[]> {
  const rounds = trial.isShort ? SHORT_ROUNDS : ROUNDS
  const samples = await sampleLoop(trial, sandbox, rounds)
  const figures = samples.map(({ round, loop, floor }): Figure => {
    const value = loop / floor
    const measured = `${ms(loop)} / floor ${ms(floor)} = ${value.toFixed(2)}x`
    const what = `${name} overhead at round ${round}`
    return withGoal({ what, value, measured }, `at most ${limit}x the floor`, value <= limit)
  })
  const [first, , last] = samples.map(({ loop, floor }) => loop / floor)
  const value = (last ?? Number.NaN) / (first ?? Number.NaN)
  const what = `${name}: multiple at round ${rounds.at(-1)} / at round ${rounds[0]}`
  const growing = { what, value, measured: value.toFixed(2) }
  return [...figures, withGoal(growing, 'at most 1.2', value <= 1.2), cpuFigure(name, samples)]
}

/** From the first sample to the last. Other work on the machine disturbs it less than it does the clock. */
function cpuFigure(name: string, samples: readonly Sample[]): Figure {
  const [first, last] = [samples[0], samples.at(-1)]
  const rounds = (last?.round ?? 0) - (first?.round ?? 0)
  const [host = Number.NaN, floor = Number.NaN] = (['host', 'floor'] as const).map(
    (which) => (((last?.cpu[which] ?? 0) - (first?.cpu[which] ?? 0)) * 1_000) / rounds,
  )
  const what = `${name}: processor time per round`
  return withFloor({ what, value: host, measured: ms(host) }, ms(floor))
}

async function sampleLoop(
  trial: Trial,
  sandbox: Setting['sandbox'],
  rounds: readonly number[],
): Promise<readonly Sample[]> {
  const stand = await Stand.start(trial, { sandbox })
  const { host, model } = stand
  const client = await stand.connect()
  const conversation = await client.newConversation(freshFolder('work'))

  const intervals = new Map<number, number>()
  const bodies = new Map<number, string>()
  const floor = new FloorClient(model, sandbox)
  let round = 0
  let repliedAt = Number.NaN
  let isAnswer = false
  model.respond((body, request) => {
    const now = performance.now()
    if (floor.takes(request.headers)) return floor.arrived(now)
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
    const least = await floor.measure(at, bodies.get(at) ?? '')
    const cpu = { host: cpuSecondsWithChildren(host.pid), floor: cpuSeconds(floor.pid) }
    samples.push({ round: at, loop: median(around), floor: least, cpu })
  }
  floor.close()
  client.close()
  await stand.end()
  return samples
}

/** The floor: another process that does nothing but post, spawn, post; as many rounds as the loop, so as warm as it. */
class FloorClient {
  private readonly child
  private readonly model: FakeModelServer
  private arrivals: number[] = []
  private round = 0

  constructor(model: FakeModelServer, sandbox: Setting['sandbox']) {
    this.model = model
    const env = { ...process.env, PHOENIX_SANDBOX: sandbox }
    this.child = fork(join(import.meta.dirname, '../floor-client.ts'), { env })
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  takes(headers: Readonly<Record<string, unknown>>): boolean {
    return headers['x-bench'] === 'floor'
  }

  arrived(now: number): ReturnType<typeof message> {
    this.arrivals.push(now)
    return message([bash('true')])
  }

  /** Goes on to a little after that round with this body; ms, the median of the intervals around it. */
  async measure(at: number, body: string): Promise<number> {
    this.arrivals = []
    const { url, key } = this.model
    const done = once(this.child, 'message')
    this.child.send({ url, key, body, count: at + REACH - this.round })
    await done
    this.round = at + REACH
    const intervals = this.arrivals
      .slice(1)
      .map((time, index) => time - (this.arrivals[index] ?? time))
    return median(intervals.slice(-(2 * REACH - 1)))
  }

  close(): void {
    this.child.kill()
  }
}
