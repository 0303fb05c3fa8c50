import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { sandboxedSupervisor, Ground, hasSandbox } from '../sandbox/sandbox.fixture.ts'
import { createGitPort, describeGit } from './git-state.ts'

const OF = { conversationId: ConversationId.parse('c'), workId: WorkId.parse('w') }

/** Long enough for any busy machine (ms). */
const PATIENT_MS = 60_000

function git(folder: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' })
}

/** A repository with a commit and a change. */
function begin(folder: string): void {
  git(folder, 'init', '-q', '-b', 'main')
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '-q', '-m', 'First')
  writeFileSync(join(folder, 'a.txt'), 'two\n')
}

function stateIn(
  ground: Ground,
  supervisor: Pick<Supervisor, 'run'>,
  isSandboxed: boolean,
  onStarted: () => void = () => undefined,
) {
  const { signal } = new AbortController()
  return createGitPort(supervisor, isSandboxed, PATIENT_MS).stateOf({
    ...OF,
    folder: ground.folder,
    signal,
    onStarted,
  })
}

const NEVER: Pick<Supervisor, 'run'> = {
  run: () => Promise.reject(new Error('nothing is run')),
}

describe.skipIf(!hasSandbox)('the state of git', () => {
  test('branch, changed files and last commits are reported, and nothing that the repository configures runs', async () => {
    using ground = new Ground()
    begin(ground.folder)
    const sprung = join(ground.folder, 'sprung')
    for (const name of ['fsmonitor', 'hook', 'pre-commit', 'post-index-change']) {
      mkdirSync(join(ground.folder, '.git/hooks'), { recursive: true })
      const script = join(ground.folder, '.git/hooks', name)
      writeFileSync(script, `#!/bin/sh\necho ${name} >> ${sprung}\n`)
      chmodSync(script, 0o755)
    }
    git(ground.folder, 'config', 'core.fsmonitor', '.git/hooks/fsmonitor')
    git(ground.folder, 'config', 'filter.x.clean', `touch ${sprung}; cat`)
    writeFileSync(join(ground.folder, '.gitattributes'), '* filter=x\n')
    const supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find())
    let starts = 0
    const state = await stateIn(ground, supervisor, true, () => starts++)
    await supervisor.close()
    expect(starts).toBe(1)
    expect(state).toContain('Branch: main\nChanged files')
    expect(state).toMatch(
      / M a\.txt\n\?\? \.gitattributes\nLast commits, newest first:\n[0-9a-f]+ First$/,
    )
    expect(existsSync(sprung)).toBe(false)
    // The traps work: the plain command springs them.
    git(ground.folder, 'status')
    expect(existsSync(sprung)).toBe(true)
  })
})

test('nothing runs without a repository, and nothing without a sandbox', async () => {
  using ground = new Ground()
  expect(await stateIn(ground, NEVER, true)).toBe(null)
  git(ground.folder, 'init', '-q')
  expect(await stateIn(ground, NEVER, false)).toBe(null)
  await expect(stateIn(ground, NEVER, true)).rejects.toThrow('nothing is run')
})

test('long lists are cut, and invisible characters are shown', () => {
  const files = Array.from({ length: 22 }, (_, n) => `?? ${n}\u202e${'x'.repeat(300)}`)
  const state = describeGit(['## main', ...files, '--- commits', '--- end'].join('\n')) ?? ''
  expect(state).toContain('(and more: run git status)')
  expect(state).not.toContain('\u202e')
  expect(state.split('\n').every((line) => line.length <= 200)).toBe(true)
  expect(state).toContain('No commits that could be read.')
  expect(state.match(/x…$/gmu)).toHaveLength(20)
  expect(state).toContain('Branch: main\n')
})

test('a repository that git refuses to read gives nothing', () => {
  expect(describeGit('fatal: detected dubious ownership\n--- commits\n--- end\n')).toBe(null)
  expect(describeGit('')).toBe(null)
})
