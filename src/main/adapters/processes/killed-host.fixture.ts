import { spawn } from 'node:child_process'
import { SWEEP_WORKER } from './supervisor-fixture.ts'

/** A Phoenix without a face: runs one command on the data folder and follows it until it is killed. */
const HOST = `
  const [, data, command] = process.argv
  const { createSupervisor } = await import('${new URL('./supervisor.ts', import.meta.url).href}')
  const supervisor = createSupervisor({
    dataFolder: data, sweepWorker: new URL('${SWEEP_WORKER.href}'), clock: Date, environment: process.env,
  })
  const outcome = await supervisor.run({
    conversationId: 'c', workId: 'w', command, folder: '/tmp', confinement: null, limitMs: 600_000,
    signal: new AbortController().signal, onOutput: () => process.stdout.write('ready'),
  })
  console.log(outcome)
`

/** Answers when the host is gone; what it ran is not. */
export async function killHostDuring(dataFolder: string, command: string): Promise<void> {
  const args = ['--input-type=module', '-e', HOST, dataFolder, command]
  const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => host.stdout.once('data', resolve))
  const gone = new Promise((resolve) => host.once('exit', resolve))
  host.kill('SIGKILL')
  await gone
}
