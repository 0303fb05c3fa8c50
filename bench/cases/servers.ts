import { setTimeout as delay } from 'node:timers/promises'
import { freshFolder } from '../../e2e/support/host.ts'
import { setUpIdleServers, startIdleServers } from '../../e2e/support/idle-servers.ts'
import type { Trial } from '../bench.ts'
import { type Figure, median, ms, withGoal } from '../figures.ts'
import { cpuSecondsWithChildren, percentAtRest } from '../process-cost.ts'
import { Rig } from '../rig.ts'
import { STARTED_MS } from './start.ts'

const COUNT = 20
/** The variation between two starts. */
const NOISE_MS = 25

/**
 * The cost of 20 MCP servers that a person has configured: the start of a host, and its processor time while all of
 * them run.
 */
export async function measureServers(trial: Trial): Promise<readonly Figure[]> {
  const [bare, configured] = [freshFolder('bare'), freshFolder('servers')]
  setUpIdleServers(configured, COUNT)
  return [await costOfStart(trial, bare, configured), await costOfRest(trial, configured)]
}

/** Alternating, so other load on the machine affects both equally. */
async function costOfStart(trial: Trial, bare: string, configured: string): Promise<Figure> {
  const rounds = trial.isShort ? 1 : 7
  const all: number[] = []
  const more: number[] = []
  // The very first start reads the program from the disk.
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
  const rig = await Rig.start(trial, { dataFolder })
  const client = await rig.connect()
  await client.request('app.open', {})
  const time = performance.now() - start
  client.close()
  await rig.end()
  return time
}

/** For the host and its children: the servers are those of one conversation that has asked its model once. */
async function costOfRest(trial: Trial, dataFolder: string): Promise<Figure> {
  const seconds = trial.isShort ? 1 : 10
  const rig = await Rig.start(trial, { dataFolder })
  const client = await rig.connect()
  await startIdleServers(rig.model, client, COUNT)
  await delay(STARTED_MS)
  const value = await percentAtRest(() => cpuSecondsWithChildren(rig.host.pid), seconds)
  client.close()
  await rig.end()
  const what = `idle CPU with ${COUNT} MCP servers running, theirs included, over ${seconds} s`
  const measured = `at most ${value.toFixed(2)} %`
  return withGoal({ what, value, measured }, 'under 1 %', value < 1)
}
