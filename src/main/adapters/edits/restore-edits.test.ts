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
import type { FileChange } from '../../../shared/messages/file-change.ts'
import { CallId } from '../../../shared/ids.ts'
import { type Change, changing, edit } from '../tools/changing.fixture.ts'
import { ok } from '../../../shared/result.ts'
import { unreadable } from '../data-folder/unreadable.fixture.ts'
import { UndoWorkspace } from './undo-workspace.fixture.ts'
import { workspaceForEachTest, isPosix } from '../tools/workspace-for-each.fixture.ts'

let workspace: UndoWorkspace
workspaceForEachTest(
  () => new UndoWorkspace(),
  (made) => {
    workspace = made
  },
)

const isRoot = process.getuid?.() === 0

const replace = (path: string): readonly Change[] => [
  { type: 'delete', path },
  { type: 'create', path, text: 'new\n' },
]

test('an edit, a new file and a deletion are undone to the byte, and restored by undoing the undo', async () => {
  const crlf = Buffer.from('one\r\nold\r\n')
  const latin = Buffer.from([0xff, 0xfe, ...Buffer.from('old\n', 'utf16le')])
  workspace.write('crlf.txt', crlf)
  workspace.write('wide.txt', latin)
  workspace.write('gone.sh', '#!/bin/sh\n')
  workspace.setMode('gone.sh', 0o750)
  const done = await workspace.patch(
    edit('crlf.txt', 'old', 'new'),
    edit('wide.txt', 'old', 'new'),
    { type: 'create', path: 'deep/new.ts', text: 'made\n' },
    { type: 'delete', path: 'gone.sh' },
  )
  const patched = ['crlf.txt', 'wide.txt', 'deep/new.ts'].map((name) => workspace.bytes(name))
  const undone = await workspace.undo(done)
  expect([workspace.bytes('crlf.txt'), workspace.bytes('wide.txt')]).toEqual([crlf, latin])
  expect(workspace.bytes('gone.sh').toString()).toBe('#!/bin/sh\n')
  if (isPosix) expect(workspace.mode('gone.sh')).toBe(0o750)
  expect(existsSync(join(workspace.folder, 'deep/new.ts'))).toBe(false)
  rmSync(join(workspace.folder, 'deep'), { recursive: true })

  const redone = await workspace.undo(undone)
  expect(['crlf.txt', 'wide.txt', 'deep/new.ts'].map((name) => workspace.bytes(name))).toEqual(
    patched,
  )
  expect(existsSync(join(workspace.folder, 'gone.sh'))).toBe(false)
  await workspace.undo(redone)
  expect(workspace.bytes('crlf.txt')).toEqual(crlf)
  expect(readdirSync(workspace.folder).toSorted()).toEqual([
    'crlf.txt',
    'deep',
    'gone.sh',
    'wide.txt',
  ])
})

test.runIf(isPosix)(
  'a file that was deleted and created again gets its old permissions back; permissions changed since stay',
  async () => {
    for (const name of ['run.sh', 'own.sh']) {
      workspace.write(name, 'old\n')
      workspace.setMode(name, 0o755)
    }
    const [deleted] = await workspace.patch({ type: 'delete', path: 'run.sh' })
    const [made] = await workspace.patch({ type: 'create', path: 'run.sh', text: 'new\n' })
    expect(workspace.mode('run.sh') & 0o111).toBe(0)
    const both = { ...made, before: deleted?.before ?? null } as FileChange
    await workspace.undo([both])
    expect([workspace.bytes('run.sh').toString(), workspace.mode('run.sh')]).toEqual([
      'old\n',
      0o755,
    ])
    const own = await workspace.patch(...replace('own.sh'))
    workspace.setMode('own.sh', 0o700)
    await workspace.undo(own)
    expect([workspace.bytes('own.sh').toString(), workspace.mode('own.sh')]).toEqual([
      'old\n',
      0o700,
    ])
  },
)

