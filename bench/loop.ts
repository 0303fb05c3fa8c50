import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bash, text } from '../e2e/fake-model-server/parts.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../e2e/fake-model-server/fake-model-server.ts'
import { message } from '../e2e/fake-model-server/replies.ts'
import { freshFolder, Host } from '../e2e/host.ts'
import { BenchClient } from './client.ts'
import { type Figure, median, ms } from './figures.ts'
import { cpuSeconds } from './process-cost.ts'

const ROUNDS = [10, 100, 500]
const ROUNDS_PER_MESSAGE = 150
/** Samples on both sides of a round, and of the floor beside it. */
const REACH = 8

const LIMIT = 1.5

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
export async function measureLoop(): Promise<readonly Figure[]> {
  const samples = await sampleLoop()
  const figures = samples.map(({ round, loop, floor }): Figure => {
    const multiple = loop / floor
    return {
      what: `loop overhead at round ${round}`,
      measured: `${ms(loop)} / floor ${ms(floor)} = ${multiple.toFixed(2)}x`,
      goal: `at most ${LIMIT}x the floor`,
      isMet: multiple <= LIMIT,
    }
  })
  const [first, , last] = samples.map(({ loop, floor }) => loop / floor)
  const growth = (last ?? Number.NaN) / (first ?? Number.NaN)
  const growing: Figure = {
    what: 'multiple at round 500 / at round 10',
    measured: growth.toFixed(2),
    goal: 'at most 1.2',
    isMet: growth <= 1.2,
  }
  return [...figures, growing, cpuFigure(samples)]
}

/** From the first sample to the last. Other work on the machine disturbs it less than it does the clock. */
function cpuFigure(samples: readonly Sample[]): Figure {
  const [first, last] = [samples[0], samples.at(-1)]
  const rounds = (last?.round ?? 0) - (first?.round ?? 0)
  const [host, floor] = (['host', 'floor'] as const).map(
    (which) => (((last?.cpu[which] ?? 0) - (first?.cpu[which] ?? 0)) * 1_000) / rounds,
  )
  return {
    what: 'processor time per round',
    measured: `${ms(host ?? Number.NaN)} / floor ${ms(floor ?? Number.NaN)}`,
    goal: '(told)',
    isMet: true,
  }
}

async function sampleLoop(): Promise<readonly Sample[]> {
  const model = await startFakeModelServer({ remember: 3 })
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const host = await Host.start({ environment })
  const client = await BenchClient.connect(host.address)
  const conversation = await client.newConversation(freshFolder('work'))

  const intervals = new Map<number, number>()
  const bodies = new Map<number, string>()
  const floor = new FloorClient(model)
  let round = 0
  let repliedAt = Number.NaN
  let isAnswer = false
  model.respond((body, request) => {
    const now = performance.now()
    if (floor.takes(request.headers)) return floor.arrived(now)
    if (!isAnswer) intervals.set(round, now - repliedAt)
    round++
    if (ROUNDS.includes(round - REACH)) bodies.set(round - REACH, JSON.stringify(body))
    isAnswer = round % ROUNDS_PER_MESSAGE === 0 || ROUNDS.includes(round - REACH)
    repliedAt = performance.now()
    return message([isAnswer ? text('Enough for now.') : bash(`true # ${round}`)])
  })

  const samples: Sample[] = []
  while (samples.length < ROUNDS.length) {
    const idle = client.untilIdle()
    await client.send(conversation, `Go on from ${round}`)
    await idle
    isAnswer = false
    intervals.delete(round)
    const at = ROUNDS.find((each) => each === round - REACH)
    if (at === undefined) continue
    const around = [...intervals]
      .filter(([each]) => Math.abs(each - at) < REACH)
      .map(([, value]) => value)
    const least = await floor.measure(at, bodies.get(at) ?? '')
    const cpu = { host: cpuSeconds(host.pid), floor: cpuSeconds(floor.pid) }
    samples.push({ round: at, loop: median(around), floor: least, cpu })
  }
  floor.close()
  client.close()
  await host.stop()
  await model.close()
  return samples
}

/** The floor: another process that does nothing but post, spawn, post; as many rounds as the loop, so as warm as it. */
class FloorClient {
  private readonly child = fork(join(import.meta.dirname, 'floor-client.ts'))
  private readonly model: FakeModelServer
  private arrivals: number[] = []
  private round = 0

  constructor(model: FakeModelServer) {
    this.model = model
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
