import { expect, test } from 'vitest'
import { folderWith, titleOf } from '../bench/stored-history.ts'
import type { App } from './app.ts'
import { freshFolder } from './support/host.ts'
import { describeInBrowserAlone } from './setup.ts'
import type { Scene } from './scene.ts'

const COUNT = 1_000
/** The conversations are created once, for all tests. */
const CACHE_FOLDER = freshFolder('cache')
/** The newest comes first. */
const [FIRST, LAST] = [titleOf(COUNT), titleOf(1)]

async function longList(scene: Scene): Promise<App> {
  const past = { conversations: COUNT, messages: 1 }
  const dataFolder = folderWith(past, { cacheFolder: CACHE_FOLDER })
  const app = await scene.window(await scene.host({ dataFolder }))
  await app.row(FIRST).waitFor()
  return app
}

/** The title of the focused row. */
async function focused(app: App): Promise<string> {
  return app.page.evaluate(
    () =>
      document.activeElement?.closest('[role=listitem]')?.querySelector('.title')?.textContent ??
      '',
  )
}

async function scrollList(app: App, px: number): Promise<void> {
  await app.page.getByRole('complementary', { name: 'Sidebar' }).hover()
  await app.page.mouse.wheel(0, px)
}

describeInBrowserAlone('a list of 1,000 conversations', (scene) => {
  test('only the visible part is on the page, each row has its position, and keys lead to every row', async () => {
    const app = await longList(scene())
    const { page } = app
    const nodes = () => page.locator('*').count()
    expect(await app.conversations.count()).toBeLessThan(80)
    expect(await nodes()).toBeLessThan(3_000)
    await app.row(FIRST).focus()
    await page.keyboard.press('End')
    await expect.poll(() => focused(app)).toBe(LAST)
    const last = app.conversations.filter({ hasText: LAST })
    expect(await last.getAttribute('aria-posinset')).toBe(`${COUNT}`)
    expect(await last.getAttribute('aria-setsize')).toBe(`${COUNT}`)
    expect(await last.evaluate((row) => row.getBoundingClientRect().bottom <= innerHeight)).toBe(
      true,
    )
    expect(await app.conversations.count()).toBeLessThan(80)
    expect(await nodes()).toBeLessThan(3_000)
    await page.keyboard.press('Home')
    await expect.poll(() => focused(app)).toBe(FIRST)
    for (let step = 1; step < 60; step += 1) await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(app)).toBe(titleOf(COUNT - 59))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: titleOf(COUNT - 59) }).waitFor()
    expect(app.complaints).toEqual([])
  })

  test('a window that is loaded again has the whole list, and what it shows is in sight', async () => {
    const app = await longList(scene())
    const { page } = app
    const inAll = async (title: string, place: number): Promise<void> => {
      const row = app.conversations.filter({ hasText: title })
      await expect.poll(() => row.getAttribute('aria-setsize')).toBe(`${COUNT}`)
      expect(await row.getAttribute('aria-posinset')).toBe(`${place}`)
      expect(await row.evaluate((shown) => shown.getBoundingClientRect().bottom)).toBeLessThan(760)
    }
    await page.getByRole('heading', { name: FIRST }).waitFor()
    await page.reload()
    await inAll(FIRST, 1)
    await app.row(FIRST).focus()
    await page.keyboard.press('End')
    await expect.poll(() => focused(app)).toBe(LAST)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: LAST }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: LAST }).waitFor()
    await inAll(LAST, COUNT)
    expect(app.complaints).toEqual([])
  })

  test('a link of another program that comes before the list is whole opens its conversation once it is', async () => {
    const app = await longList(scene())
    const { page } = app
    await page.getByRole('heading', { name: FIRST }).waitFor()
    await app.row(FIRST).focus()
    await page.keyboard.press('End')
    const href = await app.row(LAST).getAttribute('href')
    const conversationId = new URLSearchParams(href?.slice(1)).get('conversation')
    const link = { type: 'conversation', conversationId, seq: null }
    const held: { readonly say: (event: object) => void; readonly goOn: () => void }[] = []
    await page.routeWebSocket(/\/socket$/, (line) => {
      const host = line.connectToServer()
      const say = (event: object): void => line.send(JSON.stringify(event))
      line.onMessage((frame) => {
        if (held.length === 0 && String(frame).includes('"list.rows"'))
          held.push({ say, goOn: () => host.send(frame) })
        else host.send(frame)
      })
    })
    await page.reload()
    await expect.poll(() => held.length).toBe(1)
    held[0]?.say({ type: 'link.opened', link })
    // An event sent after the link is received after it.
    held[0]?.say({ type: 'host.faulted', conversationId: null, message: 'Said behind the link.' })
    await page.getByText('Said behind the link.').waitFor()
    await page.getByRole('heading', { name: FIRST }).waitFor()
    held[0]?.goOn()
    await page.getByRole('heading', { name: LAST }).waitFor()
    expect(await app.row(LAST).getAttribute('aria-current')).toBe('page')
    expect(app.complaints).toEqual([])
  })

  test('the row with the focus, and one being renamed, keep their state while others are visible', async () => {
    const app = await longList(scene())
    const { page } = app
    await app.row(FIRST).focus()
    await scrollList(app, 20_000)
    await app.row(FIRST).waitFor({ state: 'attached' })
    await expect.poll(() => app.conversations.filter({ hasText: titleOf(540) }).count()).toBe(1)
    expect(await focused(app)).toBe(FIRST)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(app)).toBe(titleOf(COUNT - 1))
    await page.keyboard.press('F2')
    await scrollList(app, 20_000)
    await expect.poll(() => app.conversations.filter({ hasText: titleOf(540) }).count()).toBe(1)
    await page.keyboard.type('Named out of sight')
    await page.keyboard.press('Enter')
    await app.row('Named out of sight').waitFor()
    await expect.poll(() => focused(app)).toBe('Named out of sight')
    expect(app.complaints).toEqual([])
  })

  test('the menu of a far row acts on it, the next row takes the focus, and a reload keeps the position', async () => {
    const app = await longList(scene())
    const { page } = app
    await app.row(FIRST).focus()
    await page.keyboard.press('End')
    await expect.poll(() => focused(app)).toBe(LAST)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('e')
    await app.button('Undo').waitFor()
    await app.row(titleOf(2)).waitFor({ state: 'detached' })
    await expect.poll(() => focused(app)).toBe(LAST)
    await app.button(`Actions for ${LAST}`).click()
    await app.button('Pin').click()
    await app.conversations.filter({ hasText: LAST }).filter({ hasText: 'Pinned' }).waitFor()
    expect(await app.row(LAST).getAttribute('href')).not.toBeNull()
    await scrollList(app, 100_000)
    await app.row(titleOf(3)).click()
    await page.getByRole('heading', { name: titleOf(3) }).waitFor()
    await page.reload()
    await app.row(titleOf(3)).waitFor()
    expect(await app.row(titleOf(3)).getAttribute('aria-current')).toBe('page')
    expect(
      await app.row(titleOf(3)).evaluate((row) => row.getBoundingClientRect().top < innerHeight),
    ).toBe(true)
    expect(app.complaints).toEqual([])
  })
})
