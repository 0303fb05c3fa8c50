import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recorded, electronDouble, powerMonitor } from './electron-double.fixture.ts'
import { createRig, type Rig } from './electron-host.fixture.ts'
import { FakeWindow, refusedBy } from './window-double.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

const QUIT = 1

let rig: Rig

beforeEach(() => {
  rig = createRig()
})
afterEach(() => rig.end())

const ended = (): Promise<void> => expect.poll(() => recorded.exits).toEqual([0])
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('quitting at rest asks nobody', async () => {
  await rig.start()
  electronDouble.app.quit()
  await ended()
  expect([recorded.questions, rig.closings]).toEqual([[], 1])
})

test('R12 running work is named before it is stopped, and Cancel keeps it', async () => {
  const window = await rig.start()
  rig.working = ['Mend the login', 'Write the tests']
  electronDouble.app.quit()
  await settled()
  expect(recorded.questions).toMatchObject([
    {
      message: '2 conversations are working. Quit and stop them?',
      detail: 'Mend the login\nWrite the tests',
      buttons: ['Cancel', 'Quit'],
      cancelId: 0,
      defaultId: 0,
    },
  ])
  expect([recorded.exits, rig.closings, FakeWindow.all]).toEqual([[], 0, [window]])
})

test('Quit ends it, and the window disappears first', async () => {
  const window = await rig.start()
  rig.working = ['Mend the login']
  recorded.presses = [QUIT]
  electronDouble.app.quit()
  await ended()
  expect([rig.closings, window.isVisible]).toEqual([1, false])
  expect(recorded.questions[0]).toMatchObject({
    message: 'A conversation is working. Quit and stop it?',
  })
})

test('asked twice, a person answers once; asked again after Cancel, again', async () => {
  await rig.start()
  rig.working = ['One']
  electronDouble.app.quit()
  electronDouble.app.quit()
  await settled()
  expect(recorded.questions).toHaveLength(1)
  electronDouble.app.quit()
  await settled()
  expect(recorded.questions).toHaveLength(2)
})

test('many are named in part, and the rest counted', async () => {
  await rig.start()
  rig.working = Array.from({ length: 11 }, (_, at) => `Conversation ${at}`)
  electronDouble.app.quit()
  await settled()
  expect(recorded.questions[0]?.['detail']).toMatch(/^Conversation 0\n(.+\n)+and 3 more$/)
})

test.skipIf(process.platform === 'darwin')(
  'closing the last window is quitting: it stays until that is decided',
  async () => {
    const window = await rig.start()
    rig.working = ['One']
    window.close()
    await settled()
    expect([recorded.questions.length, window.isDestroyed()]).toEqual([1, false])
    recorded.presses = [QUIT]
    window.close()
    await ended()
  },
)

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s is never delayed', async (name) => {
  await rig.start()
  rig.working = ['One']
  electronDouble.app.quit()
  rig.signal(name)
  await ended()
  expect([recorded.questions.length, rig.closings]).toEqual([1, 1])
})

test('nor is the end of the session or of the machine', async () => {
  const window = await rig.start()
  rig.working = ['One']
  // Held back until everything has ended.
  expect(refusedBy(powerMonitor, 'shutdown')).toBe(true)
  window.emit('session-end')
  await ended()
  expect([recorded.questions, rig.closings]).toEqual([[], 1])
})

test('if no dialog can be shown, the app still ends', async () => {
  await rig.start()
  rig.working = ['One']
  vi.spyOn(electronDouble.dialog, 'showMessageBox').mockRejectedValueOnce(new Error('no screen'))
  electronDouble.app.quit()
  await ended()
})
