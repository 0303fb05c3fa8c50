import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { FileChange } from '../../../shared/messages/file-change.ts'
import type { CommandOutput } from '../../../shared/protocol/commands.ts'
import { World } from '../../runtime/fakes/world.ts'
import { unreadable } from '../data-folder/unreadable.fixture.ts'
import { openKeptFiles } from '../edits/kept-files.ts'
import { UndoWorkspace } from '../edits/undo-workspace.fixture.ts'
import { type Change, edit } from '../tools/changing.fixture.ts'
import { workspaceForEachTest } from '../tools/workspace-for-each.fixture.ts'
import { createDiffThread } from '../tools/changes/diff-thread.ts'
import { createReviewPort } from './review-port.ts'
import { threadSource } from '../system/thread-source.fixture.ts'

const ID = 'c1' as ConversationId
const LOST = 'Its content at that time is not known: it is not kept, and the file has '

const run = () => Promise.reject(new Error('nothing is run'))

let workspace: UndoWorkspace
workspaceForEachTest(
  () => new UndoWorkspace(),
  (made) => {
    workspace = made
  },
)

/** A turn whose calls change real files, looked back on with the real undo store. */
let world: World
/** The sizes of the kept files that were read. */
let read: number[]
beforeEach(async () => {
  const { dataFolder, folder, home } = workspace
  world = new World()
  const files = openKeptFiles(dataFolder)
  read = []
  const kept: typeof files = {
    ...files,
    read: (hash) => {
      const size = files.sizeOf(hash)
      read.push(size.ok ? (size.value ?? 0) : 0)
      return files.read(hash)
    },
  }
  const port = createReviewPort({
    home,
    dataFolder,
    kept,
    supervisor: { run },
    isSandboxed: false,
    compare: createDiffThread(threadSource('../tools/changes/patch-worker.ts', import.meta.url)),
  })
  world.review.past = (_folder, change) => port.past(folder, change)
  await world.send('Change the files')
})

/** The event after which these changes were made. */
async function report(files: readonly FileChange[]): Promise<number> {
  world.model.last.callBash(`change ${world.runtime.record.seq}`)
  await world.time.settle()
  world.tools.last.finish('done', 'ok', files)
  await world.time.settle()
  return world.runtime.record.seq
}

async function change(...changes: readonly Change[]): Promise<number> {
  return report(await workspace.patch(...changes))
}

/** No tool of today changes such a file. */
async function binaryDeleted(): Promise<FileChange> {
  const kept = await openKeptFiles(workspace.dataFolder).keepAll([Buffer.from([0, 1, 2, 3])])
  if (!kept.ok) throw new Error(kept.error)
  const before = kept.value.map((blob) => ({ blob, mode: 0o644 }))[0] ?? null
  return { path: join(workspace.folder, 'binary'), shown: 'binary', before, after: null }
}

async function ask(seq: number, name: string) {
  const path = join(workspace.folder, name)
  const asked = world.request('log.pastFile', { conversationId: ID, seq, path })
  await world.time.settle()
  return asked
}

