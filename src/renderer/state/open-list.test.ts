import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConversationSummary } from '../../shared/conversation/conversation.ts'
import { ConversationId } from '../../shared/ids.ts'
import { VERSION } from '../../shared/version.ts'
import { appOn } from '../fakes/app-on-fake-host.ts'
import { FakeHost, inputOf, settled } from '../../client/fakes/fake-host.ts'
import { SAMPLE_SETTINGS } from '../../client/fakes/sample-settings.ts'
import { snapshotOf } from '../../client/fakes/samples.ts'
import type { App } from './app.ts'

const shown = ConversationId.parse('c1')
const other = ConversationId.parse('c2')
const third = ConversationId.parse('c3')
const fourth = ConversationId.parse('c4')
const rowOf = (id: ConversationId, title = ''): ConversationSummary => {
  return { ...snapshotOf().summary, id, title }
}

let host: FakeHost
/** The callbacks for the next frame. */
let frames: FrameRequestCallback[]

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw))
  vi.stubGlobal('cancelAnimationFrame', () => {})
  host = new FakeHost()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function paint(): void {
  const now = frames
  frames = []
  for (const draw of now) draw(0)
}

async function openWith(shownFirst: readonly ConversationId[]): Promise<App> {
  const app = await appOn(host, 'visible', shownFirst)
  return app
}

async function answerOpen(
  conversations: readonly ConversationSummary[],
  isWhole: boolean,
): Promise<void> {
  const folders = { homeFolder: '/home/me', hasFolderDialog: false, hasDesktop: false }
  const troubles = { sandboxMissing: null, storageTrouble: null, folderWarning: null }
  const rest = { settings: SAMPLE_SETTINGS, now: 0, version: VERSION, ...folders, ...troubles }
  host.last('app.open').answer({ conversations, isWhole, ...rest })
  await settled()
}

async function answerRows(
  conversations: readonly ConversationSummary[],
  isWhole: boolean,
): Promise<void> {
  host.last('list.rows').answer({ conversations, isWhole })
  await idle()
}

