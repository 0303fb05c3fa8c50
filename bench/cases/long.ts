import { text } from '../../e2e/fake-model-server/parts.ts'
import { message } from '../../e2e/fake-model-server/replies.ts'
import type { Trial } from '../bench.ts'
import { type Figure, median, ms, percentile, withGoal } from '../figures.ts'
import { Rig } from '../rig.ts'
import { folderWith, idOf, longHistory, type HistorySize } from '../stored-history.ts'

const STARTS = 3
const GOAL_MS = 300

/**
 * The first turn after a start in conversations of 20,000 messages: from the message to the request that reaches the
 * model.
 */
export async function measureLong(trial: Trial): Promise<readonly Figure[]> {
  const history = longHistory(trial)
  const times: number[] = []
  for (let start = 0; start < (trial.isShort ? 1 : STARTS); start++) {
    times.push(...(await firstTurns(trial, history)))
  }
  const [middle, worst] = [median(times), percentile(times, 0.95)]
  const many = history.messages.toLocaleString('en')
  const row = {
    what: `first turn in a conversation of ${many} messages: message to request (median, p95 of ${times.length})`,
    value: worst,
    measured: `${ms(middle)}, ${ms(worst)}`,
  }
  return [withGoal(row, `p95 under ${GOAL_MS} ms`, worst < GOAL_MS)]
}

async function firstTurns(trial: Trial, history: HistorySize): Promise<readonly number[]> {
  const rig = await Rig.start(trial, { dataFolder: folderWith(history, trial) })
  let askedAt = Number.NaN
  rig.model.respond(() => {
    askedAt = performance.now()
    return message([text('Done.')])
  })
  const client = await rig.connect()
  const times: number[] = []
  for (let each = 1; each <= history.conversations; each++) {
    const conversationId = idOf(each)
    await client.request('conversation.open', { conversationId })
    const idle = client.untilIdle()
    const from = performance.now()
    await client.send(conversationId, 'Go on with the next part.')
    await idle
    times.push(askedAt - from)
    askedAt = Number.NaN
    await client.request('conversation.leave', { conversationId })
  }
  client.close()
  await rig.end()
  return times
}
