import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import {
  supervisorOn,
  aliveWith,
  endAllWith,
  requestOf,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../processes/supervisor-fixture.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { askLoginShell, loginShellOf } from './login-path.ts'

let home: ReturnType<typeof temporaryFolder>
let data: ReturnType<typeof temporaryFolder>
let supervisor: Supervisor
beforeAll(() => {
  home = temporaryFolder()
  data = temporaryFolder()
  supervisor = plainSupervisor(data.path)
})
afterEach(() => {
  for (const name of readdirSync(home.path)) rmSync(join(home.path, name), { recursive: true })
})
afterAll(async () => {
  await supervisor.close()
  home[Symbol.dispose]()
  data[Symbol.dispose]()
})

function plainSupervisor(dataFolder: string): Supervisor {
  return supervisorOn(dataFolder, {
    environment: { PATH: '/usr/bin:/bin', HOME: home.path, ANTHROPIC_API_KEY: 'sk-secret' },
  })
}

/** One that has not waited for a login shell yet. */
function newSupervisor(): Supervisor {
  const own = temporaryFolder()
  const made = plainSupervisor(own.path)
  onTestFinished(async () => {
    await made.close()
    own[Symbol.dispose]()
  })
  return made
}

const isPosix = process.platform !== 'win32'

function startUpFile(name: string, text: string): void {
  writeFileSync(join(home.path, name), text)
}

/** A homemade shell, which receives its flags and its command like any other. */
function shellOf(script: string): string {
  const path = join(home.path, "a person's shell")
  writeFileSync(path, `#!/bin/bash\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

/** The limit is longer than the program's: a busy machine is not what is tested. */
function ask(shell: string, limitMs = 20_000): Promise<string | null> {
  return askLoginShell(supervisor, {
    shell,
    home: home.path,
    own: '/usr/bin:/bin:/app/bin',
    limitMs,
  })
}

const shells = [
  ['/bin/bash', '.bash_profile'],
  ['/bin/zsh', '.zshrc'],
  ['/bin/dash', '.profile'],
] as const
/** The shells on this machine. */
const found = shells.filter(([shell]) => existsSync(shell))
test.runIf(isPosix).for(found)('%s says what %s puts on the PATH', async ([shell, file]) => {
  startUpFile(file, 'echo Welcome\nPATH="$HOME/bin:$PATH"\nexport PATH\necho noise >&2\n')
  // The system's own start-up files may have put more in between; for an ordinary account, also at the end.
  const [first, ...others] = (await ask(shell))?.split(':') ?? []
  expect(first).toBe(join(home.path, 'bin'))
  expect(others).toContain('/bin')
  expect(others.at(-1)).toBe('/app/bin')
})

const answers = 'echo "/own/bin:$PATH" >/dev/null; PATH="/own/bin:$PATH" exec /bin/bash -c "$2"'

test.runIf(isPosix).for([
  ['much noise', `yes | head -c 1000000; printf 'no newline'; ${answers}`],
  ['a failing start-up file', `false; no-such-command; ${answers}; exit 3`],
  ['one that reads its input', `read -r line; ${answers}`],
] as const)('%s changes nothing', async ([, script]) => {
  expect(await ask(shellOf(script))).toBe('/own/bin:/usr/bin:/bin:/app/bin')
})

test.runIf(isPosix).for([
  ['one that says nothing', 'true'],
  ['one that fails', 'exit 1'],
  ['one that cannot be run', null],
  ['one that says half', 'echo "$2" | head -c 30'],
] as const)('%s gives no answer', async ([, script]) => {
  expect(await ask(script === null ? join(home.path, 'none') : shellOf(script))).toBeNull()
})

test.runIf(isPosix)('a hanging one is ended with everything it started', async () => {
  const seconds = uniqueSleep()
  try {
    const script = `trap '' TERM; setsid sleep ${seconds} & sleep ${seconds}`
    expect(await ask(shellOf(script), 300)).toBeNull()
    // On a busy machine the answer does not wait for the end.
    await until(() => aliveWith(seconds).length === 0)
  } finally {
    endAllWith(seconds)
  }
})

test.runIf(isPosix)(
  'processes left by start-up files are ended, and the answer is used',
  async () => {
    const seconds = uniqueSleep()
    try {
      const script = `setsid sleep ${seconds} >/dev/null 2>&1 & ${answers}`
      expect(await ask(shellOf(script))).toBe('/own/bin:/usr/bin:/bin:/app/bin')
      await until(() => aliveWith(seconds).length === 0)
    } finally {
      endAllWith(seconds)
    }
  },
)

test.runIf(isPosix)('the shell gets no key', async () => {
  const script = `env > ${shellQuote(join(home.path, 'seen'))}; ${answers}`
  await ask(shellOf(script))
  const seen = await supervisor.run(requestOf(`cat ${shellQuote(join(home.path, 'seen'))}`))
  expect(seen).toMatchObject({ printed: { text: expect.stringContaining('HOME=') } })
  expect(JSON.stringify(seen)).not.toContain('sk-secret')
})

test.runIf(isPosix)('commands wait a moment for the answer, and have it from then on', async () => {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const waiting = newSupervisor()
  waiting.useLoginPath(promise)
  const first = waiting.run(requestOf('echo $PATH'))
  setImmediate(() => resolve('/own/bin:/bin'))
  expect(await first).toMatchObject({ printed: { text: '/own/bin:/bin\n' } })
})

test.runIf(isPosix)('a command does not wait for a hanging shell', async () => {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const waiting = newSupervisor()
  waiting.useLoginPath(promise)
  const first = await waiting.run(requestOf('echo $PATH'))
  expect(first).toMatchObject({ printed: { text: '/usr/bin:/bin\n' } })
  resolve(null)
})

test.runIf(isPosix)('entries that are not absolute, or are repeated, are left out', async () => {
  const script = answers.replaceAll('/own/bin', '/own/bin::.:bin:/bin')
  expect(await ask(shellOf(script))).toBe('/own/bin:/bin:/usr/bin:/app/bin')
})

test.each([
  ['from a dock', 'darwin', { SHELL: '/bin/fish' }, false, '/bin/fish'],
  ['from a menu that knows no shell', 'linux', {}, false, userInfo().shell],
  ['from a menu', 'linux', { TERM: 'dumb', SHELL: '/bin/zsh' }, false, '/bin/zsh'],
  ['with a shell that has no place', 'linux', { SHELL: 'zsh' }, false, null],
  ['in a terminal', 'linux', { TERM: 'xterm' }, true, null],
  ['in a terminal, in the background', 'darwin', { TERM: 'xterm' }, false, null],
  ['on Windows', 'win32', {}, false, null],
] as const)('started %s', (_, platform, environment, hasTerminal, expected) => {
  expect(loginShellOf({ platform, environment, hasTerminal })).toBe(expected)
})
