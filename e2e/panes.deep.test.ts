import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { held, message, SILENCE } from './fake-model-server/replies.ts'
import type { Scene } from './scene.ts'
import { describeInBrowser } from './setup.ts'
import { violations } from './support/violations.ts'

/** Two conversations, the second one shown. */
async function two(scene: Scene, options = {}): Promise<App> {
  const { model, folder } = scene
  const { app } = await scene.conversation(options)
  model.enqueue(message([text('First answer.')]))
  await app.send('First question')
  await app.answers.filter({ hasText: 'First answer.' }).waitFor()
  await app.expectStatus('Idle')
  await app.startConversation(folder)
  model.enqueue(message([text('Second answer.')]))
  await app.send('Second question')
  await app.answers.filter({ hasText: 'Second answer.' }).waitFor()
  await app.expectStatus('Idle')
  return app
}

const paneOf = (app: App, side: 'Left' | 'Right'): Locator =>
  app.page.getByRole('region', { name: `${side} pane` })
const messageIn = (pane: Locator): Locator => pane.getByRole('textbox', { name: 'Message' })
const statusIn = (pane: Locator): Locator => pane.getByRole('status', { name: 'Status' })

/** The side that the focus is on, and its name. */
function nameOfFocused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    const side = element?.closest('[aria-label$=" pane"]')?.getAttribute('aria-label') ?? ''
    const name = element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
    return `${side.replace('pane', '')}${name}`
  })
}

