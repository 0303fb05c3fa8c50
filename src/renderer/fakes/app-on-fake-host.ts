import { vi } from 'vitest'
import type { ConversationId } from '../../shared/ids.ts'
import { type App, createApp } from '../state/app.ts'
import { FakeHost, settled } from '../../client/fakes/fake-host.ts'
import { snapshotOf } from '../../client/fakes/samples.ts'

/** Runs animation frames on timers, which a test can fake; `vi.unstubAllGlobals()` ends it. */
export function paintByTimers(ms = 0): void {
  vi.stubGlobal('requestAnimationFrame', (paint: FrameRequestCallback) => setTimeout(paint, ms))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
}

/** The page's state, connected to a host that the test controls. */
export async function appOn(
  host: FakeHost,
  visibilityState: DocumentVisibilityState = 'hidden',
  shownFirst: readonly ConversationId[] = [],
): Promise<App> {
  const page = Object.assign(new EventTarget(), { visibilityState, defaultView: null })
  const app = createApp(host.dial, page as unknown as Document, { shownFirst })
  await settled()
  return app
}

export async function showOn(
  host: FakeHost,
  app: App,
  id: ConversationId,
  snapshot: ReturnType<typeof snapshotOf> = snapshotOf(),
): Promise<void> {
  app.thread.show(id)
  host.last('conversation.open').answer(snapshot)
  await settled()
}

/** The same with a conversation on the screen; animation frames run on timers. */
export async function appShowing(
  id: ConversationId,
): Promise<{ readonly host: FakeHost; readonly app: App }> {
  paintByTimers()
  const host = new FakeHost()
  const app = await appOn(host)
  await showOn(host, app, id)
  return { host, app }
}
