import { CoreTests } from './core-tests.ts'
import type { Mutant } from './places.ts'

/** A process that runs the core's tests once for each mutant that it is sent, and answers whether they noticed. */
const tests = new CoreTests()
await tests.open()
if (await tests.notice(null)) {
  process.send?.({ type: 'unsound' })
} else {
  process.on('message', (mutant: Mutant) => {
    void tests.notice(mutant).then((isNoticed) => process.send?.({ type: 'tried', isNoticed }))
  })
  process.send?.({ type: 'ready' })
}
