import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FileChange } from '../../../shared/file-change.ts'
import { CallId } from '../../../shared/ids.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { type Change, changing, edit } from '../tools/changing.fixture.ts'
import { openEditIntents } from './edit-intents.ts'
import { openKeptFiles } from './kept-files.ts'
import { UndoDesk } from './undoing.fixture.ts'
import { workspaceForEachTest, isPosix } from '../tools/workspace-for-each.fixture.ts'

let desk: UndoDesk
workspaceForEachTest(
  () => new UndoDesk(),
  (made) => {
    desk = made
  },
)

const isRoot = process.getuid?.() === 0

const replace = (path: string): readonly Change[] => [
  { type: 'delete', path },
  { type: 'create', path, text: 'new\n' },
]

const large = (letter: string): Buffer => Buffer.from(letter.repeat(400))

test('an edit, a new file and a deletion are taken back to the byte, and back again by an undo of the undo', async () => {
  const crlf = Buffer.from('one\r\nold\r\n')
  const latin = Buffer.from([0xff, 0xfe, ...Buffer.from('old\n', 'utf16le')])
  desk.write('crlf.txt', crlf)
  desk.write('wide.txt', latin)
  desk.write('gone.sh', '#!/bin/sh\n')
  desk.setMode('gone.sh', 0o750)
  const done = await desk.patch(
    edit('crlf.txt', 'old', 'new'),
    edit('wide.txt', 'old', 'new'),
    { type: 'create', path: 'deep/new.ts', text: 'made\n' },
    { type: 'delete', path: 'gone.sh' },
  )
  const patched = ['crlf.txt', 'wide.txt', 'deep/new.ts'].map((name) => desk.bytes(name))
  const undone = await desk.takeBack(done)
  expect([desk.bytes('crlf.txt'), desk.bytes('wide.txt')]).toEqual([crlf, latin])
  expect(desk.bytes('gone.sh').toString()).toBe('#!/bin/sh\n')
  if (isPosix) expect(desk.mode('gone.sh')).toBe(0o750)
  expect(existsSync(join(desk.folder, 'deep/new.ts'))).toBe(false)
  rmSync(join(desk.folder, 'deep'), { recursive: true })

  const redone = await desk.takeBack(undone)
  expect(['crlf.txt', 'wide.txt', 'deep/new.ts'].map((name) => desk.bytes(name))).toEqual(patched)
  expect(existsSync(join(desk.folder, 'gone.sh'))).toBe(false)
  await desk.takeBack(redone)
  expect(desk.bytes('crlf.txt')).toEqual(crlf)
  expect(readdirSync(desk.folder).toSorted()).toEqual(['crlf.txt', 'deep', 'gone.sh', 'wide.txt'])
})

test.runIf(isPosix)(
  'a file that was deleted and made anew has its old permissions back; those that somebody set since stay',
  async () => {
    for (const name of ['run.sh', 'own.sh']) {
      desk.write(name, 'old\n')
      desk.setMode(name, 0o755)
    }
    const [gone] = await desk.patch({ type: 'delete', path: 'run.sh' })
    const [made] = await desk.patch({ type: 'create', path: 'run.sh', text: 'new\n' })
    expect(desk.mode('run.sh') & 0o111).toBe(0)
    const both = { ...made, before: gone?.before ?? null } as FileChange
    await desk.takeBack([both])
    expect([desk.bytes('run.sh').toString(), desk.mode('run.sh')]).toEqual(['old\n', 0o755])
    const own = await desk.patch(...replace('own.sh'))
    desk.setMode('own.sh', 0o700)
    await desk.takeBack(own)
    expect([desk.bytes('own.sh').toString(), desk.mode('own.sh')]).toEqual(['old\n', 0o700])
  },
)

test('what has changed, was deleted or came to be since is left alone, and the rest is put back', async () => {
  for (const name of ['a', 'b', 'c', 'd']) desk.write(name, 'old\n')
  const done = await desk.patch(
    edit('a', 'old', 'new'),
    edit('b', 'old', 'new'),
    edit('c', 'old', 'new'),
    { type: 'delete', path: 'd' },
  )
  desk.write('a', 'mine\n')
  rmSync(join(desk.folder, 'b'))
  desk.write('d', 'mine\n')
  const [, , c] = done
  expect(await desk.conflicts(done)).toEqual([
    'a: It has changed since.',
    'b: It was deleted since.',
    'd: It is there again since.',
  ])
  expect(['a', 'c', 'd'].map((name) => desk.bytes(name).toString())).toEqual([
    'mine\n',
    'old\n',
    'mine\n',
  ])
  expect(existsSync(join(desk.folder, 'b'))).toBe(false)
  // What is as it was before is neither put back once more nor a conflict.
  expect(await desk.edits.look(desk.folder, c === undefined ? [] : [c])).toEqual({
    restorable: [],
    conflicts: [],
  })
})

