import { stat } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { ConversationId, WorkId } from '../../../../shared/ids.ts'
import { holdThread } from '../../system/held-thread.fixture.ts'
import { endTree } from './end-tree.ts'
import { OrphanProcesses } from './orphan-processes.ts'
import type { EndingWatcher } from './tree-ender.ts'

const origin = {
  conversationId: 'c1' as ConversationId,
  workId: 'w1' as WorkId,
  command: 'make',
  since: 0,
}
const tree = { root: null, runToken: '', isCold: false, isSandboxed: false }

test('a tree that was gone in time is no orphan if the thread was held meanwhile', async () => {
  const orphans = new OrphanProcesses()
  const put = vi.spyOn(orphans, 'put')
  const parts = {
    ender: {
      // The answer of a thread, too, is read only when the loop looks for input.
      end: (_: unknown, watcher: EndingWatcher) =>
        stat(import.meta.dirname, () => watcher.onGone(1)),
      close: () => Promise.resolve(),
    },
    orphans,
    over: () => undefined,
  }
  expect(await holdThread(100, () => endTree({ origin, tree }, 20, parts))).toBe(1)
  expect(put).not.toHaveBeenCalled()
})

test('what survived stays listed, and known, if another attempt to end it is not answered in time', async () => {
  const orphans = new OrphanProcesses()
  const survivor = { pid: 7, startTime: 1, command: 'sleep' }
  orphans.put({ origin, tree }, [survivor])
  const owned = orphans.treeOf(origin.workId)
  if (owned === null) throw new Error('It is not listed.')
  const ender = { end: () => undefined, close: () => Promise.resolve() }
  expect(await endTree(owned, 1, { ender, orphans, over: () => undefined })).toBeNull()
  expect(orphans.of(origin.conversationId)).toMatchObject([{ pid: 7, command: 'sleep' }])
  expect(orphans.treeOf(origin.workId)?.tree.known).toEqual([survivor])
})
