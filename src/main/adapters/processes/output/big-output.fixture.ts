import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { bareOrder, HOST, hostArguments } from '../host.fixture.ts'
import { temporaryFolder } from '../supervisor-fixture.ts'

/** Runs a command in a separate process, where nothing else takes memory, and reports how much it took. */
const MEASURING = `${HOST}
  const { monitorEventLoopDelay } = await import('node:perf_hooks')
  let shown = 0, pieces = 0, longest = 0
  const run = (given) => supervisor.run(requestOf({
    ...given, limitMs: 100_000,
    onOutput: (text) => { pieces += 1; shown += text.length; longest = Math.max(longest, text.length) },
  }))
  await run({ command: 'head -c 1000000 /dev/zero' })
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => { most = Math.max(most, process.memoryUsage.rss()) }, 10)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  pieces = shown = longest = 0
  const startedAt = performance.now()
  const outcome = await run()
  const seconds = (performance.now() - startedAt) / 1000
  clearInterval(timer)
  console.log(JSON.stringify({
    outcome, seconds, pieces, longest, grownMb: (most - before) / 1e6,
    p99: delay.percentile(99) / 1e6, max: delay.max / 1e6, keptBytes: Buffer.byteLength(outcome.printed.text),
  }))
  await supervisor.close()
`

/** `before`: shell code that prepares the process. */
export async function measure(command: string, before = ':'): Promise<Record<string, unknown>> {
  using data = temporaryFolder()
  const args = hostArguments(MEASURING, bareOrder(data.path, command))
  const shell = ['-c', `${before}; exec "$0" "$@"`, process.execPath, ...args]
  const { stdout } = await promisify(execFile)('bash', shell)
  return JSON.parse(stdout) as Record<string, unknown>
}

/** Measures a command that prints this many bytes. */
export async function expectHarmless(
  command: string,
  bytes: number,
): Promise<Record<string, unknown>> {
  const measured = await measure(command)
  if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined) {
    console.log({ ...measured, outcome: undefined })
  }
  expect(measured).toMatchObject({ outcome: { type: 'exited', code: 0, printed: { bytes } } })
  expect(measured['grownMb']).toBeLessThan(100)
  expect(measured['keptBytes']).toBeLessThanOrEqual(32 * 1024 + 100)
  expect(measured['longest']).toBeLessThanOrEqual(64 * 1024 + 100)
  expect(measured['pieces']).toBeLessThanOrEqual(2 + 21 * Number(measured['seconds']))
  return measured
}

/** What was printed, and what is said about it. */
export function textOf(measured: Record<string, unknown>): string {
  return JSON.stringify(measured['outcome'])
}

/** Ways of printing this many bytes. */
export const MUCH = [
  ['lines', (bytes: number) => `yes | head -c ${bytes}`],
  ['one endless line', (bytes: number) => `yes | tr -d '\\n' | head -c ${bytes}`],
  ['bytes that are no text', (bytes: number) => `head -c ${bytes} /dev/urandom`],
] as const
