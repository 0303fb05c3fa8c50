import { browserPath, HOW_TO_GET_A_BROWSER } from '../e2e/browser.ts'
import { paintedAfterLoad } from './after-paint.ts'
import type { Trial } from './bench.ts'
import { type Figure, kilobytes, median, ms, type Row, withFloor, withGoal } from './figures.ts'
import { Stand } from './stand.ts'
import { folderWith, idOf, type Past, titleOf } from './stored.ts'

const MESSAGES = 4

interface Starts {
  readonly full: number[]
  readonly empty: number[]
}

/** A host with 10,000 conversations, next to one with none: its start, its list, and the list in a window. */
export async function measureList(trial: Trial): Promise<readonly Row[]> {
  const past = { conversations: trial.isShort ? 200 : 10_000, messages: MESSAGES }
  const count = trial.isShort ? 1 : 7
  const what = `list of ${past.conversations.toLocaleString('en')} conversations`
  const data = folderWith(past, trial)
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
    sizeFigure(what, past, bytes),
    await inWindow(what, trial, data),
  ]
}

async function startToList(
  trial: Trial,
  dataFolder?: string,
): Promise<{ readonly took: number; readonly bytes: number }> {
  const start = performance.now()
  const stand = await Stand.start(trial, dataFolder === undefined ? {} : { dataFolder })
  const client = await stand.connect()
  await client.request('app.open', {})
  const took = performance.now() - start
  const bytes = client.lastBytes
  client.close()
  await stand.end()
  return { took, bytes }
}

function startFigure(what: string, { empty, full }: Starts): Figure {
  const value = median(full)
  return withFloor(
    {
      what: `${what}: start of the host to its answer (median of ${full.length})`,
      value,
      measured: ms(value),
    },
    `${ms(median(empty))} without any`,
  )
}

/** The least a list can say is which conversations there are and how they are called. */
function sizeFigure(what: string, { conversations }: Past, bytes: number): Figure {
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

async function inWindow(what: string, trial: Trial, dataFolder: string): Promise<Row> {
  const loaded = `${what}: load of a window to its paint`
  if (browserPath === null) return { type: 'gap', what: loaded, reason: HOW_TO_GET_A_BROWSER }
  const stand = await Stand.start(trial, { dataFolder })
  const { page } = await stand.openWindow()
  const sight = { selector: '[aria-label="Conversations"]', text: titleOf(1) }
  const times: number[] = []
  for (let load = 0; load < (trial.isShort ? 1 : 7); load++) {
    times.push(await paintedAfterLoad(page, sight))
  }
  await stand.end()
  const value = median(times)
  const row = { what: `${loaded} (median of ${times.length})`, value, measured: ms(value) }
  return withGoal(row, 'under 300 ms', value < 300)
}
