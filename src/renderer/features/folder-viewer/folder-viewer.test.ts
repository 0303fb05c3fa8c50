import { expect, test, vi } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { FileLook } from '../../../shared/protocol/browse-commands.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { FolderViewer, withPart } from './folder-viewer.svelte.ts'

const ID = 'c1' as ConversationId

/** Holds all requests; each is answered when released. */
function viewerOf(parts: Readonly<Record<string, FileLook>>) {
  const held: (() => void)[] = []
  const request = async (name: string, { from, path }: { from: number; path: string }) => {
    if (name !== 'folder.look') return { ok: true, value: { files: [], entries: [], isCut: false } }
    const value = parts[`${path}@${from}`]
    await new Promise<void>((resolve) => held.push(resolve))
    return { ok: true, value }
  }
  return { viewer: new FolderViewer({ request } as never, ID), held }
}

const text = (words: string, next: number | null): FileLook => {
  return { type: 'text', text: words, from: 0, next, bytes: 9 }
}

test('parts become lines: a line continued in the next part is one', () => {
  const empty = { type: 'text', lines: [], isOpen: false, next: null } as const
  const first = withPart(empty, { text: 'a\nb\n', next: 4 })
  expect(first).toMatchObject({ lines: ['a', 'b'], isOpen: false })
  const second = withPart(first, { text: 'lo', next: 6 })
  const third = withPart(second, { text: 'ng\nend', next: null })
  expect(third.lines).toEqual(['a', 'b', 'long', 'end'])
})

test('the last chosen file is shown, whatever arrives later', async () => {
  const { held, viewer } = viewerOf({ 'a@0': text('a\n', null), 'b@0': text('b\n', null) })
  const both = [viewer.look('a'), viewer.look('b')]
  held.toReversed().forEach((let_go) => let_go())
  await Promise.all(both)
  expect(viewer.file).toMatchObject({ lines: ['b'] })
})

test('more is read once at a time, and not for a file that was left', async () => {
  const { held, viewer } = viewerOf({ 'a@0': text('a\n', 2), 'a@2': text('b\n', null) })
  const first = viewer.look('a')
  held.shift()?.()
  await first
  const both = [viewer.more(), viewer.more()]
  expect(held).toHaveLength(1)
  held.shift()?.()
  await Promise.all(both)
  expect(viewer.file).toMatchObject({ lines: ['a', 'b'], next: null })
  await viewer.more()
  expect(held).toEqual([])
})

test('a part that is read for a file that was left does not keep the next file from being continued', async () => {
  const { held, viewer } = viewerOf({
    'a@0': text('a\n', 2),
    'a@2': text('b\n', null),
    'b@0': text('c\n', 2),
    'b@2': text('d\n', null),
  })
  const first = viewer.look('a')
  held.shift()?.()
  await first
  const left = viewer.more()
  const second = viewer.look('b')
  held.pop()?.()
  await second
  const more = viewer.more()
  held.forEach((let_go) => let_go())
  await Promise.all([left, more])
  expect(viewer.file).toMatchObject({ lines: ['c', 'd'], next: null })
})

test('an image that is clicked twice while it is read is made once', async () => {
  const made = vi.spyOn(URL, 'createObjectURL')
  const image = { type: 'image', mediaType: 'image/png', data: '', from: 0, next: null, bytes: 0 }
  const { held, viewer } = viewerOf({ 'a@0': image as FileLook })
  const both = [viewer.look('a'), viewer.look('a')]
  held.forEach((let_go) => let_go())
  await Promise.all(both)
  expect(made).toHaveBeenCalledTimes(1)
  expect(viewer.file).toMatchObject({ type: 'image' })
  made.mockRestore()
})

test('what could not be listed is not an empty folder, and is listed by the next click', async () => {
  let isOnline = false
  const request = async () =>
    isOnline
      ? ok({ entries: [{ name: 'a.ts', isFolder: false }], isCut: false })
      : failed(appError('disconnected', 'Can’t reach Phoenix.'))
  const viewer = new FolderViewer({ request } as never, ID)
  await viewer.openFolder('src/')
  expect([viewer.open.has('src/'), viewer.listProblem]).toMatchObject([
    false,
    { code: 'disconnected' },
  ])
  isOnline = true
  await viewer.openFolder('src/')
  expect([viewer.open.has('src/'), viewer.listProblem]).toEqual([true, null])
})

test('nobody is asked to choose among files that could not be listed', async () => {
  let isOnline = false
  const request = async (name: string) => {
    if (!isOnline || name === 'review.read')
      return failed(appError('disconnected', 'Can’t reach Phoenix.'))
    return ok({ entries: [{ name: 'a.ts', isFolder: false }], isCut: false })
  }
  const viewer = new FolderViewer({ request } as never, ID)
  await viewer.begin()
  expect(viewer.hint).toBe('')
  isOnline = true
  await viewer.begin()
  expect(viewer.hint).toBe('Choose a file to view it.')
})

test.each([
  [false, 'This folder has no files.'],
  [true, 'No file of this folder can be listed.'],
])('a list without files is an empty folder only if it is whole (cut: %s)', async (isCut, hint) => {
  const request = async () => ok({ files: [], entries: [], isCut })
  const viewer = new FolderViewer({ request } as never, ID)
  await viewer.begin()
  expect(viewer.hint).toBe(hint)
})

test('a folder that was listed again as a whole is no longer said to be cut', async () => {
  let isCut = true
  const request = async () => ok({ files: [], entries: [], isCut })
  const viewer = new FolderViewer({ request } as never, ID)
  await viewer.begin()
  await viewer.openFolder('src/')
  isCut = false
  await viewer.begin()
  expect([viewer.isCut, viewer.hint]).toEqual([true, 'This folder has no files.'])
})

test('a part that could not be read is forgotten once it has been read', async () => {
  let isOnline = true
  const parts: Readonly<Record<number, FileLook>> = { 0: text('a\n', 2), 2: text('b\n', null) }
  const request = async (_: string, { from }: { readonly from: number }) =>
    isOnline ? ok(parts[from]) : failed(appError('disconnected', 'Can’t reach Phoenix.'))
  const viewer = new FolderViewer({ request } as never, ID)
  await viewer.look('a')
  isOnline = false
  await viewer.more()
  expect([viewer.problem, viewer.file]).toMatchObject([{ code: 'disconnected' }, { lines: ['a'] }])
  isOnline = true
  await viewer.more()
  expect([viewer.problem, viewer.file]).toMatchObject([null, { lines: ['a', 'b'] }])
})
