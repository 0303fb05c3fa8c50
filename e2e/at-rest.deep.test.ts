import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import { cpuSecondsWithChildren, TICK_SECONDS } from '../bench/process-cost.ts'
import { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message, stallAfter } from './fake-model-server/replies.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from './fake-model-server/fake-model-server.ts'
import { browserPath, startBrowser } from './support/browser.ts'
import { freshFolder, Host } from './support/host.ts'

const COUNT = 20
const SECONDS = 20
/** One-time work some time after a start affects only one of them. */
const WINDOWS = 3
/** Limit, in percent of one core. */
const MOST_PERCENT = 1
/** Properties that the compositor animates by itself. */
const CHEAP = new Set(['opacity', 'transform'])

let model: FakeModelServer
beforeAll(async () => {
  model = await startFakeModelServer({ remember: 3 })
})
afterAll(() => model.close())

const titles = Array.from(
  { length: COUNT },
  (_, index) => `Conversation ${String.fromCodePoint(65 + index)}`,
)

interface Opened {
  readonly host: Host
  readonly app: App
}

/** A host with this many finished conversations: each is followed by a client, and was viewed in the window. */
async function openAll(): Promise<Opened> {
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const host = await Host.start({ environment })
  onTestFinished(() => host.stop())
  const browser = await startBrowser()
  onTestFinished(() => browser.close())
  const app = await App.open(browser, host.address)
  const client = await BenchClient.connectWith(new URL(host.address).origin, await app.token())
  onTestFinished(() => client.close())
  await client.request('app.open', {})
  const work = freshFolder('work')
  model.respond(() => message([text('That is all. '.repeat(40), 20)]))
  for (const title of titles) {
    const conversation = await client.newConversation(work)
    const idle = client.untilIdle()
    await client.send(conversation, title)
    await idle
    await app.row(title).click()
    await app.page.getByRole('heading', { name: title, exact: true }).waitFor()
    await app.answers.first().waitFor()
  }
  return { host, app }
}

/** Processor time of the processes that draw the page: the browser's renderers and their helpers (s). */
async function cpuOfPage(page: Page): Promise<number> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('no browser')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const ofPage = processInfo.filter(({ type }) => type !== 'browser')
  return ofPage.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/** CPU use of host and page, in percent of a core, over the next seconds. */
async function percentsAtRest(host: Host, page: Page): Promise<readonly number[]> {
  const used = async (): Promise<readonly number[]> => [
    cpuSecondsWithChildren(host.pid),
    await cpuOfPage(page),
  ]
  const before = await used()
  await delay(SECONDS * 1_000)
  const after = await used()
  // The clock counts whole ticks: one more may have begun.
  const percents = after.map(
    (each, at) => ((each - (before[at] ?? 0) + TICK_SECONDS) * 100) / SECONDS,
  )
  console.info(`at rest: host and page ${percents.map((each) => each.toFixed(2)).join(' and ')} %`)
  return percents
}

/** Runs in the page: the animations, with the properties that they change, and their play states. */
function animations(): { readonly properties: string[]; readonly state: string }[] {
  return document.getAnimations().map(({ effect, playState }) => {
    const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : []
    const about = new Set(['composite', 'computedOffset', 'easing', 'offset'])
    const properties = frames.flatMap((frame) =>
      Object.keys(frame).filter((key) => !about.has(key)),
    )
    return { properties: [...new Set(properties)], state: playState }
  })
}

/** Runs in the page: moves it to the background, or back. */
function setVisibility(state: string): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}

describe.skipIf(browserPath === null || process.platform !== 'linux')('R25 at rest', () => {
  test('host and window with 20 conversations open use under 1 % of a core, and nothing moves on the page', async () => {
    const { app, host } = await openAll()
    await app.expectStatus('Idle')
    await delay(5_000)
    expect(await app.page.evaluate(animations)).toEqual([])
    let shares = await percentsAtRest(host, app.page)
    for (let again = 1; again < WINDOWS && Math.max(...shares) >= MOST_PERCENT; again++)
      shares = await percentsAtRest(host, app.page)
    for (const share of shares) expect(share).toBeLessThan(MOST_PERCENT)
  })

  test('what moves while an agent works changes only opacity or transform, and pauses while the page is hidden', async () => {
    const { app } = await openAll()
    model.respond(() => stallAfter(message([text('I begin')]), 2))
    await app.send('Take your time')
    await expect.poll(() => app.page.evaluate(animations)).not.toEqual([])
    const moving = await app.page.evaluate(animations)
    for (const { properties, state } of moving) {
      expect(properties.length).toBeGreaterThan(0)
      expect(properties.filter((each) => !CHEAP.has(each))).toEqual([])
      expect(state).toBe('running')
    }
    await app.page.evaluate(setVisibility, 'hidden')
    const states = async (): Promise<readonly string[]> =>
      (await app.page.evaluate(animations)).map(({ state }) => state)
    expect(new Set(await states())).toEqual(new Set(['paused']))
    await app.page.evaluate(setVisibility, 'visible')
    expect(new Set(await states())).toEqual(new Set(['running']))
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await expect.poll(() => app.page.evaluate(animations)).toEqual([])
  })
})
