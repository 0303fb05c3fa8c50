import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SandboxPolicy } from '../../../core/machine/sandbox-policy.ts'
import { hasSandbox, OPEN, Ground, sandboxedSupervisor } from '../../sandbox/sandbox.fixture.ts'
import { createGuardian } from '../guardian.ts'
import {
  CONVERSATION,
  hasProc,
  requestOf,
  supervisorOn,
  temporaryFolder,
  until,
} from '../supervisor-fixture.ts'
import type { Supervisor } from '../supervisor.ts'

// Only Debian's bash reads the file; elsewhere these tests pass without `--norc`.

test('a process that is spoken to starts without the ~/.bashrc of the person', async () => {
  using home = temporaryFolder()
  const supervisor = supervisorOn(home.path)
  try {
    expect(await firstWordsOf(supervisor, home.path, null)).toBe('hello')
  } finally {
    await supervisor.close()
  }
})

test.runIf(hasSandbox)('nor does it read that file in the sandbox', async () => {
  using ground = new Ground()
  const supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find())
  try {
    expect(await firstWordsOf(supervisor, ground.folder, OPEN)).toBe('hello')
  } finally {
    await supervisor.close()
  }
})

/**
 * The first output of a process whose folder is its home: the word in the .bashrc there if that file is read, otherwise
 * its input.
 */
async function firstWordsOf(
  supervisor: Supervisor,
  folder: string,
  sandboxPolicy: SandboxPolicy | null,
): Promise<string> {
  writeFileSync(join(folder, '.bashrc'), 'printf read; exit')
  const { workId } = requestOf('')
  const served = await supervisor.serve({
    conversationId: CONVERSATION,
    workId,
    command: 'read -r line; printf %s "$line"',
    folder,
    sandboxPolicy,
    label: 'a server',
    // As when started from a desktop: not by a shell.
    environment: { HOME: folder, SHLVL: '0' },
    signal: new AbortController().signal,
  })
  if (served.type !== 'serving') throw new Error(JSON.stringify(served))
  const { input, output } = served.process
  input.end('hello\n')
  return Buffer.concat(await output.toArray()).toString()
}

test.runIf(hasProc)('nor does the guardian of a host', async () => {
  using home = temporaryFolder()
  const at = (name: string): string => join(home.path, name)
  writeFileSync(at('.bashrc'), `: > ${at('read')}`)
  writeFileSync(at('bash'), `#!/bin/sh\nHOME=${home.path} /bin/bash "$@"; : > ${at('left')}\n`)
  chmodSync(at('bash'), 0o755)
  const environment = { PATH: `${home.path}:${process.env['PATH']}` }
  const guardian = createGuardian({ host: '0', platform: 'linux', environment })
  guardian.ensureStarted()
  guardian.close(true)
  await until(() => existsSync(at('left')))
  expect(existsSync(at('read'))).toBe(false)
})
