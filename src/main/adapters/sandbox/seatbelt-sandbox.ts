import { realpathSync } from 'node:fs'
import { failed, ok } from '../../../shared/result.ts'
import { faultCode } from '../system/file-fault.ts'
import type { SandboxPlaces } from './bubblewrap-sandbox.ts'
import { confinedEnvironment } from './confined-environment.ts'
import { createLookout } from './look-around.ts'
import { secretsNamedBy } from './places-of-linux.ts'
import type { Sandbox } from './sandbox.ts'
import { seatbeltProfile } from './seatbelt.ts'

/** The fence of macOS: the same rules, told to sandbox-exec. */
export function createSeatbelt(program: string, places: SandboxPlaces): Sandbox {
  const { home, dataFolder, environment, own } = places
  const always = [...secretsNamedBy(environment), dataFolder]
  const lookout = createLookout({ home, platform: 'darwin', always, covered: [] })
  return {
    look: () => lookout.look(),
    findings: () => [],
    enclose(command) {
      const { confinement, folder } = command
      const seen = lookout.seen()
      if (seen === null) return failed('The home could not be looked at: its disk does not answer.')
      try {
        if (realpathSync(folder) !== folder) {
          return failed(`${folder} has become a link, which the sandbox does not open.`)
        }
        const { temp, cache } = own.forRun(command)
        const real = seen.hidden.map(({ path }) => path)
        const hidden = [...new Set([...seen.places, ...real])].filter((path) => path !== folder)
        const rules = { folder, confinement, hidden, ownRoot: own.root, temp, cache }
        return ok({
          file: program,
          args: ['-p', seatbeltProfile(rules), 'bash', '-c', command.command],
          environment: confinedEnvironment(cache, temp),
          waitsAtGate: false,
          release: () => undefined,
        })
      } catch (error) {
        return failed(`The sandbox could not be set up (${faultCode(error)}).`)
      }
    },
  }
}
