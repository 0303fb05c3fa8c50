import { setTimeout as delay } from 'node:timers/promises'
import { bash } from '../../e2e/fake-model-server/parts.ts'
import { message } from '../../e2e/fake-model-server/replies.ts'
import { freshFolder } from '../../e2e/support/host.ts'
import {
  type ProcessRow,
  procTable,
  readProcess,
} from '../../src/main/adapters/processes/tree/process-table.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Trial } from '../bench.ts'
import type { BenchClient } from '../client.ts'
import { descendantsOf } from '../descendants.ts'
import { type Figure, median, ms, percentile, withGoal } from '../figures.ts'
import { Rig } from '../rig.ts'

/** A tree of three processes that prints a line once all of them exist. */
const TREE = 'sleep 1000 & sleep 1000 & echo "all there"; wait'
const MEMBERS = 3

/** A person has a window by then, and writes. */
const FIRST_MESSAGE_MS = 3_000
/** The command is being started. */
const SOON_MS = 20

/** Stop soon after the beginning of the first command of a program. */
export async function measureFirstCancel(trial: Trial): Promise<readonly Figure[]> {
  const programs = trial.isShort ? 1 : 10
  const accepted: number[] = []
  for (let program = 0; program < programs; program++) accepted.push(await firstCancel(trial))
  const worst = Math.max(...accepted)
  const what = `first cancel of a program accepted (median, worst of ${programs})`
  const measured = `${ms(median(accepted))}, ${ms(worst)}`
  return [withGoal({ what, value: median(accepted), measured }, 'all under 100 ms', worst < 100)]
}

async function firstCancel(trial: Trial): Promise<number> {
  const rig = await Rig.start(trial, { sandbox: 'off' })
  rig.model.respond(() => message([bash('sleep 1000')]))
  const client = await rig.connect()
  const conversation = await client.newConversation(freshFolder('work'))
  await delay(FIRST_MESSAGE_MS)
  const begun = client.next('conversation.stepped', ({ state }) => state.type === 'toolExecuting')
  await client.send(conversation, 'Wait')
  await begun
  await delay(SOON_MS)
  const idle = client.untilIdle()
  const { accepted, start } = cancel(client, conversation)
  await accepted
  const took = performance.now() - start
  await idle
  client.close()
  await rig.end()
  return took
}

/** `accepted`: the state that accepts it has arrived. */
function cancel(
  client: BenchClient,
  conversation: ConversationId,
): { readonly start: number; readonly accepted: Promise<unknown> } {
  const accepted = client.next(
    'conversation.stepped',
    ({ state }) => state.type !== 'toolExecuting',
  )
  const start = performance.now()
  client.cancel(conversation)
  return { start, accepted }
}

/** Stop while commands run without a sandbox. */
export function measureCancel(trial: Trial): Promise<readonly Figure[]> {
  return measure(trial, 'off', '')
}

/** Stop while commands run in the sandbox, whose own processes must end as well. */
export function measureSandboxedCancel(trial: Trial): Promise<readonly Figure[]> {
  return measure(trial, 'on', ' in the sandbox')
}

/**
 * Measures from sending the cancel frame to the arrival of the state that accepts it (slightly more than the promise's
 * own figure, which is measured inside the host), and from there to the end of the last process.
 */
async function measure(
  trial: Trial,
  sandbox: 'on' | 'off',
  where: string,
): Promise<readonly Figure[]> {
  const cancels = trial.isShort ? 5 : 200
  const rig = await Rig.start(trial, { sandbox })
  rig.model.respond(() => message([bash(TREE)]))
  const client = await rig.connect()
  const conversation = await client.newConversation(freshFolder('work'))
  // The host's guardian starts with its first command, and stays.
  await startTree(client, conversation, rig.host.pid)
  const rested = client.untilIdle()
  client.cancel(conversation)
  await rested
  const accepted: number[] = []
  const gone: number[] = []
  for (let count = 0; count < cancels; count++) {
    const tree = await startTree(client, conversation, rig.host.pid)
    const idle = client.untilIdle()
    const { accepted: cancelling, start } = cancel(client, conversation)
    const wholeTree = untilGone(tree).then(() => gone.push(performance.now() - start))
    await cancelling
    accepted.push(performance.now() - start)
    await wholeTree
    await idle
  }
  client.close()
  await rig.end()
  return [
    figure(`cancel accepted${where}`, accepted, [0.99, 50]),
    figure(`last process gone${where}`, gone, [0.95, 100]),
  ]
}

/** The processes of a new tree, found from outside: pids that a command prints belong to the sandbox's own namespace. */
async function startTree(
  client: BenchClient,
  conversation: ConversationId,
  host: number,
): Promise<readonly ProcessRow[]> {
  const before = new Set(descendantsOf(host, procTable.rows()).map(({ pid }) => pid))
  const printed = client.next('conversation.printed', ({ text }) => text.includes('all there'))
  await client.send(conversation, 'Run the tree')
  await printed
  const tree = descendantsOf(host, procTable.rows()).filter(({ pid }) => !before.has(pid))
  if (tree.length < MEMBERS) throw new Error(`${tree.length} processes of the tree were found`)
  return tree
}

async function untilGone(tree: readonly ProcessRow[]): Promise<void> {
  while (tree.some(isAlive)) await delay(0.5)
}

/** A zombie counts as ended: it runs nothing and waits to be reaped by init. */
function isAlive({ pid, startTime }: ProcessRow): boolean {
  const now = readProcess(pid)
  return now !== null && now.startTime === startTime && !now.isDead
}

function figure(what: string, times: readonly number[], goal: readonly [number, number]): Figure {
  const [share, limit] = goal
  const shares = [median(times), percentile(times, 0.95), percentile(times, 0.99)]
  const measured = {
    what: `${what} (median, p95, p99 of ${times.length})`,
    value: median(times),
    measured: shares.map(ms).join(', '),
  }
  const words = `p${share * 100} under ${limit} ms`
  return withGoal(measured, words, percentile(times, share) < limit)
}