test.runIf(isPosix)(
  'nothing is written through a link that came since, to a file or to its folder',
  async () => {
    desk.write('a', 'old\n')
    desk.write('sub/b', 'old\n')
    const done = await desk.patch(edit('a', 'old', 'new'), edit('sub/b', 'old', 'new'))
    const outside = join(desk.outside, 'a')
    writeFileSync(outside, 'new\n')
    mkdirSync(join(desk.outside, 'sub'))
    writeFileSync(join(desk.outside, 'sub', 'b'), 'new\n')
    rmSync(join(desk.folder, 'a'))
    symlinkSync(outside, join(desk.folder, 'a'))
    rmSync(join(desk.folder, 'sub'), { recursive: true })
    symlinkSync(join(desk.outside, 'sub'), join(desk.folder, 'sub'))
    expect(await desk.conflicts(done)).toEqual([
      'a: A link leads elsewhere now.',
      'sub/b: A link leads elsewhere now.',
    ])
    expect(readFileSync(outside, 'utf8')).toBe('new\n')
    expect(readFileSync(join(desk.outside, 'sub', 'b'), 'utf8')).toBe('new\n')
  },
)

test('a folder in the place of a file, and another name of it, are left alone', async () => {
  desk.write('a', 'old\n')
  desk.write('b', 'old\n')
  const done = await desk.patch(edit('a', 'old', 'new'), edit('b', 'old', 'new'))
  rmSync(join(desk.folder, 'a'))
  mkdirSync(join(desk.folder, 'a'))
  linkSync(join(desk.folder, 'b'), join(desk.folder, 'other'))
  expect(await desk.conflicts(done)).toEqual([
    'a: It is no file any more.',
    'b: b is known under 2 names (hard links); replacing it would part them.',
  ])
  expect(desk.bytes('other').toString()).toBe('new\n')
})

test('a folder that is gone is said, and nothing is made in its place', async () => {
  desk.write('a', 'old\n')
  const done = await desk.patch(edit('a', 'old', 'new'))
  renameSync(desk.folder, `${desk.folder} moved`)
  const [conflict] = await desk.conflicts(done)
  expect(conflict).toContain('The folder of this conversation')
  expect(existsSync(desk.folder)).toBe(false)
  renameSync(`${desk.folder} moved`, desk.folder)
})

// Root may write everywhere, so that nobody could tell.
if (!isRoot) {
  test.runIf(isPosix)(
    'in a folder that may not be written nothing changes, and it is said why',
    async () => {
      desk.write('sub/a', 'old\n')
      const done = await desk.patch(edit('sub/a', 'old', 'new'))
      chmodSync(join(desk.folder, 'sub'), 0o500)
      const taken = await desk.edits.takeBack(desk.folder, done)
      chmodSync(join(desk.folder, 'sub'), 0o700)
      expect(taken).toEqual({
        ok: false,
        error: expect.stringMatching(
          /^Nothing was changed: sub\/a cannot be written: this account/,
        ),
      })
      expect(desk.bytes('sub/a').toString()).toBe('new\n')
    },
  )
}

test('what cannot be kept for the way back is not put back at all', async () => {
  desk.write('a', 'old\n')
  const done = await desk.patch(edit('a', 'old', 'new'))
  // Whatever shelf it belongs to: a file stands in its place.
  for (let shelf = 0; shelf < 256; shelf++) {
    const path = join(desk.dataFolder, 'undo', 'blobs', shelf.toString(16).padStart(2, '0'))
    if (!existsSync(path)) writeFileSync(path, '')
  }
  const taken = await desk.openEdits().takeBack(desk.folder, done)
  expect(taken).toMatchObject({ ok: false, error: expect.stringMatching(/^Nothing was changed: /) })
  expect(desk.bytes('a').toString()).toBe('new\n')
})

