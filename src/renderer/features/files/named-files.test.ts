import { expect, test, vi } from 'vitest'
import { fileAttachmentOf } from '../../../client/fakes/samples.ts'
import type { NamedKind } from '../../../shared/protocol/file-commands.ts'
import { NamedFiles } from './named-files.svelte.ts'

function rig(there: Readonly<Record<string, NamedKind>>) {
  const asked: (readonly string[])[] = []
  const attached: string[] = []
  const named = new NamedFiles({
    ask: async (paths) => {
      asked.push(paths)
      return paths.map((path) => there[path] ?? 'missing')
    },
    attach: (path) => void attached.push(path),
  })
  const words = (files = [] as Parameters<NamedFiles['shown']>[0]) =>
    named.shown(files).map((each) => `${each.path}: ${each.words}`)
  return { named, asked, attached, words }
}

test('each is asked about once while it is named, and a file is attached each time it appears', async () => {
  const { asked, attached, named } = rig({ 'a.ts': 'file', 'src/': 'folder' })
  await named.follow(['a.ts'])
  await named.follow(['a.ts', 'src/'])
  await named.follow(['src/'])
  await named.follow(['a.ts', 'src/'])
  expect(asked).toEqual([['a.ts'], ['src/'], ['a.ts']])
  expect(attached).toEqual(['a.ts', 'a.ts'])
})

test('each says what the model gets of it', async () => {
  const { named, words } = rig({
    'a.ts': 'file',
    'b.ts': 'file',
    'c.png': 'file',
    'src/': 'folder',
    '~/d.ts': 'outside',
  })
  await named.follow(['a.ts', 'b.ts', 'c.png', 'src/', '~/d.ts', 'gone/e.ts', 'alice'])
  const attachment = fileAttachmentOf('a.ts')
  const ready = { key: '1', name: 'a.ts', type: 'ready', attachment, notice: null } as const
  expect(words([ready, { key: '2', name: 'b.ts', type: 'preparing' }])).toEqual([
    'a.ts: its text',
    'b.ts: preparing',
    'c.png: only its path',
    'src/: folder',
    '~/d.ts: only its path',
    'gone/e.ts: not found',
  ])
})

test('what left the text before the answer came is neither shown nor attached', async () => {
  const { attached, named, words } = rig({ 'a.ts': 'file' })
  const asking = named.follow(['a.ts'])
  await named.follow([])
  await asking
  expect([words(), attached]).toEqual([[], []])
})

test('what nobody could say is asked again, and then attached', async () => {
  const asked: (readonly string[])[] = []
  const attached: string[] = []
  let isOnline = false
  const named = new NamedFiles({
    ask: async (paths) => {
      asked.push(paths)
      return isOnline ? paths.map(() => 'file') : null
    },
    attach: (path) => void attached.push(path),
  })
  await named.follow(['a.ts'])
  isOnline = true
  await named.follow(['a.ts'])
  await named.follow(['a.ts'])
  expect([asked, attached]).toEqual([[['a.ts'], ['a.ts']], ['a.ts']])
})

test('a name that left and came back is attached once, by its last request', async () => {
  const answers: (() => void)[] = []
  const attached: string[] = []
  const named = new NamedFiles({
    ask: (paths) => new Promise((resolve) => answers.push(() => resolve(paths.map(() => 'file')))),
    attach: (path) => void attached.push(path),
  })
  const first = named.follow(['a.ts'])
  await named.follow([])
  const second = named.follow(['a.ts'])
  for (const answer of answers) answer()
  await Promise.all([first, second])
  expect(attached).toEqual(['a.ts'])
})

test('where nobody can say what is there, nothing is claimed', async () => {
  const named = new NamedFiles({ ask: async () => null, attach: () => expect.unreachable() })
  await named.follow(['a.ts'])
  expect(named.shown([])).toEqual([])
})

test('a Send waits for what is asked about its names, so a file is attached first', async () => {
  const answer = Promise.withResolvers<readonly NamedKind[]>()
  const done: string[] = []
  const named = new NamedFiles({
    ask: () => answer.promise,
    attach: (path) => void done.push(path),
  })
  const sent = named.settled(['a.ts']).then(() => done.push('sent'))
  await Promise.resolve()
  expect(done).toEqual([])
  answer.resolve(['file'])
  await sent
  expect(done).toEqual(['a.ts', 'sent'])
})

test('a Send does not wait for long where nobody answers, and not at all where nothing is asked', async () => {
  vi.useFakeTimers()
  try {
    const done: string[] = []
    const named = new NamedFiles({
      ask: () => new Promise(() => undefined),
      attach: () => expect.unreachable(),
    })
    // Other code of the page may have timers, too.
    const timers = vi.getTimerCount()
    await named.settled([])
    expect(vi.getTimerCount()).toBe(timers)
    const sent = named.settled(['a.ts']).then(() => done.push('sent'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(done).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    await sent
  } finally {
    vi.useRealTimers()
  }
})
