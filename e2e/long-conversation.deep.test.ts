import { expect, test } from 'vitest'
import { paintedAfterClick, paintedAfterKeys } from '../bench/after-paint.ts'
import { measureRequest } from '../bench/cases/request.ts'
import { percentile } from '../bench/figures.ts'
import { OWN_PROGRAM } from '../bench/revision.ts'
import { endOf, folderWith, titleOf } from '../bench/stored-history.ts'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { drip, message } from './fake-model-server/replies.ts'
import { freshFolder } from './support/host.ts'
import type { Scene } from './scene.ts'
import { describeInBrowserAlone } from './setup.ts'

const COUNT = 28
const MESSAGES = 5_000
/** Conversations that stream; the one with the field is among them. */
const STREAMING = 6
const KEYS = 200
/** 100 words a second each, for longer than the test takes. */
const ANSWER = drip(message([text('word '.repeat(30_000), 30_000)]), 1_200, 100)
const MOST_NODES = 3_000

/** Opens a host with conversations of 5,000 messages; `storms`: how often the page reported a layout loop. */
async function longOnes(scene: Scene): Promise<{ app: App; storms: () => Promise<number> }> {
  const dataFolder = folderWith(
    { conversations: COUNT, messages: MESSAGES },
    { cacheFolder: freshFolder('cache') },
  )
  const app = await scene.window(await scene.host({ dataFolder }))
  await app.page.addInitScript(() => {
    Reflect.set(window, 'storms', 0)
    addEventListener('error', ({ message: said }) => {
      if (said.includes('ResizeObserver'))
        Reflect.set(window, 'storms', Reflect.get(window, 'storms') + 1)
    })
  })
  await app.page.reload()
  await app.row(titleOf(COUNT)).waitFor()
  const storms = (): Promise<number> =>
    app.page.evaluate(() => Reflect.get(window, 'storms') as number)
  return { app, storms }
}

function show(figures: Readonly<Record<string, unknown>>): void {
  if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined) console.log(JSON.stringify(figures))
}

function figuresOf(times: readonly number[]): readonly number[] {
  return [0.5, 0.95, 1].map((share) => Math.round(percentile(times, share)))
}

/** ms to the first paint of each conversation. */
async function firstPaints(app: App): Promise<readonly number[]> {
  const times: number[] = []
  // The newest one is open when the window starts.
  for (let each = COUNT - 1; each > 0; each--) {
    const sight = { selector: '[aria-label="Messages"]', text: endOf(each) }
    times.push(await paintedAfterClick(app.page, titleOf(each), sight))
  }
  return times
}

/** Scrolls with the wheel, as a reader does. */
async function scrollToFirst({ page, questions }: App): Promise<void> {
  const earlier = page.getByRole('button', { name: 'Show earlier messages' })
  await questions.last().hover()
  while ((await earlier.count()) > 0) await page.mouse.wheel(0, -100_000)
}

/** ms of each key, in the conversation that was made to stream last. */
async function keysWhileStreaming(app: App): Promise<readonly number[]> {
  for (let each = COUNT; each > COUNT - STREAMING; each--) {
    await app.row(titleOf(each)).click()
    await app.page.getByRole('heading', { name: titleOf(each) }).waitFor()
    await app.send('Talk at length')
    await app.answers.filter({ hasText: 'word word' }).waitFor()
  }
  return paintedAfterKeys(app.message, KEYS)
}

/** Runs in the page: the number of such articles in the selection. */
function selectedArticles(which: string): number {
  const articles = [...document.querySelectorAll(`article${which}`)]
  return articles.filter((each) => getSelection()?.containsNode(each, true)).length
}

