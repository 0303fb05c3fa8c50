import { join } from 'node:path'
import { killHost } from '../processes/killed-host.fixture.ts'
import {
  aliveWith,
  endAllWith,
  SWEEP_WORKER,
  uniqueSleep,
  until,
} from '../processes/supervisor-fixture.ts'
import type { Ground } from './sandbox.fixture.ts'

/** The address of a module as a word of code. */
function url(name: string): string {
  return JSON.stringify(new URL(name, import.meta.url).href)
}

/** A Phoenix without a face, as code: runs one confined command. */
const HOST = `
  const [, folder, data, home, cache, command] = process.argv
  const { createSupervisor } = await import(${url('../processes/supervisor.ts')})
  const { findSandbox } = await import(${url('./find-sandbox.ts')})
  const environment = { ...process.env, XDG_CACHE_HOME: cache }
  const { sandbox } = await findSandbox({ platform: 'linux', environment, home, dataFolder: data })
  const supervisor = createSupervisor({
    dataFolder: data, sweepWorker: new URL(${JSON.stringify(SWEEP_WORKER.href)}), clock: Date, environment, sandbox,
  })
  await supervisor.run({
    conversationId: 'c', workId: 'w', command, folder, limitMs: 600_000, onOutput: () => undefined,
    confinement: { folder: 'writable', network: true }, signal: new AbortController().signal,
  })
`

/** Kills a Phoenix while its command, of so many processes, runs. Answers how long it took until none was alive (ms). */
export async function killConfiningHost(
  { dataFolder, folder, home, root }: Ground,
  script: string,
  least: number,
): Promise<number> {
  const seconds = uniqueSleep()
  try {
    const args = [folder, dataFolder, home, join(root, 'cache'), script.replaceAll('S', seconds)]
    const killedAt = await killHost(HOST, args, () =>
      until(() => aliveWith(seconds).length >= least),
    )
    await until(() => aliveWith(seconds).length === 0)
    return performance.now() - killedAt
  } finally {
    endAllWith(seconds)
  }
}
