import { once } from 'node:events'
import { sandboxedOrder, HOST } from '../processes/host.fixture.ts'
import { killHost } from '../processes/killed-host.fixture.ts'
import { aliveWith, endAllWith, uniqueSleep, until } from '../processes/supervisor-fixture.ts'
import type { Ground } from './sandbox.fixture.ts'

/** Kills a Phoenix while its command, with this many processes, runs. Returns how long it took until none was alive (ms). */
export async function killSandboxingHost(
  ground: Ground,
  script: string,
  least: number,
): Promise<number> {
  const seconds = uniqueSleep()
  try {
    const killedAt = await killHost({
      code: `${HOST} await supervisor.run(requestOf({ onOutput: (text) => process.stdout.write(text) }))`,
      order: sandboxedOrder(ground, script.replaceAll('S', seconds)),
      // The sandbox's own command line holds the script too, before any of it runs.
      async isUp(printed) {
        await once(printed, 'data')
        await until(() => aliveWith(seconds).length >= least)
      },
      // The sandbox must work by itself here.
      withGuardian: true,
    })
    await until(() => aliveWith(seconds).length === 0)
    return performance.now() - killedAt
  } finally {
    endAllWith(seconds)
  }
}
