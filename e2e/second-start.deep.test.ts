import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { App } from './app.ts'
import { preparing, recovering } from './situations/app/recovery.ts'
import { describeInBrowserAlone } from './setup.ts'
import { freshFolder, spawnHost } from './support/host.ts'

describeInBrowserAlone('a second start with the same data folder', (scene) => {
  test('gives a window of the first, at the folder that it names, leaves no file there and ends', async () => {
    const host = await scene().host({ own: true })
    const { page } = await scene().window(host)
    const browser = page.context().browser()
    if (browser === null) throw new Error('no browser')
    const folder = join(freshFolder('second'), 'my project')
    mkdirSync(folder)
    // The last that the first makes by itself, after its window.
    await expect.poll(() => existsSync(join(host.dataFolder, 'pipes'))).toBe(true)
    const before = readdirSync(host.dataFolder).toSorted()
    const { address, said } = await startAgain(host.dataFolder, folder)
    expect(readdirSync(host.dataFolder).toSorted()).toEqual(before)
    expect(said).toContain(`process ${host.pid} `)
    expect(new URL(address).origin).toBe(new URL(page.url()).origin)
    const app = await App.open(browser, address)
    await expect.poll(() => app.folder.inputValue()).toBe(folder)
  })

  test('gives a window of the first also while a damaged database waits for a person', async () => {
    const { page } = await recovering(scene())
    const damaged = await page.getByText(/The database .*phoenix\.db is damaged\./).innerText()
    const [, dataFolder = ''] = /The database (.*)\/phoenix\.db is/.exec(damaged) ?? []
    const { address } = await startAgain(dataFolder)
    await page.goto('about:blank')
    await page.goto(address)
    await page.getByText('Restoring brings back').waitFor()
  })

  test('gives a window of the first also while a large database is prepared', async () => {
    const { app, host, release } = await preparing(scene())
    const { address } = await startAgain(host.dataFolder)
    await app.page.goto('about:blank')
    await app.page.goto(address)
    await app.page.getByText('Phoenix is preparing its database.').waitFor()
    release()
    await app.conversations.first().waitFor()
  })
})

/** Starts it with this data folder, which another one has: returns the address that it prints, and what else it says. */
async function startAgain(
  dataFolder: string,
  folder?: string,
): Promise<{ readonly address: string; readonly said: string }> {
  const second = spawnHost(dataFolder, {}, undefined, [], folder)
  let out = ''
  let said = ''
  second.stdout?.on('data', (bytes: Buffer) => (out += bytes.toString()))
  second.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()))
  expect([await once(second, 'close'), said]).toEqual([[0, null], said])
  const [, address = ''] = /^Phoenix is running at (http:\S+)\n$/.exec(out) ?? []
  return { address, said }
}