describeInBrowserAlone('conversations of 5,000 messages', (scene) => {
  test('R24 appear within 300 ms, react to a key within 50 ms while they and five others stream, hold few elements, and build their requests in linear time', async () => {
    scene().model.respond(() => ANSWER)
    const { app, storms } = await longOnes(scene())
    const { page } = app
    const nodes = (): Promise<number> => page.locator('*').count()

    const paints = await firstPaints(app)
    expect(paints.length).toBeGreaterThanOrEqual(20)
    const typed = await keysWhileStreaming(app)
    show({ paints: figuresOf(paints), keys: figuresOf(typed) })
    expect(percentile(paints, 0.95)).toBeLessThan(300)
    expect(Math.max(...paints)).toBeLessThan(5 * 300)
    expect(typed.length).toBe(KEYS)
    expect(percentile(typed, 0.95)).toBeLessThan(50)
    expect(Math.max(...typed)).toBeLessThan(5 * 50)

    expect(await nodes()).toBeLessThan(MOST_NODES)
    await scrollToFirst(app)
    const articles = await page.getByRole('article').count()
    show({ articles, nodes: await nodes() })
    expect(articles).toBeGreaterThan(MESSAGES / 4)
    expect(await nodes()).toBeLessThan(MOST_NODES + articles)
    for (const width of [700, 1_600, 480, 1_280, 900]) {
      await page.setViewportSize({ width, height: 400 + width / 4 })
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)))
    }
    expect(await storms()).toBe(0)

    for (const { peer, ...figure } of await measureRequest({
      isShort: false,
      program: OWN_PROGRAM,
      cacheFolder: '',
    }))
      expect({ ...figure, peer }).toMatchObject({ peer: { isMet: true } })
    expect(app.complaints).toEqual([])
  })

  test('are empty boxes outside the visible part, except what a person has opened, and not during a search', async () => {
    const { app } = await longOnes(scene())
    const { page } = app
    const empty = page.locator('article:empty')
    await expect.poll(() => empty.count()).toBeGreaterThan(0)
    // All of the page is drawn: no more articles appear above.
    await page.getByRole('button', { name: 'Show earlier messages' }).waitFor({ state: 'attached' })
    const early = app.answers.nth((await app.answers.count()) - 5)
    const opened = await early.locator('details').first().elementHandle()
    const isOpen = (): Promise<boolean | undefined> =>
      opened?.evaluate((card) => card.isConnected && card.hasAttribute('open')) ??
      Promise.resolve(undefined)
    expect(await isOpen()).toBe(false)
    await early.locator('summary').first().click()
    await expect.poll(isOpen).toBe(true)
    await app.message.focus()

    await app.questions.last().hover()
    for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, -2_000)
    await expect
      .poll(() => page.locator('article:not(:empty) ~ article:empty').count())
      .toBeGreaterThan(0)
    expect(await isOpen()).toBe(true)

    await page.keyboard.press('ControlOrMeta+f')
    await expect.poll(() => empty.count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => empty.count()).toBeGreaterThan(20)
    expect(app.complaints).toEqual([])
  })

  test('are copied whole by Select all, earlier messages included, and a part that is selected is copied as it stands', async () => {
    const { app } = await longOnes(scene())
    const { page } = app
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(() => page.locator('article:empty').count()).toBeGreaterThan(0)
    await page.getByRole('region', { name: 'Messages', exact: true }).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+c')
    await page.getByText('The whole conversation is copied.').waitFor()
    const whole = await copied()
    expect(whole.match(/^## You, /gm)).toHaveLength(MESSAGES / 4)
    expect(whole.match(/This is what I have found/g)?.length).toBeGreaterThan(MESSAGES / 4)
    expect(whole).toContain(endOf(COUNT))

    await page.getByText(endOf(COUNT)).click()

    // A click far above, then one with Shift at the end.
    const far = app.questions.nth((await app.questions.count()) - 42)
    await far.evaluate((article) => article.scrollIntoView())
    await far.getByText('Go on').click()
    await app.answers.last().evaluate((article) => article.scrollIntoView())
    const between = (which: string) => page.evaluate(selectedArticles, which)
    await page.getByText(endOf(COUNT)).click({ modifiers: ['Shift'] })
    await expect.poll(() => between(':empty')).toBe(0)
    await page.keyboard.press('ControlOrMeta+c')
    const part = await copied()
    expect(await between('[aria-label="Agent"]')).toBeGreaterThan(40)
    expect(part.match(/I look/g)).toHaveLength(await between('[aria-label="Agent"]'))
    expect(part).not.toContain('## You')
    expect(app.complaints).toEqual([])
  })
})
