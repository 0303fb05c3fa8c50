import { expect, test } from 'vitest'
import type { WorktreeFacts } from '../../../shared/protocol/worktree.ts'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { failed, ok } from '../../../shared/result.ts'
import { DELETED } from '../registry/deletions.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { NO_WORKTREES } from '../fakes/absent/no-worktrees.ts'
import { World } from '../fakes/world.ts'
import type { WorktreePort } from '../ports/worktree-port.ts'
import { ClientSession } from './session/client-session.ts'
import { worktreeHandlers } from './worktree-handlers.ts'

const conversationId = ConversationId.parse('c1')
const FOLDER = '/work-worktrees/fix'
/** The folders of terminals. */
const OPENED_AT = ['/work', FOLDER, `${FOLDER}/app`]
const SEEN: WorktreeFacts = {
  branch: 'fix',
  path: FOLDER,
  repository: '/work',
  baseBranch: 'main',
  isThere: true,
  uncommitted: 0,
  unmerged: 0,
  heads: 'abc abc',
}

/** A conversation in a worktree. `working`: the rows with something under way. */
function inWorktree(port: Partial<WorktreePort>, isDeleted = () => false) {
  const world = new World()
  const working: { id: string; folder: string }[] = []
  const removed: string[] = []
  const ended: string[] = []
  const worktrees: WorktreePort = {
    ...NO_WORKTREES,
    within: () => (folder) => folder.startsWith(FOLDER),
    facts: () => Promise.resolve(ok(SEEN)),
    merge: () => Promise.resolve(ok(null)),
    remove: (id) => {
      removed.push(id)
      return Promise.resolve(ok({ folder: '/work' }))
    },
    ...port,
  }
  const rows = { working: () => working, rowOf: () => ({}), announce: () => ({}) }
  const registry = { rows, get: () => null, folderChosen: () => undefined }
  const runtime = { record: { stored: { id: conversationId, folder: FOLDER } } }
  const terminals = {
    endWithin: (isWithin: (folder: string) => boolean) =>
      void ended.push(...OPENED_AT.filter(isWithin)),
  }
  const ports = { registry, store: world.store, folders: world.folders, terminals, worktrees }
  const handlers = worktreeHandlers(
    ports as unknown as Parameters<typeof worktreeHandlers>[0],
    {
      find: () => (isDeleted() ? failed(DELETED) : ok(runtime as unknown as ConversationRuntime)),
      dispatch: () => Promise.resolve(ok({})),
    } as unknown as Parameters<typeof worktreeHandlers>[1],
    () => ok({}) as never,
  )
  return { world, working, removed, ended, handlers }
}

test.for([
  ['a command of its own conversation', { id: conversationId, folder: FOLDER }],
  ['a fork of it', { id: 'c2', folder: FOLDER }],
  ['a conversation in a folder of it', { id: 'c2', folder: `${FOLDER}/app` }],
] as const)('a worktree is not discarded under %s', async ([, row]) => {
  const { handlers, removed, working, world } = inWorktree({})
  working.push(row)
  const discard = handlers['worktree.discard']
  expect(await discard({ conversationId, seen: SEEN }, world.client)).toMatchObject({
    error: { code: 'busy' },
  })
  working.length = 0
  working.push({ id: 'c3', folder: '/work' })
  expect(await discard({ conversationId, seen: SEEN }, world.client)).toEqual(ok({}))
  expect(removed).toEqual([conversationId])
})

test('a worktree is not removed under a turn that started during the merge', async () => {
  const begun = { id: conversationId, folder: FOLDER }
  const { handlers, removed, working, world } = inWorktree({
    merge: () => {
      working.push(begun)
      return Promise.resolve(ok(null))
    },
  })
  expect(await handlers['worktree.merge']({ conversationId }, world.client)).toMatchObject({
    error: { code: 'busy' },
  })
  expect(removed).toEqual([])
})

test('the terminals in a worktree end when it is removed, and stay if it is not', async () => {
  let removes = false
  const { ended, handlers, world } = inWorktree({
    remove: () => Promise.resolve(removes ? ok({ folder: '/work' }) : failed('It has changed.')),
  })
  const discard = handlers['worktree.discard']
  expect(await discard({ conversationId, seen: SEEN }, world.client)).toMatchObject({ ok: false })
  expect(ended).toEqual([])
  removes = true
  await discard({ conversationId, seen: SEEN }, world.client)
  expect(ended).toEqual([FOLDER, `${FOLDER}/app`])
})

