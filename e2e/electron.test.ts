import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { findElectron } from './support/electron-path.ts'
import { type ElectronHost, launchElectron } from './support/electron.ts'
import { bash } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder } from './support/host.ts'
import { processesWith } from './support/processes.ts'
import { describeOnElectron } from './setup.ts'

async function start(dataFolder: string): Promise<{ host: ElectronHost; app: App }> {
  const host = await launchElectron({ dataFolder })
  return { host, app: await host.openWindow() }
}

/** Presses an item of the application menu in the main process. */
function choose(host: ElectronHost, label: string): Promise<void> {
  return host.electron.evaluate(({ Menu }, wanted) => {
    const tops = Menu.getApplicationMenu()?.items ?? []
    const items = tops.flatMap((top) => top.submenu?.items ?? [])
    items.find((item) => item.label === wanted)?.click()
  }, label)
}

// Checks that these tests run wherever they can: otherwise an overlooked Electron would look like a missing one.
test.runIf(process.platform === 'linux')(
  'Electron is found if its binary and a display exist, and only then',
  () => {
    const folder = freshFolder('electron')
    const environment = { ELECTRON_OVERRIDE_DIST_PATH: folder, DISPLAY: ':0' }
    expect(findElectron(environment)).toBeNull()
    writeFileSync(join(folder, 'electron'), '')
    expect(findElectron(environment)).toBe(join(folder, 'electron'))
    expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: folder })).toBeNull()
  },
)

describeOnElectron('the desktop app', (scene) => {
  test('the page has three of our functions, nothing of Node, and violates no policy', async () => {
    const { host, app } = await start(freshFolder('data'))
    const seen =
      'JSON.stringify([location.origin, Object.keys(phoenix), typeof process, typeof require])'
    const expected = ['app://phoenix', ['request', 'cancel', 'onEvent'], 'undefined', 'undefined']
    expect(await app.page.evaluate(seen)).toBe(JSON.stringify(expected))
    expect(app.complaints).toEqual([])
    await host.stop()
  })

  test('the menu does the same as the keys', async () => {
    const { host, app } = await start(freshFolder('data'))
    await choose(host, 'Keyboard shortcuts')
    await app.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await host.stop()
  })

  test('Choose… takes the folder from the system dialog', async () => {
    const { host, app } = await start(freshFolder('data'))
    const folder = freshFolder('chosen')
    await host.electron.evaluate(({ dialog }, chosen) => {
      const answer = { canceled: false, filePaths: [chosen] }
      Object.assign(dialog, { showOpenDialog: () => Promise.resolve(answer) })
    }, folder)
    await app.button('Choose…').click()
    await expect.poll(() => app.folder.inputValue()).toBe(folder)
    await host.stop()
  })

  test('the window opens again in its last place', async () => {
    const dataFolder = freshFolder('data')
    const first = await start(dataFolder)
    await first.host.electron.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 20, y: 30, width: 700, height: 500 })
    })
    await expect.poll(() => existsSync(join(dataFolder, 'window.json'))).toBe(true)
    await first.host.stop()
    const second = await start(dataFolder)
    const size = await second.host.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
    )
    expect(size).toMatchObject({ width: 700, height: 500 })
    await second.host.stop()
  })

  test('SIGTERM with a command running asks nobody and leaves nothing behind', async () => {
    const { model } = scene()
    const sleep = `sleep 1000.${process.pid}9`
    model.enqueue(message([bash(sleep)]))
    const { app, host } = await scene().conversation()
    await app.send('Wait')
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
    await host.stop()
    await expect.poll(() => processesWith(sleep)).toEqual([])
  })
})
