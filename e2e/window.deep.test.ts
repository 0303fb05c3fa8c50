import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { held, message, refusal, stallAfter } from './fake-model-server/replies.ts'
import { freshFolder } from './support/host.ts'
import { violations } from './support/violations.ts'
import { describeInBrowser } from './setup.ts'

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if ((await focused(page)) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached with Tab`)
}

function colour(at: Locator, pseudo = ''): Promise<string> {
  return at.evaluate((element, of) => getComputedStyle(element, of).backgroundColor, pseudo)
}

function pair(at: Locator): Promise<{ readonly text: string; readonly adjust: string }> {
  return at.evaluate((element) => {
    const { color, forcedColorAdjust } = getComputedStyle(element)
    return { text: color, adjust: forcedColorAdjust }
  })
}

async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })
}

/** Whether it is drawn in the system's grey, and in its colour for text. */
function systemColoursOf(shape: Element): readonly boolean[] {
  const { stroke } = getComputedStyle(shape)
  const sample = document.body.appendChild(document.createElement('span'))
  const isIn = ['GrayText', 'CanvasText'].map((name) => {
    sample.style.color = name
    return getComputedStyle(sample).color === stroke
  })
  sample.remove()
  return isIn
}

describeInBrowser('the window', (scene) => {
  test.each([
    [480, 400],
    [720, 500],
    [2560, 1440],
  ])('nothing is cut off in a window of %d x %d', async (width, height) => {
    const { model } = scene()
    const { app } = await scene().conversation()
    await app.page.setViewportSize({ width, height })
    model.enqueue(message([text('A word '.repeat(200))]))
    await app.send('Fill the window')
    await app.expectStatus('Idle')
    for (const place of [app.button('Send'), app.button('Stop'), app.message, app.status]) {
      const box = await place.boundingBox()
      expect(box).not.toBeNull()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
    }
    const overflow = await app.page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  })

  test('Tab leads through the folders and the row of the list as they stand on the screen, and out of it', async () => {
    const { model } = scene()
    const host = await scene().host({ own: true })
    const app = await scene().window(host)
    const { page } = app
    for (const folder of ['one', 'two', 'three']) {
      model.enqueue(message([text('Done.')]))
      await app.startConversation(freshFolder(folder))
      await app.send(`Begin ${folder}`)
      await app.answers.filter({ hasText: 'Done.' }).waitFor()
    }
    await app.row('Begin two').click()
    await page.getByRole('heading', { name: 'Begin two' }).waitFor()
    await app.button('New conversation').focus()
    const seen: string[] = []
    for (let step = 0; step < 20 && seen.at(-1) !== 'Rename'; step += 1) {
      await page.keyboard.press('Tab')
      seen.push(await focused(page))
    }
    const inList = seen.filter((name) => /^(Folder|Begin|Actions)/.test(name))
    expect(inList.map((name) => /one|two|three/.exec(name)?.[0])).toEqual([
      'three',
      'two',
      'two',
      'two',
      'one',
    ])
    expect(seen).toContain('Rename')
    expect(app.complaints).toEqual([])
  })

  test('R31 a conversation is started, sent to, stopped, renamed and configured with the keyboard only', async () => {
    const { model, folder } = scene()
    const host = await scene().host()
    const app = await scene().window(host)
    const { page } = app
    await page.keyboard.press('Control+n')
    await app.folder.waitFor()
    await page.keyboard.type(folder)
    await tabTo(page, 'Start conversation')
    await page.keyboard.press('Enter')
    await app.message.waitFor()
    expect(await focused(page)).toBe('Message')

    model.enqueue(stallAfter(message([text('On my way', 3)]), 5))
    await page.keyboard.type('Begin')
    await page.keyboard.press('Enter')
    await app.answers.filter({ hasText: 'On my' }).waitFor()
    await page.keyboard.press('Escape')
    await app.expectStatus('Idle')

    await tabTo(page, 'Rename')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Named by keys')
    await page.keyboard.press('Enter')
    await app.conversations.filter({ hasText: 'Named by keys' }).waitFor()
    expect(await focused(page)).toBe('Rename')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Taken back')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Named by keys' }).waitFor()
    expect(await app.conversations.filter({ hasText: 'Taken back' }).count()).toBe(0)

    await page.keyboard.press('Control+,')
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test("the sidebar's width follows its edge, moved by arrows and pointer, also after a reload", async () => {
    const { app } = await scene().conversation()
    const edge = app.page.getByRole('separator', { name: 'Width of the sidebar' })
    const width = async (): Promise<number> =>
      (await app.page.getByRole('complementary', { name: 'Sidebar' }).boundingBox())?.width ?? 0
    await edge.focus()
    await app.page.keyboard.press('ArrowRight')
    expect(await edge.getAttribute('aria-valuenow')).toBe('280')
    expect(await width()).toBe(280)
    await edge.hover()
    await app.page.mouse.down()
    await app.page.mouse.move(340, 300)
    await app.page.mouse.move(900, 300)
    await app.page.mouse.up()
    await expect.poll(width).toBe(420)
    await app.page.reload()
    await edge.waitFor()
    await expect.poll(width).toBe(420)
  })

  test('R31 a finished reply is announced once, politely, and an error at once', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    await app.page.evaluate(() => {
      const said: string[] = []
      Object.assign(window, { said })
      const look = (): void => {
        for (const live of document.querySelectorAll('[aria-live=polite]')) {
          const words = live.textContent.trim()
          if (words !== '' && words !== said.at(-1)) said.push(words)
        }
      }
      const options = { subtree: true, childList: true, characterData: true }
      new MutationObserver(look).observe(document.body, options)
    })
    model.enqueue(message([text('many words '.repeat(40), 40)]))
    await app.send('Say much')
    await app.answers.filter({ hasText: 'many words' }).waitFor()
    await app.expectStatus('Idle')
    await app.page.getByText('The agent has answered.').waitFor({ state: 'attached' })
    expect(await app.page.evaluate('said')).toEqual(['The agent has answered.'])

    model.enqueue(refusal(401, { type: 'authentication_error', message: 'invalid x-api-key' }))
    await app.send('And now')
    await app.alert.filter({ hasText: 'key was refused' }).waitFor()
    expect(await app.alert.count()).toBe(1)
    expect(await app.page.evaluate('said')).toEqual(['The agent has answered.'])
  })

  test('R31 nothing moves for people who ask for reduced motion', async () => {
    const { app } = await scene().conversation()
    await app.page.emulateMedia({ reducedMotion: 'reduce' })
    const moving = await app.page.evaluate(
      () =>
        [...document.querySelectorAll('*')]
          .map((element) => getComputedStyle(element))
          .filter((style) => style.transitionProperty !== 'none' || style.animationName !== 'none')
          .length,
    )
    expect(moving).toBe(0)
    expect(await app.page.evaluate(() => document.getAnimations().length)).toBe(0)
  })

  test("what is chosen, and the marks of folds, are visible in the system's own colours", async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    model.enqueue(message([text('Done.')]))
    await app.send('Begin')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    await app.expectStatus('Idle')
    await page.emulateMedia({ forcedColors: 'active' })
    const ground = await colour(page.locator('body'))
    expect(await colour(app.row('Begin'))).not.toBe(ground)
    const selected = await pair(app.row('Begin'))
    expect(selected.adjust).toBe('none')
    expect(await pair(app.row('Begin').locator('.title'))).toEqual(selected)
    expect((await pair(app.row('Begin').locator('.dot svg'))).text).toBe(selected.text)
    expect(await colour(app.button('Actions for Begin'))).toBe(ground)
    expect(await colour(page.locator('.mark').first())).not.toBe(ground)
    const ring = page.getByRole('meter').locator('circle')
    expect(await ring.first().evaluate(systemColoursOf)).toEqual([true, false])
    expect(await ring.last().evaluate(systemColoursOf)).toEqual([false, true])
    expect(await colour(app.answers.locator('summary').last(), '::before')).not.toBe(ground)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.press('ArrowDown')
    const option = page.getByRole('dialog').getByRole('option', { selected: true })
    expect(await colour(option)).not.toBe(ground)
    expect((await pair(option.locator('.title'))).text).toBe(selected.text)
    const heights = await page
      .getByRole('dialog')
      .getByRole('option')
      .evaluateAll((all) => [...new Set(all.map((each) => each.getBoundingClientRect().height))])
    expect(heights).toHaveLength(1)
  })

  test('activity while another conversation is shown is marked as unread, until it is opened', async () => {
    const { model, folder } = scene()
    const { app } = await scene().conversation({ own: true })
    const { release, reply } = held(message([text('Done in the meantime.')]))
    model.enqueue(reply)
    await app.send('Take your time')
    await app.button('New conversation').click()
    await app.startConversation(folder)
    await app.message.waitFor()
    release()
    const row = app.conversations.filter({ hasText: 'Take your time' })
    await row.filter({ hasText: 'Unread' }).waitFor()
    expect(await app.conversations.filter({ hasText: 'Unread' }).count()).toBe(1)
    expect(await violations(app.page)).toEqual([])
    await row.getByRole('link').click()
    await app.answers.filter({ hasText: 'Done in the meantime.' }).waitFor()
    await row.filter({ hasNotText: 'Unread' }).waitFor()
    await app.page.reload()
    await row.waitFor()
    expect(await app.conversations.filter({ hasText: 'Unread' }).count()).toBe(0)
  })

  test('a title comes from the model after the first turn if a person wants that', async () => {
    const { model } = scene()
    model.enqueue(message([text('All is well.')]), message([text('"State of the tests"')]))
    const { app } = await scene().conversation({ environment: { PHOENIX_TITLES: 'on' } })
    await app.send('How are the tests?')
    await app.page.getByRole('heading', { name: 'State of the tests' }).waitFor()
    expect(await app.conversations.first().textContent()).toContain('State of the tests')
    expect(model.requests).toHaveLength(2)
    expect(model.complaints).toEqual([])
  })

  test('with another endpoint no title is requested until a person ticks it in Settings', async () => {
    const { model } = scene()
    model.enqueue(message([text('All is well.')]))
    const { app } = await scene().conversation({ own: true, environment: { PHOENIX_TITLES: '' } })
    await app.send('How are the tests?')
    await app.answers.filter({ hasText: 'All is well.' }).waitFor()
    await app.expectStatus('Idle')
    await app.button('Settings').click()
    const box = app.page.getByRole('checkbox', { name: 'Name conversations automatically' })
    expect(await box.isChecked()).toBe(false)
    await box.check()
    await app.closeSettings()
    expect(model.requests).toHaveLength(1)
    model.enqueue(message([text('Yes.')]), message([text('Health of things')]))
    await app.button('New conversation').click()
    await app.startConversation(scene().folder)
    await app.send('Is it well?')
    await app.page.getByRole('heading', { name: 'Health of things' }).waitFor()
  })
})
