import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import type { Review } from '../../../shared/conversation/review.ts'
import { ok } from '../../../shared/result.ts'
import { Ground, hasSandbox, sandboxedSupervisor } from '../sandbox/sandbox.fixture.ts'
import type { FoundSandbox } from '../sandbox/sandbox.ts'
import { createDiffThread } from '../tools/changes/diff-thread.ts'
import { createReviewPort } from './review-port.ts'
import { threadSource } from '../system/thread-source.fixture.ts'

const NO_SANDBOX: FoundSandbox = { type: 'missing', reason: 'Not wanted here.' }

function git(folder: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' })
}

/** A repository with a commit. */
function begin(folder: string): void {
  git(folder, 'init', '-q', '-b', 'main')
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src/a.txt'), 'one\ntwo\n')
  writeFileSync(join(folder, 'moved.txt'), 'these\nlines\nstay\nas\nthey\nare\n')
  writeFileSync(join(folder, 'gone.txt'), 'gone\n')
  writeFileSync(join(folder, '.gitignore'), 'ignored\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '-q', '-m', 'First')
}

async function review(ground: Ground, found: FoundSandbox, folder = ground.folder) {
  const supervisor = sandboxedSupervisor(ground.dataFolder, found)
  const port = createReviewPort({
    compare: createDiffThread(threadSource('../tools/changes/patch-worker.ts', import.meta.url)),
    home: ground.home,
    dataFolder: ground.dataFolder,
    kept: { read: () => Promise.resolve(ok(null)), sizeOf: () => ok(null) },
    supervisor,
    isSandboxed: found.type === 'found',
  })
  const { signal } = new AbortController()
  const conversationId = ConversationId.parse('c')
  const answer = await port.workingTree({ conversationId, folder, signal })
  await supervisor.close()
  return answer
}

async function reviewed(...args: Parameters<typeof review>): Promise<Review> {
  const answer = await review(...args)
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value
}

function shown({ files }: Review): readonly string[] {
  return files.map(({ path, what, from, added, removed }) =>
    [what, path, ...(from === null ? [] : [`from ${from}`]), `+${added} -${removed}`].join(' '),
  )
}

test('files that git could not merge come first and are named so, also one that is as in the last commit', async () => {
  using ground = new Ground()
  const { folder } = ground
  begin(folder)
  git(folder, 'checkout', '-q', '-b', 'other')
  writeFileSync(join(folder, 'src/a.txt'), 'one\nzwei\n')
  rmSync(join(folder, 'moved.txt'))
  git(folder, 'commit', '-q', '-am', 'Other')
  git(folder, 'checkout', '-q', 'main')
  writeFileSync(join(folder, 'src/a.txt'), 'one\ndeux\n')
  writeFileSync(join(folder, 'moved.txt'), 'otherwise\n')
  git(folder, 'commit', '-q', '-am', 'Main')
  expect(() => git(folder, 'merge', 'other')).toThrow('merge other')
  writeFileSync(join(folder, 'gone.txt'), 'back\n')
  const found = await reviewed(ground, NO_SANDBOX)
  expect(shown(found)).toEqual([
    'conflicted moved.txt +0 -0',
    'conflicted src/a.txt +4 -0',
    'changed gone.txt +1 -1',
  ])
  expect(found.files[1]?.hunks).toContain('+<<<<<<< HEAD')
})

test('how many lines around a change are shown does not depend on the environment of Phoenix', async () => {
  using ground = new Ground()
  begin(ground.folder)
  writeFileSync(join(ground.folder, 'src/a.txt'), 'one\nTWO\n')
  vi.stubEnv('GIT_DIFF_OPTS', '-u0')
  try {
    expect((await reviewed(ground, NO_SANDBOX)).files[0]?.hunks).toContain('\n one\n')
  } finally {
    vi.unstubAllEnvs()
  }
})

test('changed, staged, renamed, deleted, binary and new files form one review; ignored ones are not in it', async () => {
  using ground = new Ground()
  const { folder } = ground
  begin(folder)
  writeFileSync(join(folder, 'src/a.txt'), 'one\nTWO\nthree\n')
  writeFileSync(join(folder, 'staged.txt'), 'staged\n')
  git(folder, 'add', 'staged.txt')
  renameSync(join(folder, 'moved.txt'), join(folder, 'there ä.txt'))
  git(folder, 'add', '-A', 'moved.txt', 'there ä.txt')
  rmSync(join(folder, 'gone.txt'))
  writeFileSync(join(folder, 'new.txt'), 'a\r\nb')
  writeFileSync(join(folder, 'new.bin'), Buffer.from([0, 1, 2]))
  writeFileSync(join(folder, 'ignored'), 'x')
  writeFileSync(join(folder, '.env'), 'PASSWORD=1\n')
  symlinkSync('/etc/hostname', join(folder, 'link'))
  const found = await reviewed(ground, NO_SANDBOX)
  expect(shown(found)).toEqual([
    'deleted gone.txt +0 -1',
    'changed src/a.txt +2 -1',
    'new staged.txt +1 -0',
    'renamed there ä.txt from moved.txt +0 -0',
    'new .env +0 -0',
    'new link +0 -0',
    'new new.bin +0 -0',
    'new new.txt +2 -0',
  ])
  expect(JSON.stringify(found)).not.toContain('PASSWORD')
  expect(found.files.at(-1)?.hunks).toBe('@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file')
  expect(found.files.map(({ note }) => note).slice(4, 7)).toEqual([
    'It may hold secrets, so it is not shown here.',
    'A link that leads out of the folder.',
    'Not a text file.',
  ])
})

test('a folder within a repository shows its own part, and one without commits everything in it', async () => {
  using ground = new Ground()
  const { folder } = ground
  begin(folder)
  writeFileSync(join(folder, 'src/a.txt'), 'changed\n')
  writeFileSync(join(folder, 'gone.txt'), 'changed\n')
  expect(shown(await reviewed(ground, NO_SANDBOX, join(folder, 'src')))).toEqual([
    'changed a.txt +1 -2',
  ])
  rmSync(join(folder, '.git'), { recursive: true })
  git(folder, 'init', '-q')
  git(folder, 'add', 'src')
  expect(shown(await reviewed(ground, NO_SANDBOX))).toContain('new src/a.txt +1 -0')
})

test('without a repository, the review says so', async () => {
  using ground = new Ground()
  expect(await review(ground, NO_SANDBOX)).toMatchObject({
    ok: false,
    error: { sentence: expect.stringContaining('not in a git repository') },
  })
})

test('20,000 changed lines and 3,000 new files are answered within bounds', async () => {
  using ground = new Ground()
  const { folder } = ground
  begin(folder)
  const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n}`)
  writeFileSync(join(folder, 'src/a.txt'), lines.join('\n'))
  writeFileSync(join(folder, 'huge.txt'), 'x'.repeat(2_000_000))
  mkdirSync(join(folder, 'many'))
  for (let n = 0; n < 3_000; n += 1) writeFileSync(join(folder, `many/${n}.txt`), `${n}\n`)
  const { files, notes } = await reviewed(ground, NO_SANDBOX)
  expect(files[0]).toMatchObject({ path: 'src/a.txt', added: 20_000, removed: 2 })
  expect(files).toHaveLength(2_000)
  expect(files.find(({ path }) => path === 'huge.txt')).toMatchObject({
    hunks: '',
    note: 'It is too large to be shown here (1.9 MB).',
  })
  expect(notes).toEqual(['There are more new files than can be shown.'])
})

/** Sets traps for everything that git may start when it compares a working tree. */
function setTraps(folder: string, sprung: string): void {
  for (const name of ['fsmonitor', 'post-index-change']) {
    const script = join(folder, '.git/hooks', name)
    mkdirSync(join(folder, '.git/hooks'), { recursive: true })
    writeFileSync(script, `#!/bin/sh\necho ${name} >> ${sprung}\n`)
    chmodSync(script, 0o755)
  }
  git(folder, 'config', 'core.fsmonitor', '.git/hooks/fsmonitor')
  git(folder, 'config', 'filter.a=b.clean', `echo clean >> ${sprung}; cat`)
  git(folder, 'config', 'filter.a=b.required', 'true')
  git(folder, 'config', 'diff.external', `echo external >> ${sprung}; true`)
  git(folder, 'config', 'diff.x.textconv', `echo textconv >> ${sprung}; cat`)
  git(folder, 'config', 'core.pager', `echo pager >> ${sprung}; cat`)
  writeFileSync(join(folder, '.gitattributes'), '* filter=a=b diff=x\n')
}

