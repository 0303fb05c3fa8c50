import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from '../../shared/app-error.ts'
import { ConversationId } from '../../shared/ids.ts'
import { appShowing } from '../fakes/app-on-fake-host.ts'
import { type FakeHost, settled } from '../../client/fakes/fake-host.ts'
import { snapshotOf } from '../../client/fakes/samples.ts'
import type { App } from './app.ts'

const shown = ConversationId.parse('c1')
const summary = snapshotOf().summary
let host: FakeHost
let app: App

beforeEach(async () => void ({ host, app } = await appShowing(shown)))
afterEach(() => void vi.unstubAllGlobals())

async function changesTo(activity: 'setAside' | 'idle', opened: number): Promise<void> {
  host.emit({ type: 'list.changed', summary: { ...summary, activity } })
  await expect.poll(() => host.all('conversation.open')).toHaveLength(opened)
}

test('T67 a conversation set aside while shown says so, and is shown again once another window has recovered it', async () => {
  await changesTo('setAside', 2)
  host.last('conversation.open').refuse(appError('setAside', 'It was set aside.'))
  await settled()
  expect(app.thread.store.getState()).toMatchObject({ type: 'failed', error: { code: 'setAside' } })
  await changesTo('idle', 3)
  host.last('conversation.open').answer(snapshotOf())
  await settled()
  expect(app.thread.store.getState().type).toBe('open')
})
