import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import type { Scene } from './scene.ts'
import { focused } from './support/focus.ts'
import { describeInBrowserAlone } from './setup.ts'

/** Runs in the page before its own code: `holdLine()` takes the host away until `freeLine()`. */
function holdableLine(): void {
  const sockets: WebSocket[] = []
  let isHeld = false
  const Original = window.WebSocket
  class Holdable extends Original {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      sockets.push(this)
      if (isHeld) this.close()
    }
  }
  const reach = window.fetch.bind(window)
  const fetch: typeof window.fetch = (...asked) =>
    isHeld ? Promise.reject(new TypeError('held')) : reach(...asked)
  const holdLine = (): void => {
    isHeld = true
    sockets.at(-1)?.close()
  }
  Object.assign(window, { WebSocket: Holdable, fetch, holdLine, freeLine: () => (isHeld = false) })
}

/** A conversation of one answer, whose line can be held. */
async function holdable(scene: Scene): Promise<App> {
  writeFileSync(join(scene.folder, 'notes.txt'), 'first line\n')
  scene.model.enqueue(message([text('The harbour is quiet.')]))
  const { app } = await scene.conversation()
  await app.page.addInitScript(holdableLine)
  await app.page.reload()
  await app.send('Look at the harbour')
  await app.answers.filter({ hasText: 'quiet' }).waitFor()
  await app.expectStatus('Idle')
  return app
}

async function holdLine({ alert, page }: App): Promise<void> {
  await page.evaluate('holdLine()')
  await alert.filter({ hasText: 'Your text is kept' }).first().waitFor()
}

async function freeLine(page: Page): Promise<void> {
  await page.evaluate('freeLine()')
  await page.getByText('Your text is kept').first().waitFor({ state: 'hidden' })
}

async function runByName({ page }: App, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

describeInBrowserAlone('what could not be read while the host was away', (scene) => {
  test('a dialog that could not read what it shows reads it as soon as the connection is back', async () => {
    const app = await holdable(scene())
    const { page } = app
    const dialog = page.getByRole('dialog', { name: 'What the model sees' })
    await app.context.waitFor()
    await holdLine(app)
    for (const time of ['first', 'second']) {
      await app.button('More about the context').click()
      await app.button('What the model sees…').click()
      await dialog.getByRole('alert').filter({ hasText: 'Your text is kept' }).waitFor()
      expect([time, await focused(app)]).toEqual([time, 'Close'])
      if (time === 'first') await page.keyboard.press('Escape')
    }
    await freeLine(page)
    await dialog.getByText('System prompt').first().waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
  })

  test('Files lists the folder, and reads the file that was chosen', async () => {
    const app = await holdable(scene())
    const { page } = app
    const dialog = page.getByRole('dialog', { name: 'Files' })
    const file = dialog.getByRole('treeitem', { name: 'notes.txt' })
    await holdLine(app)
    await runByName(app, 'Browse the folder')
    await dialog.waitFor()
    await freeLine(page)
    await file.waitFor()
    await holdLine(app)
    await file.click()
    await dialog.getByRole('alert').filter({ hasText: 'right now' }).waitFor()
    await freeLine(page)
    await dialog.getByText('first line').waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
  })

  test('Search finds what was typed', async () => {
    const app = await holdable(scene())
    const { page } = app
    const dialog = page.getByRole('dialog')
    await holdLine(app)
    await page.keyboard.press('ControlOrMeta+Shift+f')
    await page.keyboard.type('harbour')
    // It no longer searches: it has failed, and only the dialog's line says why.
    await expect.poll(() => dialog.getByRole('status').first().innerText()).toBe('')
    expect(await dialog.getByRole('alert').innerText()).toContain('Your text is kept')
    await freeLine(page)
    await dialog.getByRole('option', { name: /quiet/ }).first().waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
  })
})
