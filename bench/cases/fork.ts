import { setTimeout as delay } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Trial } from '../bench.ts'
import { BenchClient } from '../client.ts'
import { type Figure, median, ms, percentile, withGoal } from '../figures.ts'
import { Rig } from '../rig.ts'
import { folderWith, idOf, longHistory } from '../stored-history.ts'

const FORKS = 3
const GOAL_MS = 50

/**
 * The longest wait of other clients while a conversation of 20,000 messages is forked: answers to small queries, one
 * after another.
 */
export async function measureFork(trial: Trial): Promise<readonly Figure[]> {
  const history = longHistory(trial)
  const rig = await Rig.start(trial, { dataFolder: folderWith(history, trial) })
  const { origin, token } = await BenchClient.tokenOf(rig.host.address)
  const client = await BenchClient.connectWith(origin, token)
  const asking = await BenchClient.connectWith(origin, token)
  await waitsUntil(asking, delay(2_000))
  const still = await waitsUntil(asking, delay(3_000))
  const [longest, took]: [number[], number[]] = [[], []]
  for (let fork = 0; fork < (trial.isShort ? 1 : FORKS); fork++) {
    const from = performance.now()
    const forked = client.request('conversation.fork', {
      conversationId: idOf((fork % history.conversations) + 1),
      newConversationId: randomUUID() as string as ConversationId,
      throughSeq: history.messages,
    })
    const waits = await waitsUntil(asking, forked)
    took.push(performance.now() - from)
    longest.push(Math.max(...waits))
  }
  for (const each of [client, asking]) each.close()
  await rig.end()
  const many = history.messages.toLocaleString('en')
  const value = median(longest)
  const row = {
    what: `longest wait of others while a conversation of ${many} messages is forked (median of ${longest.length})`,
    value,
    measured: `${ms(value)}, without a fork ${ms(Math.max(...still))} (p99 ${ms(percentile(still, 0.99))}); a fork takes ${ms(median(took))}`,
  }
  return [withGoal(row, `at most ${GOAL_MS} ms`, value <= GOAL_MS)]
}

/** The duration of each of these answers until the fork is done (ms). */
async function waitsUntil(client: BenchClient, over: Promise<unknown>): Promise<readonly number[]> {
  const waits: number[] = []
  const ending = new AbortController()
  const ended = over.finally(() => ending.abort())
  while (!ending.signal.aborted) {
    const from = performance.now()
    await client.request('rules.list', {})
    waits.push(performance.now() - from)
  }
  await ended
  return waits
}
