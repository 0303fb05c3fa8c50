import { COOKIE_NAME } from '../src/main/adapters/processes/process-tree.ts'
import { benchNamed } from './benches.ts'
import { endProcesses, treeOf } from './end-processes.ts'
import { lackOf } from './needs.ts'
import type { Report } from './run-apart.ts'

/** The process of one bench: `measure.ts NAME TRIAL`. Reports once, then waits for its end, which takes its hosts with it. */
const [name = '', trial = '{}'] = process.argv.slice(2)
const keptAlive = setInterval(() => undefined, 60_000)

process.on('uncaughtException', (error) => report({ type: 'failed', reason: String(error) }))
process.on('unhandledRejection', (error) => report({ type: 'failed', reason: String(error) }))
process.once('disconnect', () => {
  clearInterval(keptAlive)
  const own = treeOf(process.pid, process.env[COOKIE_NAME] ?? '')
  void endProcesses(own).finally(() => process.exit(1))
})

report(await measured())

async function measured(): Promise<Report> {
  const bench = benchNamed(name)
  const lack = await lackOf(bench.needs)
  if (lack !== null) return { type: 'impossible', reason: lack }
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- written by the process that started this one
  return { type: 'measured', rows: await bench.measure(JSON.parse(trial)) }
}

function report(outcome: Report): void {
  if (process.connected) process.send?.(outcome)
}
