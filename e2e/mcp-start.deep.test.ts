import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import { median } from '../bench/figures.ts'
import { cpuSeconds, percentAtRest } from '../bench/process-cost.ts'
import { startFakeModelServer } from './fake-model-server/fake-model-server.ts'
import { freshFolder, Host } from './support/host.ts'
import { setUpIdleServers, startIdleServers } from './support/idle-servers.ts'

const SERVERS = 20
const STARTS = 7
/** Processor time of a start with them, as a multiple of one without: the normal variation between starts. */
const MOST_OF_START = 1.15
const SECONDS = 20
/** Limit, in percent of one core. */
const MOST_PERCENT = 1

test('a start reads no MCP servers: their file is read when they are needed', async () => {
  const dataFolder = freshFolder('data')
  const file = join(dataFolder, 'mcp-servers.json')
  // An invalid file is moved aside when it is read.
  writeFileSync(file, 'not JSON')
  const host = await Host.start({ dataFolder })
  try {
    const client = await BenchClient.connect(host.address)
    await client.request('app.open', {})
    expect(existsSync(file)).toBe(true)
    await client.request('mcp.list', { conversationId: null })
    expect(existsSync(file)).toBe(false)
    client.close()
  } finally {
    await host.stop()
  }
})

/** Processor time of a host until its list is available (s). */
async function costOfStart(dataFolder: string): Promise<number> {
  const host = await Host.start({ dataFolder })
  const client = await BenchClient.connect(host.address)
  await client.request('app.open', {})
  const cost = cpuSeconds(host.pid)
  client.close()
  await host.stop()
  return cost
}

test.runIf(process.platform === 'linux')(
  '20 MCP servers that are set up add nothing to a start, and the host at rest takes under 1 % of a core, whether they run or not',
  async () => {
    const [bare, configured] = [freshFolder('bare'), freshFolder('servers')]
    setUpIdleServers(configured, SERVERS)
    // The very first start reads the program from the disk and creates the database.
    for (const folder of [bare, configured]) await costOfStart(folder)
    const costs = { bare: [] as number[], configured: [] as number[] }
    for (let pair = 0; pair < STARTS; pair++) {
      costs.bare.push(await costOfStart(bare))
      costs.configured.push(await costOfStart(configured))
    }
    const ratio = median(costs.configured) / median(costs.bare)

    const model = await startFakeModelServer()
    const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
    const host = await Host.start({ dataFolder: configured, environment })
    const client = await BenchClient.connect(host.address)
    await client.request('app.open', {})
    const used = (): number => cpuSeconds(host.pid)
    const unused = await percentAtRest(used, SECONDS)
    await startIdleServers(model, client, SERVERS)
    const running = await percentAtRest(used, SECONDS)
    client.close()
    await host.stop()
    await model.close()
    console.info(
      `start: ${ratio.toFixed(2)}; at rest: ${unused.toFixed(2)} %, with servers ${running.toFixed(2)} %`,
    )
    expect(ratio).toBeLessThan(MOST_OF_START)
    expect(unused).toBeLessThan(MOST_PERCENT)
    expect(running).toBeLessThan(MOST_PERCENT)
  },
)
