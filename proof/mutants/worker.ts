import { CoreTests } from './core-tests.ts'
import type { Mutant } from './edits.ts'

/** Many times what a test run takes of a processor. Time in which a busy machine runs other programs does not count. */
const HANGS_AFTER_MICROSECONDS = 60_000_000
const LOOK_MS = 1_000

/** Runs the core's tests once for each mutant it receives, and answers whether they noticed. */
const tests = new CoreTests()

async function attempt(mutant: Mutant): Promise<void> {
  const began = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(began)
    if (user + system > HANGS_AFTER_MICROSECONDS) process.send?.({ type: 'hangs' })
  }, LOOK_MS)
  const isNoticed = await tests.notice(mutant)
  clearInterval(watch)
  process.send?.({ type: 'tried', isNoticed })
}

await tests.open()
if (await tests.notice(null)) {
  process.send?.({ type: 'unsound' })
} else {
  process.on('message', (mutant: Mutant) => void attempt(mutant))
  process.send?.({ type: 'ready' })
}