describeInBrowser('two conversations side by side', (scene) => {
  test('Tab leads through both panes, also swapped, and back to the list', async () => {
    const app = await two(scene(), { own: true })
    const { page } = app
    await app.row('First question').press('b')
    await paneOf(app, 'Right').getByText('First answer.').waitFor()
    for (const [left, right] of [
      ['Second', 'First'],
      ['First', 'Second'],
    ] as const) {
      await messageIn(paneOf(app, 'Left')).waitFor()
      await app.button('New conversation').focus()
      const seen: string[] = []
      for (let step = 0; step < 80 && seen.at(-1) !== 'Search'; step += 1) {
        await page.keyboard.press('Tab')
        if (step === 0) await page.keyboard.press('Tab')
        seen.push(await nameOfFocused(page))
      }
      expect(seen.at(-1)).toBe('Search')
      expect(seen).toContain('Left Message')
      expect(seen).toContain('Right Message')
      expect(seen.filter((name) => name === 'Width of the panes')).toHaveLength(1)
      await paneOf(app, 'Left').getByText(`${left} answer.`).waitFor()
      await paneOf(app, 'Right').getByText(`${right} answer.`).waitFor()
      if (left === 'First') break
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox', { name: 'Command palette' }).fill('Swap the two')
      await page.keyboard.press('Enter')
      await paneOf(app, 'Left').getByText('First answer.').waitFor()
    }
  })

  test('a list row dropped on a pane opens there, or next to it at the side of a single pane', async () => {
    const app = await two(scene())
    const { page } = app
    const [left, right] = [paneOf(app, 'Left'), paneOf(app, 'Right')]
    const pane = page.locator('[data-pane]')
    const width = (await pane.boundingBox())?.width ?? 0
    const at = (share: number) => ({ targetPosition: { x: width * share, y: 300 } })
    await app.row('First question').dragTo(pane, at(0.5))
    await pane.getByText('First answer.').waitFor()
    expect(await pane.count()).toBe(1)
    await app.row('Second question').dragTo(pane, at(0.1))
    await left.getByText('Second answer.').waitFor()
    await right.getByText('First answer.').waitFor()
    expect(await page.getByText('Open on the left').count()).toBe(0)
    // A conversation that is already in a pane is not shown twice: it moves to this side.
    await app.row('Second question').dragTo(right)
    await right.getByText('Second answer.').waitFor()
    await left.getByText('First answer.').waitFor()
    await app.row('First question').dragTo(app.row('Second question'))
    expect(await pane.count()).toBe(2)
    expect(await messageIn(left).inputValue()).toBe('')
    // The same by keyboard.
    await left.getByRole('button', { name: 'Close pane' }).click()
    await app.row('First question').press('b')
    await right.getByText('First answer.').waitFor()
  })

  test('opened by a key, each has its own message, Stop and place, and keys go to the focused one', async () => {
    const { model } = scene()
    const app = await two(scene())
    const { page } = app
    const [left, right] = [paneOf(app, 'Left'), paneOf(app, 'Right')]
    await page.keyboard.press('ControlOrMeta+d')
    await right.getByText('First answer.').waitFor()
    await left.getByText('Second answer.').waitFor()
    await expect.poll(() => focusIn(right)).toBe('Message')
    expect(await violations(page)).toEqual([])

    model.enqueue(SILENCE)
    await page.keyboard.type('To the right')
    await page.keyboard.press('Enter')
    await statusIn(right).filter({ hasText: 'Waiting' }).waitFor()
    await page.keyboard.press('F6')
    await expect.poll(() => focusIn(left)).toBe('Message')
    // Esc in a pane at rest does not stop the other one.
    await page.keyboard.press('Escape')
    model.enqueue(SILENCE)
    await page.keyboard.type('To the left')
    await page.keyboard.press('Enter')
    await statusIn(left).filter({ hasText: 'Waiting' }).waitFor()
    await statusIn(right).filter({ hasText: 'Waiting' }).waitFor()
    await page.keyboard.press('Escape')
    await statusIn(left).filter({ hasText: 'Idle' }).waitFor()
    await statusIn(right).filter({ hasText: 'Waiting' }).waitFor()
    await right.getByRole('button', { name: 'Stop', exact: true }).click()
    await statusIn(right).filter({ hasText: 'Idle' }).waitFor()

    await messageIn(left).fill('A draft')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Command palette' }).fill('Swap the two')
    await page.keyboard.press('Enter')
    await paneOf(app, 'Right').getByText('Second answer.').waitFor()
    expect(await messageIn(paneOf(app, 'Right')).inputValue()).toBe('A draft')
    await page.keyboard.press('ControlOrMeta+Shift+d')
    await paneOf(app, 'Left').waitFor({ state: 'detached' })
    await app.answers.filter({ hasText: 'First answer.' }).waitFor()
    expect(await app.answers.filter({ hasText: 'Second answer.' }).count()).toBe(0)
    expect(app.complaints).toEqual([])
    expect(model.complaints).toEqual([])
  })

  test('opened from the list and the palette, resized by keys and pointer, and restored by a reload; a narrow window shows one', async () => {
    const app = await two(scene(), { own: true })
    const { page } = app
    const [left, right] = [paneOf(app, 'Left'), paneOf(app, 'Right')]
    await app.row('First question').click({ modifiers: ['ControlOrMeta'] })
    await right.getByText('First answer.').waitFor()
    await app.button('Close pane').last().click()
    await right.waitFor({ state: 'detached' })
    await app.row('First question').click({ button: 'right' })
    await app.button('Open to the side').click()
    await right.getByText('First answer.').waitFor()
    await app.button('Close pane').last().click()
    await app.row('First question').focus()
    await page.keyboard.press('b')
    await right.getByText('First answer.').waitFor()
    await app.button('Close pane').last().click()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Command palette' }).fill('First question')
    await page.keyboard.press('ControlOrMeta+Enter')
    await right.getByText('First answer.').waitFor()

    const even = await widthOf(left)
    expect(Math.abs(even - (await widthOf(right)))).toBeLessThan(3)
    const edge = page.getByRole('separator', { name: 'Width of the panes' })
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    expect(await edge.getAttribute('aria-valuenow')).toBe('45')
    expect(await widthOf(left)).toBeLessThan(even)
    const box = await edge.boundingBox()
    if (box === null) throw new Error('there is no edge')
    await page.mouse.move(box.x, box.y + 100)
    await page.mouse.down()
    await page.mouse.move(box.x + 120, box.y + 100, { steps: 4 })
    await page.mouse.up()
    expect(await widthOf(left)).toBeGreaterThan(even)
    const chosen = await widthOf(left)

    await page.reload()
    await right.getByText('First answer.').waitFor()
    await left.getByText('Second answer.').waitFor()
    expect(await widthOf(left)).toBe(chosen)
    // With the bare address, as after a restart.
    const { origin } = new URL(page.url())
    await page.goto(`${origin}/`)
    await right.getByText('First answer.').waitFor()
    await left.getByText('Second answer.').waitFor()

    await right.getByText('First answer.').click()
    await page.setViewportSize({ width: 800, height: 700 })
    await left.waitFor({ state: 'detached' })
    await app.answers.filter({ hasText: 'First answer.' }).waitFor()
    expect(await app.answers.filter({ hasText: 'Second answer.' }).count()).toBe(0)
    await app.button('Other pane').click()
    await app.answers.filter({ hasText: 'Second answer.' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 700 })
    await right.getByText('First answer.').waitFor()
    await left.getByText('Second answer.').waitFor()
    expect(app.complaints).toEqual([])
  })

  test('archiving or deleting one closes its pane; Undo brings the row back', async () => {
    const app = await two(scene(), { own: true })
    const { page } = app
    await page.keyboard.press('ControlOrMeta+d')
    await paneOf(app, 'Right').getByText('First answer.').waitFor()
    await app.row('First question').focus()
    await page.keyboard.press('Delete')
    await paneOf(app, 'Right').waitFor({ state: 'detached' })
    await app.answers.filter({ hasText: 'Second answer.' }).waitFor()
    await page.getByRole('status', { name: 'Notice' }).getByRole('button', { name: 'Undo' }).click()
    await app.row('First question').waitFor()
    await app.row('First question').focus()
    await page.keyboard.press('b')
    await paneOf(app, 'Right').getByText('First answer.').waitFor()
    await app.row('Second question').focus()
    await page.keyboard.press('e')
    await paneOf(app, 'Right').waitFor({ state: 'detached' })
    await app.answers.filter({ hasText: 'First answer.' }).waitFor()
    expect(app.complaints).toEqual([])
  })

  test('a question in another pane never takes the focus, and can be answered in its pane and in the inbox', async () => {
    const { model, folder } = scene()
    const app = await two(scene(), { own: true, environment: { PHOENIX_PERMISSIONS: 'ask' } })
    const { page } = app
    writeFileSync(join(folder, 'x'), 'x')
    await page.keyboard.press('ControlOrMeta+d')
    const [left, right] = [paneOf(app, 'Left'), paneOf(app, 'Right')]
    const { release, reply } = held(message([bash('rm x')]))
    model.enqueue(reply)
    await messageIn(right).fill('Remove it')
    await page.keyboard.press('Enter')
    await statusIn(right).filter({ hasText: 'Waiting' }).waitFor()
    await page.keyboard.press('F6')
    await expect.poll(() => focusIn(left)).toBe('Message')
    release()
    await right.getByRole('alert', { name: 'Needs your approval' }).waitFor()
    expect(await focusIn(left)).toBe('Message')
    model.enqueue(message([bash('ls')]))
    await page.keyboard.press('ControlOrMeta+j')
    const inbox = page.getByRole('dialog', { name: 'Inbox' })
    await inbox.getByRole('alert', { name: 'Needs your approval' }).waitFor()
    await inbox.getByRole('button', { name: /^Allow once/ }).click()
    await right
      .getByRole('alert', { name: 'Needs your approval' })
      .filter({ hasText: 'ls' })
      .waitFor()
    await inbox.getByRole('button', { name: 'Close', exact: true }).click()
    model.enqueue(message([text('All gone.')]))
    await right.getByRole('button', { name: /^Allow once/ }).click()
    await right.getByText('All gone.').waitFor()
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('Back and Forward move in the history of the focused pane, and leave the other alone', async () => {
    const { folder } = scene()
    const app = await two(scene())
    const { page } = app
    await page.keyboard.press('ControlOrMeta+d')
    const [left, right] = [paneOf(app, 'Left'), paneOf(app, 'Right')]
    await right.getByText('First answer.').waitFor()
    await page.keyboard.press('ControlOrMeta+n')
    await right
      .getByRole('textbox', { name: 'Folder' })
      .or(right.getByRole('combobox', { name: 'Folder' }))
      .fill(folder)
    await right.getByRole('button', { name: 'Start conversation' }).click()
    await right.getByText('Say what you want done').waitFor()
    await page.keyboard.press('ControlOrMeta+[')
    await right.getByText('First answer.').waitFor()
    await left.getByText('Second answer.').waitFor()
    await page.keyboard.press('ControlOrMeta+]')
    await right.getByText('Say what you want done').waitFor()
    await left.getByText('Second answer.').waitFor()
    expect(app.complaints).toEqual([])
  })
})

/** The name of the focused element in this pane; empty: none. */
function focusIn(pane: Locator): Promise<string> {
  return pane.evaluate((section) => {
    const { activeElement } = document
    return section.contains(activeElement) ? (activeElement?.getAttribute('aria-label') ?? '?') : ''
  })
}

async function widthOf(pane: Locator): Promise<number> {
  return Math.round((await pane.boundingBox())?.width ?? 0)
}
