import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { SWEEP_WORKER } from './supervisor-fixture.ts'

/** A Phoenix without a face, as code: a `supervisor` on a data folder, and a `request` to run one `command` on it. */
export const HOST = `
  const [, data, command] = process.argv
  const { createSupervisor } = await import(${JSON.stringify(new URL('./supervisor.ts', import.meta.url).href)})
  const supervisor = createSupervisor({
    dataFolder: data, sweepWorker: new URL(${JSON.stringify(SWEEP_WORKER.href)}), clock: Date, environment: process.env,
  })
  const request = {
    conversationId: 'conversation', workId: 'w', command, folder: data, confinement: null, limitMs: 1,
    signal: new AbortController().signal, onOutput: () => {},
  }
`

const FOLLOWING = `${HOST}
  const onOutput = () => process.stdout.write('ready')
  console.log(await supervisor.run({ ...request, limitMs: 600_000, onOutput }))
`

/** Answers when the host is gone; what it ran is not. Kills it once the command has printed something. */
export async function killHostDuring(dataFolder: string, command: string): Promise<void> {
  await killHost(FOLLOWING, [dataFolder, command], (printed) => once(printed, 'data'))
}

/** Runs the code in a process and kills it once `stands` answers. Answers when that was, in ms of `performance.now`. */
export async function killHost(
  code: string,
  args: readonly string[],
  stands: (printed: Readable) => Promise<unknown>,
): Promise<number> {
  const command = ['--input-type=module', '-e', code, ...args]
  const host = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] })
  await stands(host.stdout)
  const gone = once(host, 'exit')
  const at = performance.now()
  host.kill('SIGKILL')
  await gone
  return at
}
