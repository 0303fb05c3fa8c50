import { afterEach, expect, test, vi } from 'vitest'
import { ConversationId } from '../../shared/ids.ts'
import { FakeHost, settled } from '../fakes/fake-host.ts'
import { snapshotOf, stepOf, toolState } from '../fakes/samples.ts'
import { createApp } from './app.ts'

afterEach(() => void vi.unstubAllGlobals())

test('the row of the visible conversation follows its steps without row events', async () => {
  vi.stubGlobal('requestAnimationFrame', (paint: FrameRequestCallback) => setTimeout(paint, 0))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  const host = new FakeHost()
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden', defaultView: null })
  const app = createApp(host.dial, page as unknown as Document)
  await settled()
  app.thread.show(ConversationId.parse('c1'))
  host.last('conversation.open').answer(snapshotOf())
  await settled()
  const row = () => app.shell.getState().conversations[0]
  expect(row()?.activity).toBe('idle')
  host.say(stepOf(10, 11, { state: toolState() }))
  await vi.waitFor(() => expect(row()?.activity).toBe('runningTool'))
})
