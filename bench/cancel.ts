import { readFileSync } from 'node:fs'
import { startFakeModelServer } from '../e2e/fake-model-server/fake-model-server.ts'
import { bash } from '../e2e/fake-model-server/parts.ts'
import { message } from '../e2e/fake-model-server/replies.ts'
import { freshFolder, Host } from '../e2e/host.ts'
import type { ConversationId } from '../src/shared/ids.ts'
import { BenchClient } from './client.ts'
import { type Figure, median, ms, percentile } from './figures.ts'

const CANCELS = 200
/** A tree of three processes that says its members. */
const TREE = 'sleep 1000 & sleep 1000 & echo "pids $$ $(jobs -p | tr "\\n" " ")."; wait'

/**
 * From the cancel frame's sending to the arrival of the state that accepts it (so a little more than the promise's own
 * measure, inside the host), and from there to the last process gone.
 */
export async function measureCancel(): Promise<readonly Figure[]> {
  const model = await startFakeModelServer({ remember: 3 })
  model.respond(() => message([bash(TREE)]))
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const host = await Host.start({ environment })
  const client = await BenchClient.connect(host.address)
  const conversation = await client.newConversation(freshFolder('work'))
  const accepted: number[] = []
  const gone: number[] = []
  for (let cancel = 0; cancel < CANCELS; cancel++) {
    const pids = await startTree(client, conversation)
    const idle = client.untilIdle()
    const cancelling = client.next(
      'conversation.stepped',
      ({ state }) => state.type !== 'toolExecuting',
    )
    const start = performance.now()
    client.cancel(conversation)
    const wholeTree = untilGone(pids).then(() => gone.push(performance.now() - start))
    await cancelling
    accepted.push(performance.now() - start)
    await wholeTree
    await idle
  }
  client.close()
  await host.stop()
  await model.close()
  return [
    figure('cancel accepted', accepted, 'p99 under 50 ms', percentile(accepted, 0.99) < 50),
    figure('last process gone', gone, 'p95 under 100 ms', percentile(gone, 0.95) < 100),
  ]
}

async function startTree(
  client: BenchClient,
  conversation: ConversationId,
): Promise<readonly number[]> {
  const printed = client.next('conversation.printed', ({ text }) => text.includes('pids'))
  await client.send(conversation, 'Run the tree')
  const { text } = await printed
  return [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits))
}

async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 0.5))
}

/** A zombie counts as gone: it runs nothing and waits for the system's init to read its end. */
function isAlive(pid: number): boolean {
  try {
    const [, state] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    return state !== undefined && !state.startsWith('Z')
  } catch {
    return false
  }
}

function figure(what: string, times: readonly number[], goal: string, isMet: boolean): Figure {
  const shares = [median(times), percentile(times, 0.95), percentile(times, 0.99)]
  return {
    what: `${what} (median, p95, p99 of ${times.length})`,
    measured: shares.map(ms).join(', '),
    goal,
    isMet,
  }
}