test('of two undos at the same moment one writes, and nothing is lost', async () => {
  desk.write('a', 'old\n')
  const done = await desk.patch(edit('a', 'old', 'new'))
  const both = await Promise.all([
    desk.edits.takeBack(desk.folder, done),
    desk.edits.takeBack(desk.folder, done),
  ])
  expect(both.flatMap((each) => (each.ok ? each.value.files : []))).toHaveLength(1)
  expect(desk.bytes('a').toString()).toBe('old\n')
})

test('R27 what is kept is bounded: the oldest goes first, and its undo is refused in words', async () => {
  using folder = temporaryFolder()
  const kept = openKeptFiles(folder.path, 1_000)
  const [first] = await hashesOf(kept, large('a'))
  const [second] = await hashesOf(kept, large('b'))
  // Kept again, it counts as new.
  await hashesOf(kept, large('a'))
  await hashesOf(kept, large('c'))
  expect([first, second].map((hash) => hash !== undefined && kept.has(hash))).toEqual([true, false])
  const files = readdirSync(join(folder.path, 'undo'), { recursive: true, withFileTypes: true })
  expect(files.filter((each) => each.isFile())).toHaveLength(2)
  // The bound holds for what an earlier life of Phoenix has left, too.
  const later = openKeptFiles(folder.path, 1_000)
  await hashesOf(later, large('d'), large('e'))
  expect(first !== undefined && later.has(first)).toBe(false)
  expect(await later.keepAll([Buffer.alloc(1_001)])).toEqual({
    ok: false,
    error: 'they hold 1 MB, and Phoenix keeps 1 MB for undo',
  })
})

test('all that is kept can be removed at once: no undo reaches back, and the next is kept again', async () => {
  desk.write('a', 'old\n')
  const done = await desk.patch(edit('a', 'old', 'new'))
  await desk.edits.removeKept()
  expect(await desk.conflicts(done)).toEqual(['a: What it held before is not kept any more.'])
  const next = await desk.patch(edit('a', 'new', 'newer'))
  await desk.takeBack(next)
  expect(desk.bytes('a').toString()).toBe('new\n')
})

test('an undo whose old content was let go of leaves the file alone', async () => {
  desk.write('a', 'old\n')
  const done = await desk.patch(edit('a', 'old', 'new'))
  rmSync(join(desk.dataFolder, 'undo', 'blobs'), { recursive: true })
  expect(await desk.conflicts(done)).toEqual(['a: What it held before is not kept any more.'])
  expect(desk.bytes('a').toString()).toBe('new\n')
})

test('a kept file that was damaged is never put back', async () => {
  desk.write('a', 'old\n')
  const done = await desk.patch(edit('a', 'old', 'new'))
  const blob = done[0]?.before?.blob ?? ''
  writeFileSync(join(desk.dataFolder, 'undo', 'blobs', blob.slice(0, 2), blob), 'bad\n')
  const taken = await desk.edits.takeBack(desk.folder, done)
  expect(taken).toMatchObject({ ok: true, value: { files: [], conflicts: [{ shown: 'a' }] } })
  expect(desk.bytes('a').toString()).toBe('new\n')
})

test('what a call was about to write is known although its result never came', async () => {
  desk.write('a', 'old\n')
  const facts = await desk.inspect(...changing(edit('a', 'old', 'new')))
  const callId = CallId.parse('reply.0')
  await desk.outcome(facts, callId)
  const intended = desk.openEdits().intendedBy(callId)
  expect(intended).toMatchObject([{ shown: 'a' }])
  await desk.takeBack(intended)
  expect(desk.bytes('a').toString()).toBe('old\n')
  expect(desk.edits.intendedBy(CallId.parse('reply.1'))).toEqual([])
})

function callOf(number: number): CallId {
  return CallId.parse(`call ${number}`)
}

test('of the newest 200 calls it is known what they were about to write', async () => {
  using folder = temporaryFolder()
  const about: FileChange = { path: '/a', shown: 'a', before: null, after: null }
  const intents = openEditIntents(folder.path)
  for (let call = 0; call <= 200; call++) intents.note(callOf(call), [about])
  expect([0, 1, 200].map((call) => intents.of(callOf(call)).length)).toEqual([0, 1, 1])
})

async function hashesOf(
  kept: ReturnType<typeof openKeptFiles>,
  ...contents: readonly Buffer[]
): Promise<readonly Parameters<typeof kept.has>[0][]> {
  const hashes = await kept.keepAll(contents)
  if (!hashes.ok) throw new Error(hashes.error)
  return hashes.value
}
