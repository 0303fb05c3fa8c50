import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from '../../shared/app-error.ts'
import { ConversationId } from '../../shared/ids.ts'
import { appShowing } from '../fakes/app-on-fake-host.ts'
import { type FakeHost, settled } from '../../client/fakes/fake-host.ts'
import { snapshotOf } from '../../client/fakes/samples.ts'
import type { App } from './app.ts'

const shown = ConversationId.parse('c1')
const { summary } = snapshotOf()
let host: FakeHost
let app: App

beforeEach(async () => void ({ host, app } = await appShowing(shown)))
afterEach(() => void vi.unstubAllGlobals())

async function opened(times: number): Promise<void> {
  await expect.poll(() => host.all('conversation.open')).toHaveLength(times)
}

test('T74 a conversation deleted while shown says so, and is shown again when restored', async () => {
  expect(app.shell.getState().conversations.map(({ id }) => id)).toEqual([shown])
  host.emit({ type: 'list.removed', conversationId: shown })
  await opened(2)
  expect(app.shell.getState().conversations).toEqual([])
  host.last('conversation.open').refuse(appError('deleted', 'This conversation was deleted.'))
  await settled()
  expect(app.thread.store.getState()).toMatchObject({ type: 'failed', error: { code: 'deleted' } })
  host.emit({ type: 'list.changed', summary })
  await opened(3)
  host.last('conversation.open').answer(snapshotOf())
  await settled()
  expect(app.thread.store.getState().type).toBe('open')
  expect(app.shell.getState().conversations.map(({ id }) => id)).toEqual([shown])
})

test('deleting another removes it from the list, and the shown one stays', async () => {
  const other = { ...summary, id: ConversationId.parse('c2') }
  host.emit({ type: 'list.changed', summary: other })
  await expect.poll(() => app.shell.getState().conversations).toHaveLength(2)
  host.emit({ type: 'list.removed', conversationId: other.id })
  await expect.poll(() => app.shell.getState().conversations).toHaveLength(1)
  expect(host.all('conversation.open')).toHaveLength(1)
  expect(app.thread.store.getState().type).toBe('open')
})
