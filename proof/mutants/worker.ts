import { CoreTests } from './core-tests.ts'
import type { Mutant } from './edits.ts'

/** Runs the core's tests once for each mutant it receives, and answers whether they noticed. */
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
