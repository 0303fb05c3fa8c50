import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { createProcessHost, type ProcessHost } from '../../adapters/process-host/process-host.ts'
import { readProcess } from '../../adapters/processes/tree/process-table.ts'
import { createRunTokens } from '../../adapters/processes/tree/run-token.ts'
import { hasProc, temporaryFolder, until } from '../../adapters/processes/supervisor-fixture.ts'
import { resetElectron } from './electron-double.fixture.ts'
import { utilityChannel } from './utility-channel.ts'
import { FakeUtilityProcess } from './utility-double.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

const ENTRY = join(import.meta.dirname, 'utility-entry.ts')

/** The parent of a command; 0 if it was lost because the end of the process host is not known yet. */
async function parentOf(host: ProcessHost): Promise<number> {
  const environment = { PATH: process.env['PATH'] ?? '' }
  const order = {
    file: 'bash',
    args: ['-c', 'echo $PPID'],
    folder: '/',
    environment,
    hasGate: false,
  }
  const started = await host.start(order)
  if (started.type !== 'started') return 0
  return Number(await text(started.child.stdout.resume()))
}

test.runIf(hasProc)(
  'in Electron commands are started by a utility process, which is replaced when it dies',
  async () => {
    resetElectron()
    using data = temporaryFolder()
    const runToken = createRunTokens().next()
    const options = { dataFolder: data.path, processHost: utilityChannel(ENTRY) }
    const host = createProcessHost(options, runToken)
    const startedHost = async (before: number): Promise<number> => {
      for (;;) {
        const parent = await parentOf(host)
        if (![0, process.pid, before].includes(parent)) return parent
      }
    }
    const first = await startedHost(0)
    process.kill(first, 'SIGKILL')
    const second = await startedHost(first)
    const forkCall = [
      ENTRY,
      [],
      expect.objectContaining({ env: { PHOENIX_RUN: runToken }, stdio: 'ignore' }),
    ]
    expect(FakeUtilityProcess.forked).toEqual([forkCall, forkCall])
    host.close()
    await until(() => readProcess(second)?.isDead !== false)
  },
)

test('a utility process that runs out of memory ends, and nothing else', async () => {
  resetElectron()
  const onEnd = vi.fn<() => void>()
  utilityChannel(ENTRY)({}, { onEnd, onReport: () => undefined })
  expect(() => FakeUtilityProcess.last?.runOutOfMemory()).not.toThrow()
  await expect.poll(() => onEnd.mock.calls.length).toBe(1)
})
