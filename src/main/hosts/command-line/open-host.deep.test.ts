import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataFolder } from '../../adapters/data-folder/instance-lock.ts'
import { temporaryFolder } from '../../adapters/processes/supervisor-fixture.ts'
import { runModule } from './open-host.fixture.ts'

/** The command line as a process of its own. */
const LIST = `
  import { runCommandLine } from ${JSON.stringify(new URL('./run-command-line.ts', import.meta.url).href)}
  await runCommandLine({
    wanted: { name: 'list', flags: new Map([['data', process.argv[1]]]), words: [] },
    environment: process.env,
    compose: () => Promise.reject(new Error('another host owns this folder')),
  })`

test('a command says after a while what it is waiting for, and Ctrl+C ends the wait', async () => {
  using place = temporaryFolder()
  const held = lockDataFolder(place.path)
  const command = runModule(LIST, place.path)
  onTestFinished(() => void command.kill('SIGKILL'))
  const left = once(command, 'exit')
  expect(String((await once(command.stderr, 'data'))[0])).toMatch(/^Phoenix is starting .+\.\n$/)
  command.kill('SIGINT')
  expect(await left).toEqual([130, null])
  if (held.ok) held.value.release()
})
