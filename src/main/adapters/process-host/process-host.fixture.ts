import { text } from 'node:stream/consumers'
import { forkedChannel } from './forked-channel.ts'
import type { ProcessOrder } from '../processes/spawn/command-process.ts'
import { createRunTokens } from '../processes/tree/run-token.ts'
import { temporaryFolder, until } from '../processes/supervisor-fixture.ts'
import { makeNamedPipes } from '../processes/spawn/output-pipes.ts'
import type { HostReport } from './messages.ts'
import { createProcessHost, type ProcessHost } from './process-host.ts'

/** Straight from source. */
export const testChannel = forkedChannel(
  new URL('./process-host-entry.fixture.mjs', import.meta.url),
)

export function orderOf(script: string, options: Partial<ProcessOrder> = {}): ProcessOrder {
  const environment = { PATH: process.env['PATH'] ?? '', OWN: 'given' }
  return {
    file: 'bash',
    args: ['-c', script],
    folder: '/',
    environment,
    hasGate: false,
    ...options,
  }
}

/** Makes pipes as a process host does. */
export async function makeAndReport(
  paths: readonly string[],
  onReport: (report: HostReport) => void,
): Promise<void> {
  onReport({ type: 'pipesMade', areMade: await makeNamedPipes(paths) })
}

/** A separate host, once commands are its children. */
export async function runningHost(startMs?: number) {
  const data = temporaryFolder()
  const options = { dataFolder: data.path, processHost: testChannel }
  const host = createProcessHost(options, createRunTokens().next(), startMs)
  const pid = await nextParent(host)
  return {
    host,
    pid,
    folder: data.path,
    [Symbol.dispose]() {
      host.close()
      data[Symbol.dispose]()
    },
  }
}

/** The pid of the process host, once commands are its children; different from the one before. */
export async function nextParent(host: ProcessHost, before = process.pid): Promise<number> {
  let parent = process.pid
  await until(async () => {
    const answer = await host.start(orderOf('echo $PPID'))
    // Its end may not be known yet.
    if (answer.type !== 'started') return false
    parent = Number(await text(answer.child.stdout.resume()))
    return parent !== process.pid && parent !== before
  })
  return parent
}
