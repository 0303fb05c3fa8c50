import { message, stallAfter } from '../e2e/fake-model-server/replies.ts'
import type { Trial } from './bench.ts'
import { type Figure, median, ms, percentile, withGoal } from './figures.ts'
import { sendAndSee } from './first-text.ts'
import { Stand } from './stand.ts'

const LINES = 600
/** Of the reply these events come: the call begins, and its first line is there; then it waits until it is stopped. */
const EVENTS = [
  'message_start',
  'ping',
  'content_block_start',
  'content_block_delta',
  'content_block_delta',
]

/** From the first byte of a reply that writes a file of 600 lines, as it leaves the fake server, to the frame of a real window that names the file. */
export async function measureFirstLines(trial: Trial): Promise<readonly Figure[]> {
  const { turns, warmUp } = trial.isShort ? { turns: 3, warmUp: 1 } : { turns: 31, warmUp: 5 }
  const stand = await Stand.start(trial)
  const app = await stand.openConversation()
  let repliedAt = Number.NaN
  let turn = 0
  stand.model.respond(() => {
    repliedAt = Date.now()
    return stallAfter(writing(`src/file-${turn}.ts`), EVENTS.length)
  })
  const times: number[] = []
  for (; turn < warmUp + turns; turn++) {
    await app.message.fill('Write it')
    const shownAt = await app.page.evaluate(sendAndSee, `src/file-${turn}.ts`)
    if (turn >= warmUp) times.push(shownAt - repliedAt)
    await app.button('Stop').click()
    await app.expectStatus('Idle')
  }
  await stand.end()
  const value = percentile(times, 0.95)
  return [
    withGoal(
      {
        what: `first byte of a write of ${LINES} lines to its first sign on the screen (median, p95 of ${turns})`,
        value: median(times),
        measured: `${ms(median(times))}, ${ms(value)}`,
      },
      'p95 under 1 s',
      value < 1_000,
    ),
  ]
}

function writing(path: string) {
  const line = "  route('/orders', (order) => answer(order, 'ready')),\n"
  const input = { path, content: line.repeat(LINES) }
  return message([{ type: 'toolCall', name: 'write_file', input, pieces: LINES }])
}