test('the port can ask whether a turn has started during the removal', async () => {
  const rests: boolean[] = []
  const { handlers, working, world } = inWorktree({
    remove: (_id, _seen, isAtRest) => {
      rests.push(isAtRest())
      working.push({ id: conversationId, folder: FOLDER })
      rests.push(isAtRest())
      return Promise.resolve(ok({ folder: '/work' }))
    },
  })
  await handlers['worktree.discard']({ conversationId, seen: SEEN }, world.client)
  expect(rests).toEqual([true, false])
})

test('a request that is repeated during a long checkout makes one worktree and starts one setup command', async () => {
  const checkout = Promise.withResolvers<void>()
  const did: string[] = []
  const { handlers, world } = inWorktree({
    make: async () => {
      did.push('make')
      await checkout.promise
      return ok({ folder: FOLDER, notes: [] })
    },
    setUp: () => {
      did.push('set up')
      return Promise.resolve(ok(null))
    },
  })
  const request = { conversationId, folder: '/work', branch: 'fix', setupCommand: 'npm ci' }
  const create = async () => handlers['worktree.create'](request, world.client)
  const both = [create(), create()] as const
  await world.time.settle()
  checkout.resolve()
  const [first, second] = await Promise.all(both)
  expect(first).toMatchObject({ ok: true })
  expect(second).toEqual(first)
  expect(did).toEqual(['make', 'set up'])
})

test('a conversation that is deleted while its first rows reach the disk starts no setup command', async () => {
  const flush = Promise.withResolvers<'kept'>()
  const did: string[] = []
  let isDeleted = false
  const { handlers, world } = inWorktree(
    {
      make: () => Promise.resolve(ok({ folder: FOLDER, notes: [] })),
      setUp: () => {
        did.push('set up')
        return Promise.resolve(ok(null))
      },
    },
    () => isDeleted,
  )
  world.store.flushing = () => flush.promise
  const request = { conversationId, folder: '/work', branch: 'fix', setupCommand: 'npm ci' }
  const created = handlers['worktree.create'](request, world.client)
  await world.time.settle()
  isDeleted = true
  flush.resolve('kept')
  await created
  await world.time.settle()
  expect(did).toEqual([])
})

test('whoever made the worktree learns that its setup command was not started', async () => {
  const message = 'The setup command of this worktree was not started. The folder is gone.'
  const { handlers, world } = inWorktree({
    make: () => Promise.resolve(ok({ folder: FOLDER, notes: [] })),
    setUp: () => Promise.resolve(failed(message)),
  })
  const told: ClientEvent[] = []
  const client = new ClientSession(world.registry, (event) => told.push(event))
  const request = { conversationId, folder: '/work', branch: 'fix', setupCommand: 'npm ci' }
  expect(await handlers['worktree.create'](request, client)).toMatchObject({ ok: true })
  await world.time.settle()
  expect(told).toEqual([{ type: 'host.faulted', conversationId, message }])
})

test('a full disk that keeps the setup command from being started is told with the new conversation', async () => {
  const did: string[] = []
  const { handlers, world } = inWorktree({
    make: () => Promise.resolve(ok({ folder: FOLDER, notes: ['A note.'] })),
    setUp: () => {
      did.push('set up')
      return Promise.resolve(ok(null))
    },
  })
  world.store.flushing = () => 'failed'
  const request = { conversationId, folder: '/work', branch: 'fix', setupCommand: 'npm ci' }
  const sentence =
    'The setup command of this worktree was not started, because the new conversation could not be saved.'
  const create = handlers['worktree.create']
  expect(await create(request, world.client)).toMatchObject({
    value: { notes: ['A note.', sentence] },
  })
  expect(await create({ ...request, setupCommand: ' ' }, world.client)).toMatchObject({
    value: { notes: ['A note.'] },
  })
  expect(did).toEqual([])
})

test('a worktree is ended once at a time, and again after a failure', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<WorktreePort['merge']>>>()
  let merges = 0
  const merge = (): typeof promise => ((merges += 1), promise)
  const { handlers, removed, world } = inWorktree({ merge })
  const first = handlers['worktree.merge']({ conversationId }, world.client)
  const busy = { error: { code: 'busy' } }
  expect(
    await handlers['worktree.discard']({ conversationId, seen: SEEN }, world.client),
  ).toMatchObject(busy)
  expect(await handlers['worktree.merge']({ conversationId }, world.client)).toMatchObject(busy)
  expect([merges, removed]).toEqual([1, []])
  resolve(failed('The merge failed and was undone.'))
  expect(await first).toMatchObject({ error: { code: 'folderRefused' } })
  expect(await handlers['worktree.discard']({ conversationId, seen: SEEN }, world.client)).toEqual(
    ok({}),
  )
})
