import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { App } from './app.ts'
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
    const before = readdirSync(host.dataFolder).toSorted()
    const second = spawnHost(host.dataFolder, {}, undefined, [], folder)
    let out = ''
    let said = ''
    second.stdout?.on('data', (bytes: Buffer) => (out += bytes.toString()))
    second.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()))
    expect(await once(second, 'close')).toEqual([0, null])
    expect(readdirSync(host.dataFolder).toSorted()).toEqual(before)
    expect(said).toContain(`process ${host.pid} `)
    const [, address = ''] = /^Phoenix is running at (http:\S+)\n$/.exec(out) ?? []
    expect(new URL(address).origin).toBe(new URL(page.url()).origin)
    const app = await App.open(browser, address)
    await expect.poll(() => app.folder.inputValue()).toBe(folder)
  })
})
