import { realpathSync } from 'node:fs'
import { failed, ok } from '../../../shared/result.ts'
import { NO_RC } from '../processes/spawn/no-rc.ts'
import { faultCode } from '../system/file-fault.ts'
import type { SandboxPlaces } from './bubblewrap-sandbox.ts'
import { sandboxedEnvironment } from './sandboxed-environment.ts'
import { createHiddenPlaces } from './hidden-places.ts'
import { linkedTree } from './git/linked-tree.ts'
import { secretsNamedBy } from './places-of-linux.ts'
import type { Sandbox } from './sandbox.ts'
import { seatbeltProfile } from './seatbelt.ts'

/** The sandbox of macOS: the same rules, for sandbox-exec. */
export function createSeatbelt(program: string, places: SandboxPlaces): Sandbox {
  const { home, dataFolder, environment, own } = places
  const always = [...secretsNamedBy(environment), dataFolder]
  const hiddenPlaces = createHiddenPlaces({ home, platform: 'darwin', always, covered: [] })
  return {
    look: () => hiddenPlaces.look(),
    findings: () => [],
    async prepare(command) {
      const { sandboxPolicy, folder } = command
      const seen = hiddenPlaces.seen()
      if (seen === null)
        return failed('The home folder could not be examined: its disk does not respond.')
      try {
        if (realpathSync(folder) !== folder) {
          return failed(`${folder} has become a link, which the sandbox does not open.`)
        }
        const { temp, cache } = own.forRun(command)
        const real = seen.hidden.map(({ path }) => path)
        const hidden = [...new Set([...seen.places, ...real])].filter((path) => path !== folder)
        const linked = linkedTree(folder)
        const rules = { folder, sandboxPolicy, linked, hidden, ownRoot: own.root, temp, cache }
        return ok({
          file: program,
          args: ['-p', seatbeltProfile(rules), 'bash', NO_RC, '-c', command.command],
          environment: sandboxedEnvironment(cache, temp),
          waitsAtGate: false,
          release: () => Promise.resolve(),
        })
      } catch (error) {
        return failed(`The sandbox could not be set up (${faultCode(error)}).`)
      }
    },
  }
}
