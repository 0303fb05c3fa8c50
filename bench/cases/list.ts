import { browserPath, HOW_TO_GET_A_BROWSER } from '../../e2e/support/browser.ts'
import { paintedAfterClick, paintedAfterLoad } from '../after-paint.ts'
import type { Trial } from '../bench.ts'
import {
  type Figure,
  kilobytes,
  median,
  ms,
  percentile,
  type Row,
  withFloor,
  withGoal,
} from '../figures.ts'
import { Rig } from '../rig.ts'
import { endOf, folderWith, idOf, MILLION, type HistorySize, titleOf } from '../stored-history.ts'

const SHORT_HISTORY: HistorySize = { ...MILLION, conversations: 200, messages: 4 }

interface Starts {
  readonly full: number[]
  readonly empty: number[]
}

/**
 * A host with 10,000 conversations of 100 messages, compared with an empty one: its start, its list, the list in a
 * window, and what it opens.
 */
export async function measureList(trial: Trial): Promise<readonly Row[]> {
  const history = trial.isShort ? SHORT_HISTORY : MILLION
  const count = trial.isShort ? 1 : 7
  const what = `list of ${history.conversations.toLocaleString('en')} conversations`
  const data = folderWith(history, trial)
  const starts: Starts = { full: [], empty: [] }
  let bytes = 0
  for (let start = 0; start < count; start++) {
    starts.empty.push((await startToList(trial)).took)
    const answered = await startToList(trial, data)
    starts.full.push(answered.took)
    bytes = answered.bytes
  }
  return [
    startFigure(what, starts),
    sizeFigure(what, history, bytes),
    ...(await inWindow(what, history, trial, data)),
  ]
}

async function startToList(
  trial: Trial,
  dataFolder?: string,
): Promise<{ readonly took: number; readonly bytes: number }> {
  const start = performance.now()
  const rig = await Rig.start(trial, dataFolder === undefined ? {} : { dataFolder })
  const client = await rig.connect()
  await client.request('app.open', {})
  const took = performance.now() - start
  const bytes = client.lastBytes
  client.close()
  await rig.end()
  return { took, bytes }
}

function startFigure(what: string, { empty, full }: Starts): Figure {
  const value = median(full)
  const row = {
    what: `${what}: start of the host to its answer (median of ${full.length})`,
    value,
    measured: `${ms(value)}, without any ${ms(median(empty))}`,
  }
  return withGoal(row, 'under 1,000 ms', value < 1_000)
}

/** The smallest possible list contains the ids and titles of the conversations. */
function sizeFigure(what: string, { conversations }: HistorySize, bytes: number): Figure {
  const names = Array.from({ length: conversations }, (_, index) => [
    idOf(index + 1),
    titleOf(index + 1),
  ])
  const least = JSON.stringify(names).length
  return withFloor(
    { what: `${what}: size of the answer`, value: bytes, measured: kilobytes(bytes) },
    `${kilobytes(least)} of ids and titles`,
  )
}

async function inWindow(
  what: string,
  { conversations }: HistorySize,
  trial: Trial,
  dataFolder: string,
): Promise<readonly Row[]> {
  const loaded = `${what}: load of a window to its paint`
  if (browserPath === null) return [{ type: 'gap', what: loaded, reason: HOW_TO_GET_A_BROWSER }]
  const rig = await Rig.start(trial, { dataFolder })
  const { page } = await rig.openWindow()
  const count = trial.isShort ? 1 : 7
  // The newest comes first, and a window starts with it.
  const sight = { selector: '[aria-label="Conversations"]', text: titleOf(conversations) }
  const loads: number[] = []
  for (let load = 0; load < count; load++) loads.push(await paintedAfterLoad(page, sight))
  const clicks: number[] = []
  const clicked = trial.isShort ? 2 : 40
  for (let each = conversations - 1; each >= conversations - clicked; each--) {
    const end = { selector: '[aria-label="Messages"]', text: endOf(each) }
    clicks.push(await paintedAfterClick(page, titleOf(each), end))
  }
  const nodes = await page.locator('*').count()
  await rig.end()
  const [load, opened] = [median(loads), percentile(clicks, 0.95)]
  const opening = `${what}: click on a row to its last words (median, p95 of ${clicks.length})`
  const loading = `${loaded} (median of ${loads.length})`
  const elements = { what: `${what}: elements of the page`, value: nodes, measured: `${nodes}` }
  return [
    withGoal({ what: loading, value: load, measured: ms(load) }, 'under 300 ms', load < 300),
    withGoal(
      { what: opening, value: opened, measured: `${ms(median(clicks))}, ${ms(opened)}` },
      'p95 under 100 ms',
      opened < 100,
    ),
    withGoal(elements, 'under 3,000', nodes < 3_000),
  ]
}
