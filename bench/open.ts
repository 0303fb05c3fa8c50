import { browserPath, HOW_TO_GET_A_BROWSER } from '../e2e/browser.ts'
import { paintedAfterClick } from './after-paint.ts'
import type { Trial } from './bench.ts'
import { type Figure, median, ms, percentile, type Row, withGoal } from './figures.ts'
import { Stand } from './stand.ts'
import { endOf, folderWith, idOf, type Past, titleOf } from './stored.ts'

const PAST: Past = { conversations: 200, messages: 5_000 }
const SHORT_PAST: Past = { conversations: 10, messages: 500 }

/**
 * Opening conversations of 5,000 messages in a file of 1,000,000, each for the first time since the start: from the
 * request to the answer, and in a window from the click to the frame with its last words.
 */
export async function measureOpen(trial: Trial): Promise<readonly Row[]> {
  const past = trial.isShort ? SHORT_PAST : PAST
  const count = trial.isShort ? 3 : 15
  const messages = past.messages.toLocaleString('en')
  const all = (past.conversations * past.messages).toLocaleString('en')
  const what = `open ${messages} of ${all} messages`
  const dataFolder = folderWith(past, trial)
  const answered = await openByRequest(trial, dataFolder, count)
  const inHost = figure(`${what}: answer of the host`, answered)
  const clicked = `${what}: click to the last words on the screen`
  if (browserPath === null) {
    return [inHost, { type: 'gap', what: clicked, reason: HOW_TO_GET_A_BROWSER }]
  }
  return [
    inHost,
    figure(clicked, await openByClick(trial, dataFolder, { count, of: past.conversations })),
  ]
}

async function openByRequest(
  trial: Trial,
  dataFolder: string,
  count: number,
): Promise<readonly number[]> {
  const stand = await Stand.start(trial, { dataFolder })
  const client = await stand.connect()
  const times: number[] = []
  for (let each = 1; each <= count; each++) {
    const conversationId = idOf(each)
    const start = performance.now()
    const { messages } = await client.request('conversation.open', { conversationId })
    times.push(performance.now() - start)
    if (!JSON.stringify(messages.at(-1)).includes(endOf(each))) throw new Error('not its end')
    await client.request('conversation.leave', { conversationId })
  }
  client.close()
  await stand.end()
  return times
}

/** Others than the requests have opened, from the top of the list on, after another start: an address lets one client in. */
async function openByClick(
  trial: Trial,
  dataFolder: string,
  { count, of }: { readonly count: number; readonly of: number },
): Promise<readonly number[]> {
  const stand = await Stand.start(trial, { dataFolder })
  const { page } = await stand.openWindow()
  const times: number[] = []
  // The newest is the one that a window opens with.
  for (let each = of - 1; each >= of - count; each--) {
    const sight = { selector: '[aria-label="Thread"]', text: endOf(each) }
    times.push(await paintedAfterClick(page, titleOf(each), sight))
  }
  await stand.end()
  return times
}

function figure(what: string, times: readonly number[]): Figure {
  const [middle, worst] = [median(times), percentile(times, 0.95)]
  const row = {
    what: `${what} (median, p95 of ${times.length})`,
    value: middle,
    measured: `${ms(middle)}, ${ms(worst)}`,
  }
  return withGoal(row, 'p95 under 100 ms', worst < 100)
}
