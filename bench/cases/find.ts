import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { freshFolder } from '../../e2e/support/host.ts'
import { bash } from '../../e2e/fake-model-server/parts.ts'
import { message } from '../../e2e/fake-model-server/replies.ts'
import type { SearchQuery } from '../../src/shared/search/search.ts'
import type { Trial } from '../bench.ts'
import type { BenchClient } from '../client.ts'
import { type Figure, median, ms, percentile, withGoal } from '../figures.ts'
import { Rig } from '../rig.ts'
import { folderWith, MILLION, type HistorySize, titleOf } from '../stored-history.ts'
import { variedTexts } from '../varied-texts.ts'

const SHORT_HISTORY: HistorySize = { conversations: 20, messages: 100, isVaried: true }
const GOAL_MS = 100
const STOP_MS = 100

/** Measures searches of all texts in a million messages, Stop while they run, and the index's share of the file. */
export async function measureFind(trial: Trial): Promise<readonly Figure[]> {
  const history = trial.isShort ? SHORT_HISTORY : MILLION
  const dataFolder = folderWith(history, trial)
  const rig = await Rig.start(trial, { dataFolder, sandbox: 'off' })
  const client = await rig.connect()
  const all = (history.conversations * history.messages).toLocaleString('en')
  const rows: Figure[] = []
  const turns = trial.isShort ? 1 : 40
  for (const [what, query] of searches(history)) {
    rows.push(figure(`find ${what} in ${all} messages`, await timesOf(client, query, turns)))
  }
  rows.push(await stopMeanwhile(rig, client, history, trial.isShort ? 2 : 60))
  client.close()
  await rig.end()
  return [...rows, shareOfIndex(join(dataFolder, 'phoenix.db'))]
}

type Asked = readonly [what: string, query: Partial<SearchQuery> & { readonly text: string }]

function searches({ conversations }: HistorySize): readonly Asked[] {
  const { word } = variedTexts()
  return [
    ['a rare word', { text: word(40_000) }],
    ['a frequent word', { text: word(2) }],
    ['three words', { text: [3, 200, 900].map(word).join(' ') }],
    ['a phrase', { text: `"${word(1)} ${word(2)}"` }],
    ['a beginning of three letters', { text: word(5).slice(0, 3) }],
    ['an identifier', { text: `${word(20)}_${word(35)}` }],
    ['a title', { text: titleOf(Math.ceil(conversations / 2)) }],
    ['in a role, best first', { text: word(30), role: 'person', order: 'best' }],
    ['in a folder where there is nothing', { text: word(2), folder: '/nowhere' }],
  ]
}

const EVERYTHING = {
  order: 'newest',
  role: null,
  folder: null,
  state: null,
  since: null,
  until: null,
  from: { skip: 0, belowKey: null },
} as const

function find(
  client: BenchClient,
  query: Asked[1],
): ReturnType<typeof client.request<'search.find'>> {
  return client.request('search.find', { ...EVERYTHING, ...query })
}

/** The first one opens the file and is not counted. */
async function timesOf(
  client: BenchClient,
  query: Asked[1],
  turns: number,
): Promise<readonly number[]> {
  await find(client, query)
  const times: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const start = performance.now()
    await find(client, query)
    times.push(performance.now() - start)
  }
  return times
}

/** From Stop to the state that accepts it, during continuous searches. */
async function stopMeanwhile(
  rig: Rig,
  client: BenchClient,
  history: HistorySize,
  stops: number,
): Promise<Figure> {
  rig.model.respond(() => message([bash('sleep 1000')]))
  const conversation = await client.newConversation(freshFolder('work'))
  const times: number[] = []
  const over = new AbortController()
  const searching = (async () => {
    const asked = searches(history)
    for (let at = 0; !over.signal.aborted; at += 1)
      await find(client, asked[at % asked.length]?.[1] ?? { text: '' })
  })()
  for (let stop = 0; stop < stops; stop += 1) {
    const running = client.next(
      'conversation.stepped',
      ({ state }) => state.type === 'toolExecuting',
    )
    await client.send(conversation, 'Wait')
    await running
    await delay(20)
    const idle = client.untilIdle()
    const accepted = client.next(
      'conversation.stepped',
      ({ state }) => state.type !== 'toolExecuting',
    )
    const start = performance.now()
    client.cancel(conversation)
    await accepted
    times.push(performance.now() - start)
    await idle
  }
  over.abort()
  await searching
  const worst = percentile(times, 0.99)
  const row = {
    what: `Stop accepted while searches run (median, p99 of ${times.length})`,
    value: median(times),
    measured: `${ms(median(times))}, ${ms(worst)}`,
  }
  return withGoal(row, `p99 under ${STOP_MS} ms`, worst < STOP_MS)
}

/** The sizes of the file and of its index in relation to the texts. */
function shareOfIndex(file: string): Figure {
  const db = new Database(file, { readonly: true })
  const number = (sql: string): number => Number(db.prepare(sql).pluck().get())
  const index = number("SELECT sum(pgsize) FROM dbstat WHERE name GLOB 'search_*'")
  const said = number('SELECT sum(bytes) FROM messages')
  const whole = number('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
  db.close()
  const row = {
    what: `file of ${mega(said)} that were said, its index in it`,
    value: whole / said,
    measured: `${(whole / said).toFixed(2)} of what was said, the index ${(index / said).toFixed(2)}`,
  }
  return withGoal(row, 'at most 2', whole <= 2 * said)
}

function mega(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

function figure(what: string, times: readonly number[]): Figure {
  const worst = percentile(times, 0.95)
  const row = {
    what: `${what} (median, p95 of ${times.length})`,
    value: median(times),
    measured: `${ms(median(times))}, ${ms(worst)}`,
  }
  return withGoal(row, `p95 under ${GOAL_MS} ms`, worst < GOAL_MS)
}
