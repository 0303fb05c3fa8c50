import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunRequest } from '../processes/runs/start-run.ts'
import { sandboxedSupervisor } from '../sandbox/sandbox.fixture.ts'
import { BRANCH, committed, git, ID, Project } from './project.fixture.ts'
import { createWorktrees } from './worktree-port.ts'

const CUT = Promise.resolve({ type: 'aborted' } as const)

/** A `git` that touches `begun` and takes its time before it merges. Returns the PATH that finds it. */
function slowGit(project: Project, begun: string): string {
  const folder = join(project.ground.dataFolder, 'slow')
  mkdirSync(folder)
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim()
  const program = `#!/bin/sh
case "$*" in *" merge -q"*) touch '${begun}'; sleep 0.5;; esac
exec ${real} "$@"
`
  writeFileSync(join(folder, 'git'), program, { mode: 0o755 })
  return `${folder}:${process.env['PATH']}`
}

test('a merge that is under way when Phoenix quits ends by itself', async () => {
  await using project = new Project()
  await committed(project)
  const { dataFolder } = project.ground
  const begun = join(dataFolder, 'begun')
  const environment = { ...process.env, PATH: slowGit(project, begun) }
  const missing = { type: 'missing', reason: '' } as const
  const supervisor = sandboxedSupervisor(dataFolder, missing, { environment })
  const worktrees = createWorktrees({ dataFolder, supervisor, isSandboxed: false })
  const merging = worktrees.merge(ID)
  await expect.poll(() => existsSync(begun)).toBe(true)
  await supervisor.close()
  expect(await merging).toEqual({ ok: true, value: null })
  expect(git(project.folder, 'status', '--porcelain')).toBe('')
  expect(readFileSync(join(project.folder, 'a.txt'), 'utf8')).toBe('two\n')
})

test('a merge that was cut off is told by the next one, after another start too, until its remains are gone', async () => {
  await using project = new Project()
  await committed(project)
  const { dataFolder } = project.ground
  const supervisor = {
    jobs: project.supervisor.jobs,
    run: (request: RunRequest) =>
      request.mayFinish === true ? CUT : project.supervisor.run(request),
  }
  const killed = createWorktrees({ dataFolder, supervisor, isSandboxed: false })
  expect(await killed.merge(ID)).toMatchObject({ error: 'Phoenix is closing.' })
  git(project.folder, 'merge', '-q', '--no-ff', '--no-commit', BRANCH)
  const told = { error: expect.stringContaining('was cut off') }
  expect(await project.another().merge(ID)).toMatchObject(told)
  rmSync(join(project.folder, '.git/MERGE_HEAD'))
  expect(await project.another().merge(ID)).toMatchObject(told)
  git(project.folder, 'reset', '-q', '--merge')
  expect(await project.another().merge(ID)).toEqual({ ok: true, value: null })
})
