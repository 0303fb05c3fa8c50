import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { violations } from './support/violations.ts'

const TITLES = ['Alpha', 'Beta', 'Gamma']

/** The titles as the eye sees them, from top to bottom. */
async function titles(app: App): Promise<readonly string[]> {
  const rows = await app.conversations.all()
  const seen = await Promise.all(
    rows.map(async (row) => ({
      top: (await row.boundingBox())?.y ?? 0,
      title: (await row.innerText()).split('\n')[0],
    })),
  )
  return seen.toSorted((one, other) => one.top - other.top).map(({ title }) => title ?? '')
}

describeInBrowser('the order of conversations', (scene) => {
  test('rows are moved by keys and by dragging, keep their place over a restart, and pinned ones have an order of their own', async () => {
    const { model, folder } = scene()
    const host = await scene().host({ own: true })
    const app = await scene().window(host)
    const { page } = app
    for (const title of TITLES) {
      await app.startConversation(folder)
      await app.message.waitFor()
      model.enqueue(message([text('Yes.')]))
      await app.send(title)
      await app.answers.filter({ hasText: 'Yes.' }).waitFor()
      await app.expectStatus('Idle')
    }
    await expect.poll(() => titles(app)).toEqual(['Gamma', 'Beta', 'Alpha'])
    await app.row('Alpha').focus()
    await page.keyboard.press('ControlOrMeta+Shift+ArrowUp')
    await expect.poll(() => titles(app)).toEqual(['Gamma', 'Alpha', 'Beta'])
    // The row that was moved has the focus still.
    await page.keyboard.press('ControlOrMeta+Shift+ArrowUp')
    await expect.poll(() => titles(app)).toEqual(['Alpha', 'Gamma', 'Beta'])
    await page.keyboard.press('ControlOrMeta+Shift+ArrowUp')
    await app.row('Beta').dragTo(app.row('Alpha'))
    await expect.poll(() => titles(app)).toEqual(['Beta', 'Alpha', 'Gamma'])
    await app.row('Beta').dragTo(app.message)
    expect(await app.message.inputValue()).toBe('')
    expect(await violations(page)).toEqual([])

    await app.row('Gamma').focus()
    await page.keyboard.press('p')
    await expect.poll(() => titles(app)).toEqual(['Gamma', 'Beta', 'Alpha'])
    await app.row('Alpha').focus()
    await page.keyboard.press('p')
    await expect.poll(() => titles(app)).toEqual(['Gamma', 'Alpha', 'Beta'])
    await app.row('Alpha').focus()
    await page.keyboard.press('ControlOrMeta+Shift+ArrowUp')
    await expect.poll(() => titles(app)).toEqual(['Alpha', 'Gamma', 'Beta'])
    // A pinned row stays among the pinned.
    await app.row('Gamma').focus()
    await page.keyboard.press('ControlOrMeta+Shift+ArrowDown')

    await host.kill()
    const next = await scene().window(await scene().host({ dataFolder: host.dataFolder }))
    await expect.poll(() => titles(next)).toEqual(['Alpha', 'Gamma', 'Beta'])
    expect(next.complaints).toEqual([])
  })
})
