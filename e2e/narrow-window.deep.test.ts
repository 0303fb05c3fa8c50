import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { edit } from '../src/main/adapters/tools/changing.fixture.ts'
import { bash, change, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { violations } from './support/violations.ts'

const BRANCH = `feature/${'a-branch-of-many-words-'.repeat(3)}one`
const TITLE = 'Why is the build red?'

/** Elements of this place that are cut off by the edges of the window. */
function cutOff(place: Locator): Promise<readonly string[]> {
  return place.evaluateAll((found) =>
    found
      .filter((each) => {
        const { left, right, width } = each.getBoundingClientRect()
        return width > 0 && (left < 0 || right > innerWidth)
      })
      .map((each) => each.textContent.trim()),
  )
}

/** Texts of this place that are not shown whole. */
function narrowed(place: Locator): Promise<readonly string[]> {
  return place.evaluateAll((found) =>
    found.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
  )
}

/** How much wider the page is than the window (px). */
function excess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

async function middleOf(at: Locator): Promise<number> {
  const box = await at.boundingBox()
  return box === null ? NaN : box.y + box.height / 2
}

describeInBrowser('a narrow or low window', (scene) => {
  test('a long branch gives way to the title: its inside is cut, and the tooltip has all of it', async () => {
    const { folder, model } = scene()
    for (const args of [
      ['init', '-q', '-b', 'main'],
      ['-c', 'user.name=Ada', '-c', 'user.email=a@b.c', 'commit', '-qm', '1', '--allow-empty'],
    ])
      execFileSync('git', args, { cwd: folder, stdio: 'pipe' })
    const app = await scene().window(await scene().host({ own: true }))
    const { page } = app
    await app.folder.fill(folder)
    await page.getByRole('checkbox', { name: 'Work in a separate git worktree' }).check()
    await page.getByRole('textbox', { name: 'Branch' }).fill(BRANCH)
    await app.button('Start conversation').click()
    await app.message.waitFor()
    model.enqueue(message([text('Because of a test.')]))
    await app.send(TITLE)
    await app.expectStatus('Idle')
    const title = page.getByRole('heading', { name: TITLE })
    const branch = app.button(BRANCH)
    expect(await branch.getAttribute('title')).toContain(BRANCH)
    for (const width of [240, 420, 700, 1100]) {
      await page.setViewportSize({ width, height: 600 })
      // Sizes in whole pixels hide the part of one for which a browser already cuts letters off.
      const isWhole = title.evaluate((heading) => {
        const words = document.createRange()
        words.selectNodeContents(heading)
        return words.getBoundingClientRect().width <= heading.getBoundingClientRect().width
      })
      const cut = await cutOff(page.locator('header').first().getByRole('button'))
      expect([width, await isWhole, cut]).toEqual([width, width > 240, []])
      expect(await excess(page)).toBe(0)
      await app.button('Rename').click()
      const field = page.getByRole('textbox', { name: 'Name' })
      expect((await field.boundingBox())?.width).toBeGreaterThan(100)
      expect([width, await excess(page)]).toEqual([width, 0])
      await field.press('Escape')
    }
    const end = branch.locator('.tail')
    expect(await end.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0)
  })

  test('the actions of an answer, an approval, menus, the keyboard settings and the form of a conversation stay in a window of 240 px', async () => {
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'ask' } })
    const { page } = app
    scene().model.enqueue(message([text('An answer.')]))
    await app.send('A question')
    await app.answers.getByText('An answer.').waitFor()
    await app.expectStatus('Idle')
    await page.setViewportSize({ width: 240, height: 500 })
    expect(await cutOff(app.answers.getByRole('button'))).toEqual([])
    // A short status shares its line with the context.
    expect(Math.abs((await middleOf(app.status)) - (await middleOf(app.context)))).toBeLessThan(4)
    scene().model.enqueue(message([bash('npm run build')]))
    await app.send('Build it')
    await app.button('Deny').waitFor()
    expect(await cutOff(app.approval.locator('button, select'))).toEqual([])
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await app.button('More').click()
    await app.button('Review changes').waitFor()
    expect(await cutOff(page.locator('.menu:popover-open button'))).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+,')
    const keys = page.getByRole('region', { name: 'Keyboard shortcuts' })
    await keys.getByRole('button', { name: 'Change' }).first().waitFor()
    expect(await cutOff(keys.getByRole('button'))).toEqual([])
    expect(
      await keys.evaluate((section) => {
        const { right } = section.getBoundingClientRect()
        const all = [...section.querySelectorAll('button, kbd')]
        return all.filter((each) => each.getBoundingClientRect().right > right + 1).length
      }),
    ).toBe(0)
    await app.closeSettings()
    await page.keyboard.press('ControlOrMeta+n')
    await app.folder.waitFor()
    const edges = app.folder.evaluate((field) => {
      const { left, right } = field.getBoundingClientRect()
      return [left, innerWidth - right]
    })
    expect(await edges).toEqual([16, 16])
  })

  test('at 400 px a title gives way to nothing in the inbox and in the palette, and what is always allowed can be read', async () => {
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'ask' } })
    const { page } = app
    const dialog = page.getByRole('dialog')
    scene().model.enqueue(message([bash('npm run build')]))
    await app.send('Build all of it')
    await app.button('Deny').waitFor()
    await page.setViewportSize({ width: 400, height: 640 })
    await page.keyboard.press('ControlOrMeta+j')
    const choice = dialog.getByRole('combobox', { name: 'What to always allow' })
    await choice.waitFor()
    expect(await narrowed(dialog.locator('.title'))).toEqual([])
    expect((await choice.boundingBox())?.width).toBeGreaterThan(90)
    await page.keyboard.press('ControlOrMeta+j')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+k')
    await dialog.getByRole('option', { name: /^Worktree: merge/ }).waitFor()
    expect(await narrowed(dialog.locator('.title', { hasText: 'Worktree' }))).toEqual([])
  })

  test('a conversation is started without scrolling in a window of 400 x 400', async () => {
    const app = await scene().window(await scene().host({ own: true }))
    await app.page.setViewportSize({ width: 400, height: 400 })
    const worktree = app.page.getByRole('checkbox', { name: 'Work in a separate git worktree' })
    for (const isWanted of [false, true]) {
      await worktree.setChecked(isWanted)
      const box = await app.button('Start conversation').boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(400)
    }
  })

  test('when a restore has brought the end into view, nothing offers to jump there', async () => {
    const { folder, model } = scene()
    writeFileSync(join(folder, 'a.ts'), 'old\n')
    const environment = { PHOENIX_PERMISSIONS: 'auto' }
    const { app } = await scene().conversation({ environment })
    model.enqueue(
      message([text('Ready.')]),
      message([change(edit('a.ts', 'old', 'new'))]),
      message([text(`${'A line of the answer.\n\n'.repeat(40)}Done.`)]),
    )
    for (const [words, answer] of [
      ['Hello', 'Ready.'],
      ['Make it new', 'Done.'],
    ] as const) {
      await app.send(words)
      await app.answers.filter({ hasText: answer }).waitFor()
      await app.expectStatus('Idle')
    }
    const place = app.answers.filter({ hasText: 'Ready.' })
    await place.getByRole('button', { name: 'More actions' }).press('Enter')
    await app.button('Jump to latest').waitFor()
    await app.button('Restore to here').press('Enter')
    const restoring = app.page.getByRole('dialog', { name: 'Restore to here' })
    await restoring.getByRole('list', { name: 'Will be changed back' }).waitFor()
    await restoring.getByRole('button', { name: 'Restore', exact: true }).press('Enter')
    await restoring.waitFor({ state: 'detached' })
    await app.button('Jump to latest').waitFor({ state: 'detached' })
  })

  test('in a window of 400 x 400 with the largest text, a card that asks shows the command with its buttons', async () => {
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'ask' } })
    const { page } = app
    await app.button('Settings').click()
    await page.getByLabel('Text size').selectOption('Largest')
    await app.closeSettings()
    await page.setViewportSize({ width: 400, height: 400 })
    scene().model.enqueue(message([bash('npm run build')]))
    await app.send('Build it')
    const region = app.approval.getByRole('region', { name: 'Tool call' })
    const command = region.getByText('npm run build', { exact: true })
    const outside = async (): Promise<number> => {
      const [box, words] = [await region.boundingBox(), await command.boundingBox()]
      if (box === null || words === null) return Infinity
      return Math.max(box.y - words.y, words.y + words.height - box.y - box.height)
    }
    await expect.poll(outside).toBeLessThanOrEqual(1)
    expect(await cutOff(app.approval.getByRole('button'))).toEqual([])
  })

  test('in a window of 400 x 300 an open terminal leaves room for what waits, and search for its results', async () => {
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'ask' } })
    const { page } = app
    scene().model.enqueue(message([bash('npm run build')]))
    await app.send('Build it')
    const command = app.approval.getByText('npm run build', { exact: true })
    await command.waitFor()
    await app.button('Terminal').click()
    await page.getByRole('tab', { name: /bash|sh/ }).waitFor()
    await page.setViewportSize({ width: 400, height: 300 })
    const hidden = async (): Promise<number> => {
      const [box, words] = [await app.approval.boundingBox(), await command.boundingBox()]
      return (words?.y ?? Infinity) + (words?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)
    }
    await expect.poll(hidden).toBeLessThanOrEqual(0)
    await app.message.focus()
    await page.keyboard.press('ControlOrMeta+Shift+F')
    const search = page.getByRole('dialog', { name: 'Search all conversations' })
    await search.getByText(/^Searches everything/).waitFor()
    expect(await violations(page)).toEqual([])
    const places = await search.getByRole('combobox').all()
    const rows = new Set(await Promise.all(places.slice(1).map((each) => middleOf(each))))
    expect(rows.size).toBe(1)
  })

  test('an empty message field is one line high, and no answer is wider than the window, in every narrow window', async () => {
    const { app } = await scene().conversation()
    const { page } = app
    scene().model.enqueue(message([text('An answer.')]))
    await app.send('A question')
    await app.answers.getByText('An answer.').waitFor()
    await app.expectStatus('Idle')
    const lines = (): Promise<number> =>
      app.message.evaluate((field) => {
        const { height } = field.getBoundingClientRect()
        return Math.floor(height / Number.parseFloat(getComputedStyle(field).lineHeight))
      })
    const tooWide = (): Promise<number> =>
      page
        .getByRole('region', { name: 'Messages', exact: true })
        .evaluate((thread) => thread.scrollWidth - thread.clientWidth)
    for (const width of [280, 310, 360, 420]) {
      await page.setViewportSize({ width, height: 700 })
      expect([width, await lines(), await tooWide()]).toEqual([width, 1, 0])
    }
  })

  test('the name of a language is never so long that Copy code leaves the window', async () => {
    const { app } = await scene().conversation()
    const language = 'PackagesOfALongName'.repeat(8)
    scene().model.enqueue(message([text(`\`\`\`${language}\none\n\`\`\``)]))
    await app.page.setViewportSize({ width: 480, height: 700 })
    await app.send('Show it')
    await app.expectStatus('Idle')
    const copy = app.answers.getByRole('button', { name: 'Copy code' })
    await copy.waitFor()
    expect(await cutOff(copy)).toEqual([])
  })

  test('at 380 px the cost of a conversation and where keys are kept can be read', async () => {
    const { app } = await scene().conversation()
    scene().model.enqueue(message([text('Long.')], { usage: { input_tokens: 120_000 } }))
    await app.send('Count')
    await app.expectStatus('Idle')
    await app.page.setViewportSize({ width: 380, height: 760 })
    await app.button('More about the context').click()
    const table = app.contextDetails.getByRole('group', { name: 'Tokens used' })
    await table.getByText('Cost').waitFor()
    expect(await narrowed(table)).toEqual([])
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('ControlOrMeta+,')
    const keys = app.page.getByRole('combobox', { name: 'Keep keys' })
    const shown = (await keys.boundingBox())?.width
    const whole = await keys.evaluate((select: HTMLElement) => {
      select.style.maxWidth = 'none'
      return select.offsetWidth
    })
    expect(shown).toBe(whole)
  })

  test('Stop and Send stay next to each other in the narrowest panes', async () => {
    const { app } = await scene().conversation()
    const { page } = app
    await page.setViewportSize({ width: 965, height: 700 })
    await page.keyboard.press('ControlOrMeta+d')
    await app.folder.waitFor()
    const stop = await app.button('Stop').boundingBox()
    const send = await app.button('Send').boundingBox()
    expect(send?.y).toBe(stop?.y)
    expect(send?.x).toBeGreaterThan(stop?.x ?? Infinity)
  })
})
