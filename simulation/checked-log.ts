import type { Log } from '../src/main/runtime/ports/ports.ts'
import { isExpected } from './marks/expected-warnings.ts'
import type { SimulationContext } from './faults/simulation-context.ts'
import type { Oracles } from './oracles/oracles.ts'

/** The app's log. A warning is a broken promise unless an injected fault explains it. */
export function checkedLog(
  world: SimulationContext & { readonly oracles: Pick<Oracles, 'checkSecret'> },
  onUnsavedRecovery: () => void,
): Log {
  return {
    warn: (what, facts) => {
      const line = `${what} ${JSON.stringify(facts)}`
      world.note(`warning: ${line}`)
      world.oracles.checkSecret('a line of the log', line)
      if (what === 'a recovery could not be saved') onUnsavedRecovery()
      if (!isExpected(what, world.ports.hasStruck))
        world.fail('the app has nothing to warn of', line)
    },
  }
}
