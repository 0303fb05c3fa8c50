import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevPage, type DevPage } from '../scripts/dev-page.ts'
import { type BrowserHost, startBrowserHost } from '../src/main/hosts/browser/browser-host.ts'
import { SAFE_HEADERS } from '../src/main/hosts/shared/page-files.ts'
import { browserPath, startBrowser } from './support/browser.ts'
import { Host } from './support/host.ts'

const ROOT = resolve(import.meta.dirname, '..')

let folder: string
let dev: DevPage
let host: BrowserHost

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-dev-'))
  mkdirSync(join(folder, 'page'))
  const page = (name: string, text: string): void => writeFileSync(join(folder, 'page', name), text)
  page(
    'index.html',
    '<!doctype html><div id="app"></div><script type="module" src="/main.ts"></script>',
  )
  page('main.ts', "import './style.css'\nwindow.name += 'loaded '\n")
  page('style.css', 'body { color: rgb(1, 2, 3) }')
  dev = await createDevPage({ rendererFolder: join(folder, 'page'), plugins: [] })
  const started = await startBrowserHost({
    port: 0,
    page: dev.page,
    accept: () => undefined,
    now: () => Date.now(),
  })
  if (!started.ok) throw new Error(started.error)
  host = started.value
})
afterAll(async () => {
  await host.close()
  await dev.close()
  rmSync(folder, { recursive: true })
})

async function statusOf(
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  return (await fetch(host.origin + path, { headers })).status
}

test('npm run dev: a page of another site or origin is refused everything', async () => {
  expect(await statusOf('/')).toBe(200)
  expect(await statusOf('/main.ts')).toBe(200)
  for (const path of ['/', '/main.ts', '/@vite/client']) {
    expect([path, await statusOf(path, { origin: 'http://127.0.0.1:1' })]).toEqual([path, 403])
    expect([path, await statusOf(path, { 'sec-fetch-site': 'cross-site' })]).toEqual([path, 403])
  }
  expect((await fetch(`${host.origin}/session`, { method: 'POST' })).status).toBe(403)
})

test("npm run dev: the policy is the built page's, plus styles with a nonce and the socket of changes", async () => {
  const { headers } = await fetch(host.origin)
  const policy = headers.get('content-security-policy') ?? ''
  const strict = policy.replace(/ 'nonce-[\w-]{22}'/, '').replace(/ ws:\/\/127\.0\.0\.1:\d+/, '')
  expect(policy.length - strict.length).toBeGreaterThan(40)
  expect({ ...Object.fromEntries(headers), 'content-security-policy': strict }).toMatchObject(
    SAFE_HEADERS,
  )
})

describe.skipIf(browserPath === null)('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  test('npm run dev: a saved style appears at once, without a reload of the page', async () => {
    const page = await browser.newPage()
    const connected = page.waitForEvent('console', (message) =>
      message.text().includes('connected.'),
    )
    await page.goto(host.origin)
    await connected
    const colour = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).color)
    await expect.poll(colour).toBe('rgb(1, 2, 3)')
    writeFileSync(join(folder, 'page/style.css'), 'body { color: rgb(4, 5, 6) }')
    await expect.poll(colour).toBe('rgb(4, 5, 6)')
    expect(await page.evaluate(() => window.name)).toBe('loaded ')
    await page.close()
  })

  test('npm run dev: Phoenix runs from its sources', async () => {
    const running = await Host.start({
      program: join(ROOT, 'scripts/dev.ts'),
      folder: 'page',
      environment: { INIT_CWD: folder },
    })
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(running.address)
    await page.getByText('No conversations yet.').waitFor()
    const named = page.getByRole('combobox', { name: 'Folder', exact: true })
    await expect.poll(() => named.inputValue()).toBe(join(realpathSync(folder), 'page'))
    expect(faults).toEqual([])
    await page.close()
    await running.stop()
  })
})
