import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { onFault } from '../../runtime/guard.ts'
import { electronDouble, recorded } from './electron-double.fixture.ts'
import { createRig, type Rig } from './electron-host.fixture.ts'
import { FakeWindow } from './window-double.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

let rig: Rig

beforeEach(() => {
  rig = createRig()
})
afterEach(() => rig.end())

const RELOAD_AGAIN = 0
const CLOSE_AGAIN = 1
const RELOAD_HUNG = 1
const CLOSE_HUNG = 2

const crash = ({ webContents }: FakeWindow, reason = 'crashed'): void =>
  void webContents.emit('render-process-gone', {}, { reason })

/** A window whose page has crashed and been reloaded. */
async function crashedOnce(): Promise<FakeWindow> {
  const window = await rig.start()
  crash(window)
  expect(window.webContents.reloads).toBe(1)
  expect(recorded.questions).toEqual([])
  return window
}

/** For each question, whether it is still asked. */
const isOpen = (): readonly boolean[] =>
  recorded.questions.map(({ signal }) => !(signal as AbortSignal).aborted)

const answered = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a crashed page is reloaded once; if it crashes again, the person decides', async () => {
  const window = await crashedOnce()
  recorded.presses.push(RELOAD_AGAIN)
  crash(window)
  await answered()
  expect(recorded.questions).toMatchObject([
    { message: 'This window keeps crashing.', buttons: ['Reload', 'Close window'] },
  ])
  expect(window.isVisible).toBe(true)
  expect(window.webContents.reloads).toBe(2)
  recorded.presses.push(CLOSE_AGAIN)
  crash(window)
  await answered()
  expect(FakeWindow.all).toEqual([])
})

test('a page that ends as it should is left alone', async () => {
  const window = await rig.start()
  crash(window, 'clean-exit')
  expect(window.webContents.reloads).toBe(0)
})

test('a page that hangs can be waited for, reloaded or closed', async () => {
  const window = await crashedOnce()
  window.emit('unresponsive')
  await answered()
  expect(recorded.questions).toMatchObject([{ message: 'This window is not responding.' }])
  expect(window.webContents.reloads).toBe(1)
  recorded.presses.push(RELOAD_HUNG)
  window.emit('unresponsive')
  await answered()
  expect(window.webContents.reloads).toBe(2)
  expect(recorded.questions).toHaveLength(2)
  recorded.presses.push(CLOSE_HUNG)
  window.emit('unresponsive')
  await answered()
  expect(FakeWindow.all).toEqual([])
})

test('the question is withdrawn when the page goes on, crashes or is asked about again', async () => {
  const window = await rig.start()
  recorded.leavesOpen = true
  window.emit('unresponsive')
  window.emit('unresponsive')
  expect(isOpen()).toEqual([false, true])
  window.emit('responsive')
  expect(isOpen()).toEqual([false, false])
  window.emit('unresponsive')
  crash(window)
  await answered()
  expect(isOpen()).toEqual([false, false, false])
  expect(window.webContents.reloads).toBe(1)
})

test('a page whose loading is overtaken by a link is no fault', async () => {
  const faults: unknown[] = []
  onTestFinished(onFault((fault) => void faults.push(fault)))
  const rejected = (error: unknown): void => void faults.push(error)
  process.on('unhandledRejection', rejected)
  onTestFinished(() => void process.off('unhandledRejection', rejected))
  rig.args = ['phoenix://conversation/c1']
  const window = await rig.start()
  electronDouble.app.emit('second-instance', {}, ['phoenix://conversation/c2'])
  await answered()
  expect(window.address).toContain('c2')
  await answered()
  expect(faults).toEqual([])
})
