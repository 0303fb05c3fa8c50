import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { Workspace } from '../calling.fixture.ts'
import { workspaceForEachTest } from '../workspace-for-each.fixture.ts'
import { results } from './left-out.fixture.ts'

let workspace: Workspace

workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

// ripgrep would read until its limit ends it, and take a GB of memory meanwhile.
test.runIf(process.platform !== 'win32').for([
  ['.gitignore', 'a device'],
  ['.ignore', 'a pipe'],
  ['.rgignore', 'a device'],
  ['.git/info/exclude', 'a pipe'],
] as const)('a folder is searched even if its %s is %s', async ([name, kind]) => {
  execFileSync('git', ['init', '-q'], { cwd: workspace.folder })
  workspace.write('a.md', 'needle\n')
  const rules = join(workspace.folder, name)
  rmSync(rules, { force: true })
  mkdirSync(dirname(rules), { recursive: true })
  if (kind === 'a device') symlinkSync('/dev/zero', rules)
  else execFileSync('mkfifo', [rules])
  const [listed, ...found] = await results(workspace)
  const included =
    "files that git ignores are included, because the folder's ignore rules are enormous or no regular file"
  expect(listed).toContain(`in all; ${included}]`)
  expect(found).toEqual([
    `a.md\n[1 file matches; ${included}]`,
    `a.md\n  1: needle\n[1 matching line in 1 file; ${included}]`,
    `a.md: 1\n[1 file with matches; ${included}]`,
    `[no matches in the folder; ${included}]`,
  ])
})

/** The program that runs in a folder; null if there is none yet. */
function runningIn(folder: string): number | null {
  const isThere = (pid: string): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder
    } catch {
      return false
    }
  }
  const found = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isThere(name))
  return found === undefined ? null : Number(found)
}

test.runIf(process.platform === 'linux')(
  'a search that something ended, such as the kernel for want of memory, does not pass for a whole one',
  async () => {
    workspace.write('sub/a.md', 'needle\n')
    execFileSync('mkfifo', [join(workspace.folder, 'sub/.gitignore')])
    const listed = workspace.call('list_files', {})
    await expect.poll(() => runningIn(workspace.folder)).not.toBeNull()
    process.kill(Number(runningIn(workspace.folder)), 'SIGKILL')
    expect(await listed).toMatchObject({
      outcome: 'failed',
      text: 'ripgrep ended with SIGKILL before it had finished.',
    })
  },
)
