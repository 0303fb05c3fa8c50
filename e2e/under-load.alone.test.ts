import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { percentile } from '../bench/figures.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from './fake-model-server/fake-model-server.ts'
import type { Json } from './fake-model-server/json.ts'
import { bash, text, thinking } from './fake-model-server/parts.ts'
import { drip, message, refusal, stallAfter } from './fake-model-server/replies.ts'
import type { Reply } from './fake-model-server/reply.ts'
import { withoutKeys } from './support/host.ts'
import type { Elapsed } from './inside/delivery-thread.ts'

/** The real program in a process of its own, measured from inside, with its model in this process. */
let model: FakeModelServer
beforeEach(async () => {
  model = await startFakeModelServer({ remember: 10 })
})
afterEach(async () => {
  await model.close()
})

const GIGABYTE = 1024 ** 3
const LONG_TEXT = drip(message([text('word '.repeat(20_000), 20_000)]), 250, 10)
let floods = 0
let rounds = 0

/** The model's reply to the last message of a person, and after its tools have run. */
function scripted(body: Json): Reply {
  const { hasResults, said } = lastSaid(body)
  switch (said) {
    case 'flood':
      return message([bash(`yes | head -c ${GIGABYTE} # ${++floods}`)])
    case 'stream':
      return LONG_TEXT
    case 'text':
      return stallAfter(message([text('Some words, and then silence.', 5)]), 6)
    case 'thinking':
      return stallAfter(message([thinking('Hm, '.repeat(5), 'signed', 5), text('x')]), 5)
    case 'busy':
      return refusal(529, { type: 'overloaded_error', message: 'busy' })
    case 'tool':
      return message([bash('sleep 1000 & sleep 1000')])
    case 'loop':
      return message([bash(`sleep 1 # ${++rounds}`)])
    default:
      return message([hasResults ? text('Done.') : bash(said)])
  }
}

function lastSaid(body: Json): { hasResults: boolean; said: string } {
  const { messages = [] } = body as { messages?: readonly { role: string; content: Json }[] }
  let hasResults = false
  for (const { content, role } of messages.toReversed()) {
    if (role !== 'user') continue
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    const texts = (blocks as readonly { type: string; text?: string }[]).flatMap((block) =>
      block.type === 'text' ? [block.text ?? ''] : [],
    )
    const said = texts.at(-1)
    if (said !== undefined) return { hasResults, said }
    hasResults = true
  }
  return { hasResults, said: '' }
}

