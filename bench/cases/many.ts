import type { Json } from '../../e2e/fake-model-server/json.ts'
import { bash, text } from '../../e2e/fake-model-server/parts.ts'
import { drip, message } from '../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../e2e/fake-model-server/reply.ts'
import { freshFolder } from '../../e2e/support/host.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Trial } from '../bench.ts'
import type { BenchClient } from '../client.ts'
import { type Figure, median, ms, withGoal } from '../figures.ts'
import { Rig } from '../rig.ts'

const AT_WORK = 50
/** The first messages of the others: half of them run a long command, half receive a long answer bit by bit. */
const RUN = 'Run a command'
const TALK = 'Talk at length'
const LONG_ANSWER = drip(message([text('word '.repeat(10_000), 10_000)]), 250, 100)
/** Messages of the measured conversation. */
const LOOP = 'Loop'
const WAIT = 'Wait'
const ROUNDS = 20

/** A host, and the measured conversation in it. */
interface MeasuredHost {
  readonly rig: Rig
  readonly client: BenchClient
  readonly conversation: ConversationId
  /** ms from a reply to the next request, per round. */
  readonly rounds: number[]
  /** ms from Stop to the state that accepts it. */
  readonly stops: number[]
}

/** One conversation while 49 others are at work, alternating with one alone in its host. */
export async function measureMany(trial: Trial): Promise<readonly Figure[]> {
  const { others, turns } = trial.isShort
    ? { others: 9, turns: 1 }
    : { others: AT_WORK - 1, turns: 15 }
  const [one, many] = [await startLine(trial), await startLine(trial)]
  await putToWork(many, others)
  for (const line of [one, many]) await warmUp(line)
  for (let turn = 0; turn < turns; turn++) {
    for (const line of [one, many]) await measureOnce(line)
  }
  for (const { client, rig } of [one, many]) {
    client.close()
    await rig.end()
  }
  const what = `of ${others + 1} conversations at work`
  return [
    figure(`loop overhead in one ${what}`, many.rounds, one.rounds),
    figure(`Stop accepted in one ${what}`, many.stops, one.stops),
  ]
}

async function startLine(trial: Trial): Promise<MeasuredHost> {
  const rig = await Rig.start(trial, { sandbox: 'off' })
  const rounds: number[] = []
  rig.model.respond(scriptOf(rounds))
  const client = await rig.connect()
  const conversation = await client.newConversation(freshFolder('work'))
  return { rig, client, conversation, rounds, stops: [] }
}

/** Records each round of the conversation that loops. */
function scriptOf(rounds: number[]): (body: Json) => Reply {
  let round = 0
  let repliedAt = 0
  return (body) => {
    const now = performance.now()
    const said = lastWords(body)
    if (said === TALK) return LONG_ANSWER
    if (said === RUN || said === WAIT) return message([bash('echo ready; sleep 1000')])
    if (round > 0) rounds.push(now - repliedAt)
    round = (round + 1) % (ROUNDS + 1)
    repliedAt = performance.now()
    return message([round === 0 ? text('Enough.') : bash(`true # ${round}`)])
  }
}

/** Returns the person's last message. */
function lastWords(body: Json): string {
  const said = JSON.stringify(body['messages'])
  const words = [RUN, TALK, LOOP, WAIT].map((each) => [each, said.lastIndexOf(each)] as const)
  return words.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

/** Starts the others, and unsubscribes from each once it is at work: no window shows them. */
async function putToWork({ client }: MeasuredHost, others: number): Promise<void> {
  for (let other = 0; other < others; other++) {
    const conversationId = await client.newConversation(freshFolder('work'))
    const words = other % 2 === 0 ? RUN : TALK
    const type = words === RUN ? 'conversation.printed' : 'conversation.streamed'
    const begun = client.next(type)
    await client.send(conversationId, words)
    await begun
    await client.request('conversation.leave', { conversationId })
  }
}

async function warmUp(line: MeasuredHost): Promise<void> {
  await measureOnce(line)
  line.rounds.splice(0)
  line.stops.splice(0)
}

async function measureOnce(line: MeasuredHost): Promise<void> {
  const { client, conversation, stops } = line
  const looped = client.untilIdle()
  await client.send(conversation, LOOP)
  await looped
  const running = client.next('conversation.printed')
  await client.send(conversation, WAIT)
  await running
  const idle = client.untilIdle()
  const accepted = client.next(
    'conversation.stepped',
    ({ state }) => state.type !== 'toolExecuting',
  )
  const start = performance.now()
  client.cancel(conversation)
  await accepted
  stops.push(performance.now() - start)
  await idle
}

function figure(what: string, many: readonly number[], one: readonly number[]): Figure {
  const [a, b] = [median(many), median(one)]
  const value = a / b
  const measured = `${ms(a)} / alone ${ms(b)} = ${value.toFixed(2)}x`
  const row = `${what} (median of ${many.length})`
  return withGoal({ what: row, value, measured }, 'within 2x of one by itself', value <= 2)
}
