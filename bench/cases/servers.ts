import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { text } from '../../e2e/fake-model-server/parts.ts'
import { message } from '../../e2e/fake-model-server/replies.ts'
import { freshFolder } from '../../e2e/support/host.ts'
import type { Trial } from '../bench.ts'
import { type Figure, median, ms, withGoal } from '../figures.ts'
import { cpuSecondsWithChildren, TICK_SECONDS } from '../process-cost.ts'
import { Stand } from '../stand.ts'

const COUNT = 20
/** What a start may differ by from one time to the next. */
const NOISE_MS = 25

/** An MCP server that has one tool and nothing to do. */
const IDLE_SERVER = `
  const { createInterface } = require('node:readline')
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (id === undefined) return
    const info = { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'idle', version: '1' } }
    const tools = [{ name: 'rest', description: 'Does nothing.', inputSchema: { type: 'object' } }]
    const result = method === 'initialize' ? info : method === 'tools/list' ? { tools } : {}
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
`

/** What 20 MCP servers of a person's own cost: the start of a host that has them set up, and its processor time when all of them run. */
export async function measureServers(trial: Trial): Promise<readonly Figure[]> {
  const [bare, configured] = [freshFolder('bare'), freshFolder('servers')]
  setUpServers(configured)
  return [await costOfStart(trial, bare, configured), await costOfRest(trial, configured)]
}

function setUpServers(dataFolder: string): void {
  const script = join(freshFolder('server'), 'idle.cjs')
  writeFileSync(script, IDLE_SERVER)
  const server = { type: 'stdio', command: process.execPath, args: [script], env: {} }
  const each = Array.from({ length: COUNT }, (_, at) => [`s${at}`, { isOn: true, server }])
  const servers = Object.fromEntries(each) as Record<string, unknown>
  writeFileSync(join(dataFolder, 'mcp-servers.json'), JSON.stringify({ servers }))
}

/** In turn, so that what else the machine does meets both. */
async function costOfStart(trial: Trial, bare: string, configured: string): Promise<Figure> {
  const rounds = trial.isShort ? 1 : 7
  const all: number[] = []
  const more: number[] = []
  // The first start of all reads the program from the disk.
  await timeOfStart(trial, bare)
  for (let round = 0; round < rounds; round++) {
    const without = await timeOfStart(trial, bare)
    const time = await timeOfStart(trial, configured)
    all.push(time)
    more.push(time - without)
  }
  const value = median(all)
  const cost = median(more)
  const what = `start of the host to its list with ${COUNT} MCP servers set up (median of ${rounds})`
  const measured = `${ms(value)}, ${ms(cost)} more than without`
  return withGoal({ what, value, measured }, `at most ${NOISE_MS} ms more`, cost <= NOISE_MS)
}

/** Until a window could show the list. */
async function timeOfStart(trial: Trial, dataFolder: string): Promise<number> {
  const start = performance.now()
  const stand = await Stand.start(trial, { dataFolder })
  const client = await stand.connect()
  await client.request('app.open', {})
  const time = performance.now() - start
  client.close()
  await stand.end()
  return time
}

/** Of the host and its children: the servers are those of one conversation that has asked its model once. */
async function costOfRest(trial: Trial, dataFolder: string): Promise<Figure> {
  const seconds = trial.isShort ? 1 : 10
  const stand = await Stand.start(trial, { dataFolder })
  let tools = 0
  stand.model.respond((body) => {
    tools = JSON.stringify(Object(body)['tools']).split('__rest"').length - 1
    return message([text('Hello.')])
  })
  const client = await stand.connect()
  const conversation = await client.newConversation(freshFolder('work'))
  await untilAllRun(async () => {
    const idle = client.untilIdle()
    await client.send(conversation, 'Hello')
    await idle
    return tools
  })
  await delay(1_000)
  const before = cpuSecondsWithChildren(stand.host.pid)
  await delay(seconds * 1_000)
  // The clock counts whole ticks: one more may have begun.
  const used = cpuSecondsWithChildren(stand.host.pid) - before + TICK_SECONDS
  const value = (used * 100) / seconds
  client.close()
  await stand.end()
  const what = `idle CPU with ${COUNT} MCP servers running, theirs included, over ${seconds} s`
  const measured = `at most ${value.toFixed(2)} %`
  return withGoal({ what, value, measured }, 'under 1 %', value < 1)
}

/** A request goes on without servers that start slowly: the next one has them. */
async function untilAllRun(ask: () => Promise<number>): Promise<void> {
  for (let turn = 0; turn < 5; turn++) if ((await ask()) === COUNT) return
  throw new Error('not all servers run: their tools are not in the request')
}