test('files changed, deleted or created since are skipped, and the rest is restored', async () => {
  for (const name of ['a', 'b', 'c', 'd']) workspace.write(name, 'old\n')
  const done = await workspace.patch(
    edit('a', 'old', 'new'),
    edit('b', 'old', 'new'),
    edit('c', 'old', 'new'),
    { type: 'delete', path: 'd' },
  )
  workspace.write('a', 'mine\n')
  rmSync(join(workspace.folder, 'b'))
  workspace.write('d', 'mine\n')
  const [, , c] = done
  expect(await workspace.conflicts(done)).toEqual([
    'a: It has changed since.',
    'b: It has been deleted since.',
    'd: It has been created again since.',
  ])
  expect(['a', 'c', 'd'].map((name) => workspace.bytes(name).toString())).toEqual([
    'mine\n',
    'old\n',
    'mine\n',
  ])
  expect(existsSync(join(workspace.folder, 'b'))).toBe(false)
  // A file that already is as it was before is neither restored again nor a conflict.
  expect(await workspace.edits.look(workspace.folder, c === undefined ? [] : [c])).toEqual({
    restorable: [],
    conflicts: [],
  })
})

test.runIf(isPosix)(
  'nothing is written through a link created since, to a file or to its folder',
  async () => {
    workspace.write('a', 'old\n')
    workspace.write('sub/b', 'old\n')
    const done = await workspace.patch(edit('a', 'old', 'new'), edit('sub/b', 'old', 'new'))
    const outside = join(workspace.outside, 'a')
    writeFileSync(outside, 'new\n')
    mkdirSync(join(workspace.outside, 'sub'))
    writeFileSync(join(workspace.outside, 'sub', 'b'), 'new\n')
    rmSync(join(workspace.folder, 'a'))
    symlinkSync(outside, join(workspace.folder, 'a'))
    rmSync(join(workspace.folder, 'sub'), { recursive: true })
    symlinkSync(join(workspace.outside, 'sub'), join(workspace.folder, 'sub'))
    expect(await workspace.conflicts(done)).toEqual([
      'a: A link now leads somewhere else.',
      'sub/b: A link now leads somewhere else.',
    ])
    expect(readFileSync(outside, 'utf8')).toBe('new\n')
    expect(readFileSync(join(workspace.outside, 'sub', 'b'), 'utf8')).toBe('new\n')
  },
)

test('a folder in the place of a file, and another name for it, are skipped', async () => {
  workspace.write('a', 'old\n')
  workspace.write('b', 'old\n')
  const done = await workspace.patch(edit('a', 'old', 'new'), edit('b', 'old', 'new'))
  rmSync(join(workspace.folder, 'a'))
  mkdirSync(join(workspace.folder, 'a'))
  linkSync(join(workspace.folder, 'b'), join(workspace.folder, 'other'))
  expect(await workspace.conflicts(done)).toEqual([
    'a: It is no longer a file.',
    'b: b has 2 names (hard links); replacing it would separate them.',
  ])
  expect(workspace.bytes('other').toString()).toBe('new\n')
})

test('a missing folder is reported, and nothing is created in its place', async () => {
  workspace.write('a', 'old\n')
  const done = await workspace.patch(edit('a', 'old', 'new'))
  renameSync(workspace.folder, `${workspace.folder} moved`)
  const [conflict] = await workspace.conflicts(done)
  expect(conflict).toMatch(
    /^a: The folder of this conversation.* Nothing can be done in it until this is put right\.$/,
  )
  expect(existsSync(workspace.folder)).toBe(false)
  renameSync(`${workspace.folder} moved`, workspace.folder)
})

// Root may write everywhere, so the test could not fail.
if (!isRoot) {
  test.runIf(isPosix)(
    'in a read-only folder nothing changes, and the reason is given',
    async () => {
      workspace.write('sub/a', 'old\n')
      const done = await workspace.patch(edit('sub/a', 'old', 'new'))
      chmodSync(join(workspace.folder, 'sub'), 0o500)
      const undone = await workspace.edits.restore(workspace.folder, done)
      chmodSync(join(workspace.folder, 'sub'), 0o700)
      expect(undone).toEqual({
        ok: false,
        error: expect.stringMatching(
          /^Nothing was changed: sub\/a cannot be written: this account/,
        ),
      })
      expect(workspace.bytes('sub/a').toString()).toBe('new\n')
    },
  )
}

