import { afterEach, expect, test, vi } from 'vitest'
import { ConversationId } from '../../shared/ids.ts'
import { appOn, paintByTimers, showOn } from '../fakes/app-on-fake-host.ts'
import { FakeHost } from '../../client/fakes/fake-host.ts'
import { stepOf, toolState } from '../../client/fakes/samples.ts'

afterEach(() => void vi.unstubAllGlobals())

test('the row of the visible conversation follows its steps without row events', async () => {
  paintByTimers()
  const host = new FakeHost()
  const app = await appOn(host)
  await showOn(host, app, ConversationId.parse('c1'))
  const row = () => app.shell.getState().conversations[0]
  expect(row()?.activity).toBe('idle')
  host.emit(stepOf(10, 11, { state: toolState() }))
  await expect.poll(() => row()?.activity).toBe('runningTool')
})
