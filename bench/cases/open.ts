import { browserPath, HOW_TO_GET_A_BROWSER } from '../../e2e/support/browser.ts'
import { paintedAfterClick } from '../after-paint.ts'
import type { Trial } from '../bench.ts'
import { type Figure, median, ms, percentile, type Row, withGoal } from '../figures.ts'
import { Rig } from '../rig.ts'
import { endOf, folderWith, idOf, MILLION, type HistorySize, titleOf } from '../stored-history.ts'

const HISTORY: HistorySize = { conversations: 200, messages: 5_000 }
const SHORT_HISTORY: HistorySize = { conversations: 10, messages: 500 }
/** The number opened of 10,000 conversations, spread over the file. */
const ANY = 100
const ANY_MS = 50

/**
 * Opens conversations of 5,000 messages in a file of 1,000,000, each for the first time since the start: from the
 * request to the answer, and in a window from the click to the frame with its last words; and some of 10,000 by
 * request.
 */
export async function measureOpen(trial: Trial): Promise<readonly Row[]> {
  const history = trial.isShort ? SHORT_HISTORY : HISTORY
  const count = trial.isShort ? 3 : 40
  const messages = history.messages.toLocaleString('en')
  const all = (history.conversations * history.messages).toLocaleString('en')
  const what = `open ${messages} of ${all} messages`
  const dataFolder = folderWith(history, trial)
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const inHost = [
    figure(`${what}: answer of the host`, await openByRequest(trial, dataFolder, numbers)),
    await openAny(trial),
  ]
  const clicked = `${what}: click to the last words on the screen`
  if (browserPath === null) {
    return [...inHost, { type: 'gap', what: clicked, reason: HOW_TO_GET_A_BROWSER }]
  }
  return [
    ...inHost,
    figure(clicked, await openByClick(trial, dataFolder, { count, of: history.conversations })),
  ]
}

/** Reads the last messages of conversations spread over a file of 1,000,000, none of them read since the start. */
async function openAny(trial: Trial): Promise<Figure> {
  const history = trial.isShort ? { ...MILLION, conversations: 20 } : MILLION
  const count = trial.isShort ? 3 : ANY
  const numbers = Array.from({ length: count }, (_, index) => {
    return 1 + Math.floor(((index + 0.5) * history.conversations) / count)
  })
  const times = await openByRequest(trial, folderWith(history, trial), numbers)
  const all = (history.conversations * history.messages).toLocaleString('en')
  const worst = percentile(times, 0.95)
  const row = {
    what: `open the last ${history.messages} messages of any of ${history.conversations.toLocaleString('en')} conversations, ${all} in all (median, p95 of ${count})`,
    value: median(times),
    measured: `${ms(median(times))}, ${ms(worst)}`,
  }
  return withGoal(row, `p95 under ${ANY_MS} ms`, worst < ANY_MS)
}

async function openByRequest(
  trial: Trial,
  dataFolder: string,
  conversations: readonly number[],
): Promise<readonly number[]> {
  const rig = await Rig.start(trial, { dataFolder })
  const client = await rig.connect()
  const times: number[] = []
  for (const each of conversations) {
    const conversationId = idOf(each)
    const start = performance.now()
    const { messages } = await client.request('conversation.open', { conversationId })
    times.push(performance.now() - start)
    if (!JSON.stringify(messages.at(-1)).includes(endOf(each))) throw new Error('not its end')
    await client.request('conversation.leave', { conversationId })
  }
  client.close()
  await rig.end()
  return times
}

/**
 * Opens other conversations than the requests did, from the top of the list, after a restart: an address admits only
 * one client.
 */
async function openByClick(
  trial: Trial,
  dataFolder: string,
  { count, of }: { readonly count: number; readonly of: number },
): Promise<readonly number[]> {
  const rig = await Rig.start(trial, { dataFolder })
  const { page } = await rig.openWindow()
  const times: number[] = []
  // The newest one is open when a window starts.
  for (let each = of - 1; each >= of - count; each--) {
    const sight = { selector: '[aria-label="Messages"]', text: endOf(each) }
    times.push(await paintedAfterClick(page, titleOf(each), sight))
  }
  await rig.end()
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
