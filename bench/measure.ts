import { RUN_TOKEN_NAME } from '../src/main/adapters/processes/tree/run-token.ts'
import { benchNamed } from './benches.ts'
import { endProcesses, treeOf } from './end-processes.ts'
import { lackOf } from './needs.ts'
import type { Report } from './run-in-process.ts'

/** The process of one bench: `measure.ts NAME TRIAL`. Reports once, then waits to be ended together with its hosts. */
const [name = '', trial = '{}'] = process.argv.slice(2)
const keptAlive = setInterval(() => undefined, 60_000)

process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
process.once('disconnect', () => {
  clearInterval(keptAlive)
  const own = treeOf(process.pid, process.env[RUN_TOKEN_NAME] ?? '')
  void endProcesses(own).finally(() => process.exit(1))
})

report(await measured())

async function measured(): Promise<Report> {
  const bench = benchNamed(name)
  const lack = await lackOf(bench.needs)
  if (lack !== null) return { type: 'impossible', reason: lack }
  return { type: 'measured', rows: await bench.measure(JSON.parse(trial)) }
}

/** A row has room for one sentence; the rest goes to standard error. */
function fail(error: unknown): void {
  console.error(error)
  const [reason = ''] = String(error).split('\n')
  report({ type: 'failed', reason })
}

function report(outcome: Report): void {
  if (process.connected) process.send?.(outcome)
}