async function file(seq: number, name: string): Promise<CommandOutput<'log.pastFile'>> {
  const answer = await ask(seq, name)
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

/** The lines that differ, and what is said about them. */
async function shown(seq: number, name: string): Promise<string> {
  const { hunks, note, what } = await file(seq, name)
  const lines = hunks.split('\n').filter((line) => /^[+-]/.test(line))
  return [what, ...lines, ...(note === null ? [] : [note])].join(' | ')
}

/** All events at which files were changed, with what is shown at each. */
async function shownAtEach(seqs: readonly number[], name: string): Promise<readonly string[]> {
  const all: string[] = []
  for (const seq of seqs) all.push(await shown(seq, name))
  return all
}

test('at each event a file opens as the difference from before the first change to then', async () => {
  workspace.write('a.txt', 'one\ntwo\n')
  const seqs = [
    await change(edit('a.txt', 'one', 'ONE'), { type: 'create', path: 'b.txt', text: 'b\n' }),
    await change(edit('a.txt', 'two', 'TWO')),
    await change(edit('a.txt', 'ONE', '1'), { type: 'delete', path: 'b.txt' }),
  ]
  expect(await shownAtEach(seqs, 'a.txt')).toEqual([
    'changed | -one | +ONE',
    'changed | -one | -two | +ONE | +TWO',
    'changed | -one | -two | +1 | +TWO',
  ])
  expect(await shownAtEach(seqs.slice(0, 2), 'b.txt')).toEqual(['new | +b', 'new | +b'])
  const seq = await change({ type: 'delete', path: 'a.txt' })
  expect(await shown(seq, 'a.txt')).toBe('deleted | -one | -two')
})

test('content that neither the disk nor the undo store has is not guessed: a sentence says so', async () => {
  workspace.write('a.txt', 'one\n')
  const first = await change(edit('a.txt', 'one', 'two'))
  workspace.write('a.txt', 'by a command\n')
  expect(await shown(first, 'a.txt')).toBe(`changed | ${LOST}changed since.`)
  const second = await change(edit('a.txt', 'by', 'not by'))
  expect(await shownAtEach([first, second], 'a.txt')).toEqual([
    `changed | ${LOST}changed since.`,
    'changed | -one | +not by a command | Something else changed it between two of these edits: those changes are included.',
  ])
  rmSync(join(workspace.folder, 'a.txt'))
  expect(await shown(second, 'a.txt')).toBe(`changed | ${LOST}been deleted since.`)
})

test('a pruned, too large or binary file is not shown, each with the reason', async () => {
  workspace.write('a.txt', 'one\n')
  const large = 'x'.repeat(99).concat('\n').repeat(12_000)
  const seq = await change(edit('a.txt', 'one', 'two'), {
    type: 'create',
    path: 'large.txt',
    text: large,
  })
  expect(await shown(await report([await binaryDeleted()]), 'binary')).toBe(
    'deleted | Not a text file.',
  )
  const tooLarge = 'new | It is too large to be shown here (1.1 MB).'
  expect(await shown(seq, 'large.txt')).toBe(tooLarge)
  const last = await change(edit('large.txt', large, 'small\n'))
  expect(await shownAtEach([seq, last], 'large.txt')).toEqual([tooLarge, 'new | +small'])
  // Its size alone decides.
  expect(Math.max(...read)).toBeLessThan(1_000)
  await workspace.edits.removeKept()
  expect(await shown(seq, 'a.txt')).toBe('changed | Its earlier content is no longer kept.')
})

test('a kept version that cannot be read now is not told as lost', async () => {
  workspace.write('a.txt', 'one\n')
  const seq = await change(edit('a.txt', 'one', 'two'))
  const blobs = join(workspace.dataFolder, 'undo', 'blobs')
  using _ = unreadable(blobs)
  expect(await shown(seq, 'a.txt')).toBe(
    'changed | Its earlier content cannot be read now: its links form a loop.',
  )
})

test('nothing else can be read: neither another file, nor one that a link leads to now', async () => {
  const secret = join(workspace.outside, 'secret.txt')
  writeFileSync(secret, 'secret\n')
  workspace.write('other.txt', 'other\n')
  const before = world.runtime.record.seq
  const seq = await change({ type: 'create', path: 'a.txt', text: 'a\n' })
  const refused = { ok: false, error: { code: 'notFound' } }
  for (const name of ['other.txt', '../outside/secret.txt', '']) {
    expect(await ask(seq, name)).toMatchObject(refused)
  }
  expect(await ask(before, 'a.txt')).toMatchObject(refused)
  rmSync(join(workspace.folder, 'a.txt'))
  symlinkSync(secret, join(workspace.folder, 'a.txt'))
  expect(await file(seq, 'a.txt')).toMatchObject({ hunks: '', note: expect.any(String) })
})

test('the newest request for a file, or for another event, cancels an older one', async () => {
  const seq = await change({ type: 'create', path: 'a.txt', text: 'a\n' })
  const input = { conversationId: ID, seq, path: join(workspace.folder, 'a.txt') }
  const superseded = { ok: false, error: { code: 'stopped' } }
  const first = world.request('log.pastFile', input)
  const second = world.request('log.pastFile', input)
  await world.time.settle()
  expect(await first).toMatchObject(superseded)
  expect(await second).toMatchObject({ ok: true, value: { added: 1 } })
  const third = world.request('log.pastFile', input)
  const past = world.request('log.past', { conversationId: ID, seq: 1 })
  await world.time.settle()
  expect(await third).toMatchObject(superseded)
  expect(await past).toMatchObject({ ok: true, value: { seq: 1 } })
})
