import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Supervisor } from '../../processes/supervisor.ts'
import { Project } from '../planting.fixture.ts'
import { Ground, hasSandbox, printedBy, runIn, sandboxedSupervisor } from '../sandbox.fixture.ts'

const COMMIT = 'git commit -q --allow-empty -m x'

/** What a command does, and what the person does with git afterwards. `$OUT`: a file of the person's outside. */
const CASES = [
  ['the log of HEAD', 'rm .git/logs/HEAD; ln -s "$OUT" .git/logs/HEAD', COMMIT],
  ['the log of a branch', 'ln -sf "$OUT" .git/logs/refs/heads/main', COMMIT],
  ['a folder of logs', 'rm -r .git/logs/refs; ln -s "$OUT-folder" .git/logs/refs', COMMIT],
  ['the last message', 'ln -sf "$OUT" .git/COMMIT_EDITMSG', COMMIT],
  ['the refs', 'ln -sf "$OUT-new" .git/packed-refs', 'git pack-refs --all'],
  [
    'the patterns of a sparse checkout',
    'ln -sf "$OUT" .git/info/sparse-checkout',
    'git sparse-checkout set --no-cone /file',
  ],
  [
    'the last message, where nobody can list it',
    'rm .git/index; ln -sf "$OUT" .git/COMMIT_EDITMSG; chmod 300 .git',
    COMMIT,
  ],
  [
    'a rebase, whose folder git removes',
    'ln -s "$OUT-folder" .git/rebase-merge',
    'git rebase --quit || true',
  ],
] as const

describe.runIf(hasSandbox)('git writes nothing outside by links that a command has put', () => {
  const ground = new Ground()
  const project = new Project(ground)
  const out = join(ground.home, 'mine')
  let supervisor: Supervisor
  beforeAll(async () => {
    supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find())
  })
  afterAll(async () => {
    await supervisor.close()
    ground[Symbol.dispose]()
  })
  beforeEach(() => {
    void supervisor.findings(ground.folder)
    project.lay('repository')
    mkdirSync(join(ground.folder, '.git/info'))
    ground.write('mine', 'mine')
    for (const name of ['mine-new', 'mine-folder'])
      rmSync(join(ground.home, name), { recursive: true, force: true })
    ground.write('mine-folder/kept', 'mine')
  })

  afterEach(() => chmodSync(join(ground.folder, '.git'), 0o700))

  const withOut = (script: string): string => project.command(`OUT=${out}; ${script}`)

  function byPerson(script: string): void {
    execFileSync('bash', ['-c', withOut(script)], { cwd: ground.folder, stdio: 'pipe' })
  }

  function outside(): readonly unknown[] {
    return [
      readFileSync(out, 'utf8'),
      existsSync(`${out}-new`),
      execFileSync('find', [`${out}-folder`, '-type', 'f'])
        .toString()
        .trim(),
    ]
  }

  test.for(CASES)('through %s', async ([, script, after]) => {
    const before = outside()
    const printed = printedBy(await runIn(supervisor, ground, withOut(script)))
    byPerson(after)
    expect(outside(), printed).toEqual(before)
    expect(supervisor.findings(ground.folder)).toEqual([
      expect.stringMatching(/^\.git\/\S+ was removed: .* it is a link, so git would write where/),
    ])
  })

  test('in a linked work tree neither', async () => {
    const before = outside()
    byPerson(`git worktree add -q ${ground.home}/tree`)
    const folder = join(ground.home, 'tree')
    const script =
      'own=$(git rev-parse --git-dir); logs=$(git rev-parse --git-common-dir)/logs; ln -sf "$OUT" "$own/COMMIT_EDITMSG"; ln -sf "$OUT" "$own/logs/HEAD"; ln -sf "$OUT" "$logs/HEAD"'
    await runIn(supervisor, ground, withOut(script), { folder })
    byPerson(`${COMMIT}; cd ${folder}; ${COMMIT}`)
    expect(outside()).toEqual(before)
  })

  test('those of the person stay', async () => {
    const link = join(ground.folder, '.git/notes')
    symlinkSync(out, link)
    await runIn(supervisor, ground, 'git status')
    expect([existsSync(link), supervisor.findings(ground.folder)]).toEqual([true, []])
  })
})
