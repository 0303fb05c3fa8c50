import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Trial } from './bench.ts'
import { compare } from './compare.ts'
import { type Options, optionsOf, USAGE } from './options.ts'
import { OWN_PROGRAM } from './revision.ts'
import { runBench } from './run-bench.ts'
import { type FinishedBench, isSound, printTable, rowsOf } from './table.ts'

/**
 * `npm run bench`: each figure next to its goal or its floor. Machines are noisy: compare within one run. Exits with 0
 * if every bench finished or cannot run here, 1 if one did not finish, 2 if the arguments are invalid.
 */
async function main(): Promise<number> {
  const options = understood()
  if (options === null) return 2
  const stop = stopOfSignals()
  const cacheFolder = mkdtempSync(join(tmpdir(), 'phoenix-bench-cache-'))
  const shared = { isShort: options.isShort, cacheFolder }
  try {
    if (options.compared === null)
      return await runAll(options, { ...shared, program: OWN_PROGRAM }, stop)
    return (await compare(options.compared, options, shared, stop)) ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return stop.aborted ? 130 : 1
  } finally {
    rmSync(cacheFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function understood(): Options | null {
  try {
    return optionsOf(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    return null
  }
}

/** Ctrl+C ends what runs, and cleans up. */
function stopOfSignals(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop.abort())
  }
  return stop.signal
}

async function runAll(
  { isShort, names }: Options,
  trial: Trial,
  stop: AbortSignal,
): Promise<number> {
  const all: FinishedBench[] = []
  for (const name of names) {
    console.error(`measuring ${name} …`)
    all.push({ name, outcome: await runBench(name, trial, stop) })
  }
  const rows = all.flatMap((each) => rowsOf(each, !isShort))
  printTable(['', 'figure', 'measured', isShort ? 'goal (not judged)' : 'goal'], rows)
  return all.every(isSound) ? 0 : 1
}

process.exitCode = await main()
