import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import {
  hasProc,
  supervisorOn,
  temporaryFolder,
  until,
} from '../../adapters/processes/supervisor-fixture.ts'
import type { TerminalOrder, TerminalReport } from '../../adapters/terminals/messages.ts'
import { Followed, PLAIN_SHELL, terminalsOf } from '../../adapters/terminals/terminal.fixture.ts'
import { utilityChannel } from './utility-channel.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

const ENTRY = join(import.meta.dirname, 'terminal-utility-entry.ts')

test.runIf(hasProc)('in Electron terminals run in a utility process', async () => {
  using data = temporaryFolder()
  const supervisor = supervisorOn(data.path, { environment: PLAIN_SHELL })
  const terminalHost = utilityChannel<TerminalOrder, TerminalReport>(ENTRY, 'Phoenix terminals')
  const port = terminalsOf(supervisor, { terminalHost })
  const followed = await Followed.open(port)
  await followed.run('echo "end $((1 + 2))"', 'end 3')
  followed.terminal.write('exit 5\r')
  await until(() => followed.end !== null)
  expect(followed.end).toEqual({ code: 5, signal: null })
  await followed.terminal.end()
  await supervisor.close()
  port.close()
})