test('a file that git cannot compare does not hide without a word what else has changed', async () => {
  using ground = new Ground()
  begin(ground.folder)
  rmSync(join(ground.folder, 'gone.txt'))
  rmSync(join(ground.folder, 'moved.txt'))
  execFileSync('mkfifo', [join(ground.folder, 'moved.txt')])
  const { notes } = await reviewed(ground, NO_SANDBOX)
  expect(notes).toEqual([expect.stringContaining('git could not compare every file')])
})

describe('a hostile repository', () => {
  test('nothing it configures runs outside the sandbox', async () => {
    using ground = new Ground()
    const { folder } = ground
    begin(folder)
    const sprung = join(ground.root, 'sprung')
    writeFileSync(join(folder, 'src/a.txt'), 'one\nTWO\n')
    setTraps(folder, sprung)
    const found = await reviewed(ground, NO_SANDBOX)
    expect(shown(found)).toContain('changed src/a.txt +1 -1')
    expect(existsSync(sprung)).toBe(false)
    // The traps work: the plain command springs them.
    git(folder, 'status')
    expect(existsSync(sprung)).toBe(true)
  })

  test('nothing that its submodule configures runs outside the sandbox', async () => {
    using ground = new Ground()
    const { folder } = ground
    begin(folder)
    const [sub, sprung] = [join(folder, 'sub'), join(ground.root, 'sprung')]
    mkdirSync(sub)
    begin(sub)
    git(folder, '-c', 'advice.addEmbeddedRepo=false', 'add', 'sub')
    setTraps(sub, sprung)
    await reviewed(ground, NO_SANDBOX)
    expect(existsSync(sprung)).toBe(false)
    git(folder, 'status')
    expect(existsSync(sprung)).toBe(true)
  })

  test.skipIf(!hasSandbox)(
    'in the sandbox nothing of it gets out, and nothing is written',
    async () => {
      using ground = new Ground()
      const { folder } = ground
      begin(folder)
      const sprung = join(folder, 'sprung')
      writeFileSync(join(folder, 'src/a.txt'), 'one\nTWO\n')
      setTraps(folder, sprung)
      const found = await reviewed(ground, await ground.find())
      expect(shown(found)).toContain('changed src/a.txt +1 -1')
      expect(existsSync(sprung)).toBe(false)
    },
  )
})
