import { execFileSync } from 'node:child_process'
import { afterAll, describe, expect, test } from 'vitest'
import {
  hasProc,
  requestOf,
  supervisorOn,
  temporaryFolder,
  uniqueSleep,
  until,
  aliveWith,
} from '../supervisor-fixture.ts'
import { createRunTokens } from '../tree/run-token.ts'
import { markingShell } from './marking-shell.ts'
import { orderOf } from './spawn-command.ts'

const PLAIN = { PATH: '/usr/bin:/bin', HOME: '/home/me', SHLVL: '2', QUOTED: `a "b'=c` }
const ENVIRONMENTS = [
  ['of ordinary variables', PLAIN],
  ['with a name that no shell can use', { ...PLAIN, 'a.b-c': 'kept' }],
  ['with the options of a shell', { ...PLAIN, SHELLOPTS: 'braceexpand:hashall' }],
] as const

const data = temporaryFolder()
afterAll(() => data[Symbol.dispose]())

async function printed(environment: Readonly<Record<string, string>>, command: string) {
  const supervisor = supervisorOn(data.path, { environment })
  const outcome = await supervisor.run(requestOf(command))
  await supervisor.close()
  return 'printed' in outcome ? outcome.printed.text : outcome.type
}

describe.runIf(hasProc).for(ENVIRONMENTS)('in an environment %s', ([, environment]) => {
  test('a command has all of it, and nothing of the shell that set its mark', async () => {
    const seen = await printed(
      environment,
      String.raw`echo "$0 $- $SHLVL"; tr '\0' '\n' < /proc/$$/environ`,
    )
    const [shell, ...variables] = seen.split('\n')
    expect(shell).toBe('bash hBc 3')
    const found = new Set(variables)
    for (const [name, value] of Object.entries({ ...environment, SHLVL: '2' })) {
      expect(found).toContain(`${name}=${value}`)
    }
  })

  test('a process without the run token is found by its mark, and ended', async () => {
    const seconds = uniqueSleep()
    await printed(environment, `env -i setsid /bin/sleep ${seconds} & true`)
    await until(() => aliveWith(seconds).length === 0)
  })
})

test.runIf(hasProc)('a command can call the functions that are in its environment', async () => {
  const environment = { ...PLAIN, 'BASH_FUNC_greet%%': '() { echo hello; }' }
  expect(await printed(environment, 'greet')).toBe('hello\n')
})

test.runIf(hasProc)('a limit that the mark cannot pass stops no command', () => {
  const order = orderOf({
    command: 'grep "Max resident set" /proc/self/limits',
    folder: '/',
    environment: PLAIN,
    runToken: createRunTokens().next(),
    launch: null,
  })
  const limited = ['-c', 'ulimit -m 1000000; exec "$@"', 'bash', order.file, ...order.args]
  expect(execFileSync('bash', limited).toString()).toMatch(/ 1024000000 +1024000000 /)
})

test('a missing bash is left to bash, which says so', () => {
  expect(markingShell({ PATH: data.path }).file).toBe('bash')
})