/** The window is idle, as often as that is requested. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await settled()
    vi.advanceTimersByTime(1)
  }
  await settled()
}

function listed(app: App): readonly string[] {
  return app.shell.getState().conversations.map(({ id, title }) => `${id} ${title}`.trim())
}

test('what is seen first of the list is shown, and once it is on the screen the whole is asked for', async () => {
  const app = await openWith([shown])
  expect(inputOf(host.last('app.open'))).toEqual({ shownFirst: [shown] })
  await answerOpen([rowOf(shown)], false)
  expect(listed(app)).toEqual(['c1'])
  expect(app.shell.getState()).toMatchObject({ isListWhole: false, opened: { version: VERSION } })
  paint()
  expect(host.all('list.rows')).toEqual([])
  paint()
  await idle()
  expect(host.all('list.rows')).toHaveLength(1)
  await answerRows([rowOf(other)], false)
  expect(listed(app)).toEqual(['c1'])
  expect(host.all('list.rows')).toHaveLength(2)
  await answerRows([rowOf(third)], true)
  expect(listed(app)).toEqual(['c1', 'c2', 'c3'])
  expect(app.shell.getState().isListWhole).toBe(true)
  await idle()
  expect(host.all('list.rows')).toHaveLength(2)
})

test('a hidden window, which paints nothing, gets the whole list as well', async () => {
  await openWith([shown])
  await answerOpen([rowOf(shown)], false)
  vi.runOnlyPendingTimers()
  await idle()
  expect(host.all('list.rows')).toHaveLength(1)
})

test('a list that came whole is asked for once', async () => {
  const app = await openWith([])
  expect(inputOf(host.last('app.open'))).toEqual({})
  await answerOpen([rowOf(shown)], true)
  expect(app.shell.getState().isListWhole).toBe(true)
  paint()
  paint()
  vi.runOnlyPendingTimers()
  expect(host.all('list.rows')).toEqual([])
})

test('what is said of rows since the list was opened counts, whenever their older state comes', async () => {
  const app = await openWith([shown])
  host.emit({ type: 'list.changed', summary: rowOf(fourth, 'early') })
  await answerOpen([rowOf(shown)], false)
  paint()
  paint()
  await idle()
  host.emit({ type: 'list.changed', summary: rowOf(other, 'first') })
  await answerRows([rowOf(other), rowOf(third)], false)
  host.emit({ type: 'list.changed', summary: rowOf(other, 'second') })
  host.emit({ type: 'list.removed', conversationId: third })
  paint()
  host.emit({ type: 'list.changed', summary: rowOf(other, 'third') })
  await answerRows([rowOf(fourth)], true)
  paint()
  expect(listed(app).toSorted()).toEqual(['c1', 'c2 third', 'c4 early'])
})

test('a line that is cut in between opens the whole list when it is back', async () => {
  const app = await openWith([shown])
  await answerOpen([rowOf(shown)], false)
  paint()
  paint()
  await idle()
  host.cut()
  await expect.poll(() => host.all('app.open')).toHaveLength(2)
  expect(inputOf(host.last('app.open'))).toEqual({})
  expect(listed(app)).toEqual(['c1'])
  await answerOpen([rowOf(shown), rowOf(other)], true)
  expect(listed(app)).toEqual(['c1', 'c2'])
  expect(app.shell.getState()).toMatchObject({ isListWhole: true, failure: null })
})

test.each([
  ['the next part is asked for', false],
  ['the rows are shown', true],
])(
  'a line that is cut and back before %s leaves the list as it was opened then',
  async (_, isLast) => {
    const app = await openWith([shown])
    await answerOpen([rowOf(shown)], false)
    paint()
    paint()
    await idle()
    // From here on the window is busy.
    const waiting: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run))
    host.last('list.rows').answer({ conversations: [rowOf(other), rowOf(third)], isWhole: isLast })
    await settled()
    host.cut()
    await expect.poll(() => host.all('app.open')).toHaveLength(2)
    await answerOpen([rowOf(shown), rowOf(other)], true)
    expect(waiting).toHaveLength(1)
    for (const run of waiting) run()
    await settled()
    expect(host.all('list.rows')).toHaveLength(1)
    expect(listed(app)).toEqual(['c1', 'c2'])
  },
)

test('a conversation that is opened before its row has come is listed once, as it was opened', async () => {
  const app = await openWith([shown])
  await answerOpen([rowOf(shown)], false)
  paint()
  paint()
  await idle()
  app.addConversation(rowOf(other, 'opened'))
  await answerRows([rowOf(other), rowOf(third)], true)
  expect(listed(app)).toEqual(['c1', 'c2 opened', 'c3'])
})

test('no part is asked for, and none is shown, while a conversation is being opened', async () => {
  const app = await openWith([shown])
  await answerOpen([rowOf(shown)], false)
  app.thread.show(shown)
  paint()
  paint()
  await idle()
  expect(host.all('list.rows')).toEqual([])
  host.last('conversation.open').answer({ ...snapshotOf(), summary: rowOf(shown) })
  await settled()
  app.thread.show(third)
  await idle()
  expect(host.all('list.rows')).toEqual([])
  host.last('conversation.open').answer({ ...snapshotOf(), summary: rowOf(third) })
  await idle()
  expect(host.all('list.rows')).toHaveLength(1)
  app.thread.show(other)
  await answerRows([rowOf(other)], true)
  expect(app.shell.getState().isListWhole).toBe(false)
  host.last('conversation.open').answer({ ...snapshotOf(), summary: rowOf(other) })
  await idle()
  expect(app.shell.getState().isListWhole).toBe(true)
  expect(listed(app)).toEqual(['c1', 'c3', 'c2'])
})