async function runInside<Measured>(
  program: string,
  ...given: readonly string[]
): Promise<Measured> {
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const child = fork(join(import.meta.dirname, 'inside', program), given, {
    env: { ...withoutKeys(process.env), ...environment },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const left = once(child, 'exit')
  const [measured] = (await Promise.race([
    once(child, 'message'),
    // Its exit may be known before its last message is read; the channel closes after that.
    once(child, 'disconnect').then(async () => {
      throw new Error(`${program} has left without a word: ${String(await left)}`)
    }),
  ])) as [Measured]
  await left
  return measured
}

function show(figures: Readonly<Record<string, unknown>>): void {
  if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined) console.log(figures)
}

interface Storm {
  readonly times: readonly Elapsed[]
  readonly sql: readonly Elapsed[]
  /** How many cancels struck in each state. */
  readonly strikes: Readonly<Record<string, number>>
  /** What the load had done after each quarter of the cancels. */
  readonly quarters: readonly Load[]
}

interface Load {
  readonly bytes: number
  readonly streamed: number
  readonly rounds: number
}

/** What the load did during each quarter of the cancels. */
function loads({ quarters }: Storm, kind: keyof Load): readonly number[] {
  return quarters.map((load, index) => load[kind] - (quarters[index - 1]?.[kind] ?? 0))
}

/** Percentiles and the maximum. Time in which the machine withheld the processor is not the program's fault. */
function sharesOf(times: readonly Elapsed[]): Readonly<Record<'p99' | 'max' | 'wallP99', number>> {
  const own = times.map((each) => each.own)
  const wallP99 = percentile(
    times.map(({ wall }) => wall),
    0.99,
  )
  return { p99: percentile(own, 0.99), max: percentile(own, 1), wallP99 }
}

/** What a cancel of this storm can interrupt: the phases of a request, and a tool. */
const STRUCK = ['connecting', 'streaming', 'backoff', 'toolExecuting']

function expectAllStruck({ quarters, strikes, times }: Storm): void {
  expect(times.length).toBeGreaterThanOrEqual(1_000)
  expect(quarters).toHaveLength(4)
  for (const state of STRUCK) expect(strikes[state], state).toBeGreaterThanOrEqual(50)
}

test(
  'R4, rows 5 and 32: 1,000 cancels at random points while a child prints gigabytes and ten chats stream',
  { timeout: 180_000 },
  async () => {
    model.respond(scripted)
    const storm = await runInside<Storm>('cancel-storm.ts', 'flood')
    const [cancels, calls] = [sharesOf(storm.times), sharesOf(storm.sql)]
    const [bytes, streamed] = [loads(storm, 'bytes'), loads(storm, 'streamed')]
    show({ cancels, calls, bytes, streamed, floods, strikes: storm.strikes })
    expectAllStruck(storm)
    for (const each of bytes) expect(each).toBeGreaterThan(1e6)
    for (const each of streamed) expect(each).toBeGreaterThan(1_000)
    expect(cancels.p99).toBeLessThanOrEqual(50)
    expect(cancels.max).toBeLessThanOrEqual(100)
    expect(calls.p99).toBeLessThanOrEqual(5)
    expect(calls.max).toBeLessThanOrEqual(5 * 40)
    expect(model.complaints).toEqual([])
  },
)

test(
  '1,000 cancels at random points while fifty other agents run one tool after the other: 99 of 100 within 100 ms',
  { timeout: 180_000 },
  async () => {
    model.respond(scripted)
    const storm = await runInside<Storm>('cancel-storm.ts', 'fifty')
    const cancels = sharesOf(storm.times)
    const rounds = loads(storm, 'rounds')
    show({ cancels, rounds, strikes: storm.strikes })
    expectAllStruck(storm)
    for (const each of rounds) expect(each).toBeGreaterThan(50)
    expect(cancels.p99).toBeLessThanOrEqual(100)
    expect(cancels.max).toBeLessThanOrEqual(5 * 100)
    expect(model.complaints).toEqual([])
  },
)

interface Turns {
  /** From the state at rest to the one with a request. */
  readonly waits: readonly Elapsed[]
  readonly results: readonly string[]
  readonly expected: readonly string[]
}

test('row 7: after each of 200 cancels the next turn starts within 50 ms, and its tool is not aborted', async () => {
  model.respond(scripted)
  const { expected, results, waits } = await runInside<Turns>('clean-turns.ts')
  const shares = sharesOf(waits)
  show({ shares })
  expect(waits.length).toBeGreaterThanOrEqual(200)
  expect(shares.p99).toBeLessThanOrEqual(50)
  expect(shares.max).toBeLessThanOrEqual(5 * 50)
  expect(results.toSorted()).toEqual(expected.toSorted())
})

interface BigOutput {
  readonly result: string
  readonly shown: number
  readonly grownMb: number
  readonly delays: readonly Elapsed[]
}

test.for([
  ['lines', `yes | head -c ${GIGABYTE}`],
  ['no newline', `yes | tr -d '\\n' | head -c ${GIGABYTE}`],
  ['no text', 'head -c 64M /dev/urandom > bytes; for i in {1..16}; do cat bytes; done'],
] as const)('row 21: 1 GB of output is harmless: %s', async ([, command]) => {
  model.respond(scripted)
  const { delays, grownMb, result, shown } = await runInside<BigOutput>('big-output.ts', command)
  const late = sharesOf(delays)
  show({ shown, grownMb, late, model: Buffer.byteLength(result) })
  expect(Buffer.byteLength(result)).toBeLessThanOrEqual(32 * 1024)
  const [, leftOut, all] =
    /\[… (\d+) of (\d+) bytes left out; the first 16777216 are in/.exec(result) ?? []
  expect(Number(all)).toBe(GIGABYTE)
  expect(Number(leftOut)).toBeGreaterThan(GIGABYTE - 32 * 1024)
  expect(shown).toBeGreaterThan(0)
  expect(shown).toBeLessThanOrEqual(256 * 1024)
  expect(grownMb).toBeLessThanOrEqual(100)
  expect(delays.length).toBeGreaterThan(100)
  expect(late.p99).toBeLessThanOrEqual(20)
  expect(late.max).toBeLessThanOrEqual(5 * 50)
})
