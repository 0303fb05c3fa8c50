import { RequestCheck } from '../../src/main/core/request/validate-request.ts'
import { Projection } from '../../src/main/core/request/build-request.ts'
import {
  agent,
  call,
  place,
  result,
  text,
  user,
} from '../../src/main/core/testing/test-messages.ts'
import type { Message, MessageContent } from '../../src/shared/messages/message.ts'
import type { Trial } from '../bench.ts'
import { type Figure, median, ms, withGoal } from '../figures.ts'

const MESSAGES = 5_000
/** Messages of one turn: a question, three rounds of two calls, an answer. */
const TURN = 11
const WARM_UP = 5
const FRAME = { endpoint: 'anthropic', model: 'm', system: 'Be brief.', tools: [] }
const OUTPUT = 'src/main/core/request/build-request.ts: const value = 1\n'.repeat(40)

/**
 * Builds and checks one request: again, as after a start, and with one more round than before, as in a loop. Linear:
 * twice the messages take twice the time, comparing the fastest runs.
 */
export function measureRequest({ isShort }: Trial): Promise<readonly Figure[]> {
  const times = isShort ? 3 : 31
  const whole = historyOf(MESSAGES)
  const half = whole.slice(0, MESSAGES / 2)
  const again = { whole: [] as number[], half: [] as number[] }
  for (let turn = 0; turn < WARM_UP + times; turn++) {
    again.whole.push(timeOf(() => buildAnew(whole)))
    again.half.push(timeOf(() => buildAnew(half)))
  }
  const growth = Math.min(...again.whole) / Math.min(...again.half)
  return Promise.resolve([
    figure('a request of 5,000 messages, built and checked again', again.whole.slice(WARM_UP)),
    figure('the same, a round after the one before', growing(whole, times)),
    withGoal(
      {
        what: 'a request of 5,000 messages / of 2,500',
        value: growth,
        measured: growth.toFixed(2),
      },
      'at most 2.5',
      growth <= 2.5,
    ),
  ])
}

function figure(what: string, times: readonly number[]): Figure {
  const value = median(times)
  const row = `${what} (processor time, median of ${times.length})`
  return withGoal({ what: row, value, measured: ms(value) }, 'under 20 ms', value < 20)
}

function buildAnew(messages: readonly Message[]): void {
  build(new Projection(FRAME), new RequestCheck(), messages)
}

/** Each is one round longer than the previous one. */
function growing(messages: readonly Message[], times: number): readonly number[] {
  const projection = new Projection(FRAME)
  const check = new RequestCheck()
  return Array.from({ length: times }, (_, turn) => {
    const until = messages.length - (times - turn) * TURN
    return timeOf(() => build(projection, check, messages.slice(0, until)))
  })
}

function build(projection: Projection, check: RequestCheck, messages: readonly Message[]): void {
  const request = { system: FRAME.system, tools: FRAME.tools, messages: projection.of(messages) }
  const complaints = check.complaints(request, { endsWithAgent: true })
  if (complaints.length > 0) throw new Error(complaints.join('; '))
}

/** Processor time in ms, independent of other load on the machine. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { system, user: own } = process.cpuUsage(before)
  return (own + system) / 1_000
}

function historyOf(count: number): readonly Message[] {
  const contents: MessageContent[] = []
  while (contents.length < count) {
    contents.push(user('Go on with the next part, and say what you have found.'))
    for (let round = 0; round < 3; round++) {
      const at = contents.length
      contents.push(agent(text('I look.'), call(`call_${at}`), call(`call_${at}_b`)))
      contents.push(result(at, 0, OUTPUT), result(at, 1, OUTPUT))
    }
    contents.push(agent(text('This is what I have found. '.repeat(20))))
  }
  return place(contents.slice(0, count))
}