test('a file is not restored if its current content cannot be stored for the undo of the undo', async () => {
  workspace.write('a', 'old\n')
  const done = await workspace.patch(edit('a', 'old', 'new'))
  // Whatever folder it belongs to: a file is in its place.
  for (let shelf = 0; shelf < 256; shelf++) {
    const path = join(workspace.dataFolder, 'undo', 'blobs', shelf.toString(16).padStart(2, '0'))
    if (!existsSync(path)) writeFileSync(path, '')
  }
  const undone = await workspace.openEdits().restore(workspace.folder, done)
  expect(undone).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^Nothing was changed: /),
  })
  expect(workspace.bytes('a').toString()).toBe('new\n')
})

test('of two undos at the same moment one writes, and nothing is lost', async () => {
  workspace.write('a', 'old\n')
  const done = await workspace.patch(edit('a', 'old', 'new'))
  const both = await Promise.all([
    workspace.edits.restore(workspace.folder, done),
    workspace.edits.restore(workspace.folder, done),
  ])
  expect(both.flatMap((each) => (each.ok ? each.value.files : []))).toHaveLength(1)
  expect(workspace.bytes('a').toString()).toBe('old\n')
})

test('all stored files can be removed at once: earlier undos are refused, and later ones work', async () => {
  workspace.write('a', 'old\n')
  const done = await workspace.patch(edit('a', 'old', 'new'))
  await workspace.edits.removeKept()
  expect(await workspace.conflicts(done)).toEqual(['a: Its earlier content is no longer kept.'])
  const next = await workspace.patch(edit('a', 'new', 'newer'))
  await workspace.undo(next)
  expect(workspace.bytes('a').toString()).toBe('new\n')
})

test('an undo whose old content was discarded skips the file', async () => {
  workspace.write('a', 'old\n')
  const done = await workspace.patch(edit('a', 'old', 'new'))
  rmSync(join(workspace.dataFolder, 'undo', 'blobs'), { recursive: true })
  expect(await workspace.conflicts(done)).toEqual(['a: Its earlier content is no longer kept.'])
  expect(workspace.bytes('a').toString()).toBe('new\n')
})

test('an undo whose old content cannot be read now says so, and is possible once it can', async () => {
  workspace.write('a', 'old\n')
  const done = await workspace.patch(edit('a', 'old', 'new'))
  const blob = done[0]?.before?.blob ?? ''
  {
    using _ = unreadable(join(workspace.dataFolder, 'undo', 'blobs', blob.slice(0, 2), blob))
    const why = 'Its earlier content cannot be read now: its links form a loop.'
    expect(await workspace.conflicts(done)).toEqual([`a: ${why}`])
    const undone = await workspace.edits.restore(workspace.folder, done)
    expect(undone).toMatchObject({ ok: true, value: { files: [], conflicts: [{ why }] } })
  }
  await workspace.undo(done)
  expect(workspace.bytes('a').toString()).toBe('old\n')
})

test('a kept file that was damaged is never put back', async () => {
  workspace.write('a', 'old\n')
  const done = await workspace.patch(edit('a', 'old', 'new'))
  const blob = done[0]?.before?.blob ?? ''
  writeFileSync(join(workspace.dataFolder, 'undo', 'blobs', blob.slice(0, 2), blob), 'bad\n')
  const undone = await workspace.edits.restore(workspace.folder, done)
  expect(undone).toMatchObject({ ok: true, value: { files: [], conflicts: [{ shown: 'a' }] } })
  expect(workspace.bytes('a').toString()).toBe('new\n')
})

test('what a call was about to write is known even if its result never arrived', async () => {
  workspace.write('a', 'old\n')
  const facts = await workspace.inspect(...changing(edit('a', 'old', 'new')))
  const callId = CallId.parse('reply.0')
  await workspace.outcome(facts, callId)
  const intended = workspace.openEdits().intendedBy(callId)
  expect(intended).toMatchObject(ok([{ shown: 'a' }]))
  await workspace.undo(intended.ok ? intended.value : [])
  expect(workspace.bytes('a').toString()).toBe('old\n')
  expect(workspace.edits.intendedBy(CallId.parse('reply.1'))).toEqual(ok([]))
})
