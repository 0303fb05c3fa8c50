import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import type { Scene } from './scene.ts'
import { describeInBrowser } from './setup.ts'
import { violations } from './support/violations.ts'

const TITLES = ['Alpha', 'Beta', 'Gamma']

/** The titles in visual order, from top to bottom. */
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

async function begin(app: App, { folder, model }: Scene): Promise<void> {
  for (const title of TITLES) {
    await app.startConversation(folder)
    await app.message.waitFor()
    model.enqueue(message([text('Yes.')]))
    await app.send(title)
    await app.answers.filter({ hasText: 'Yes.' }).waitFor()
    await app.expectStatus('Idle')
  }
}

async function press(app: App, title: string, key: string): Promise<void> {
  await app.row(title).focus()
  await app.page.keyboard.press(key)
}

/** Marks a favourite in the model dialog, which stays open. */
async function favour(app: App, name: string): Promise<void> {
  const field = app.page.getByRole('combobox', { name: 'Model', exact: true })
  await field.fill(name)
  await app.page.keyboard.press('Enter')
  await app.button(`Favourite: ${name}`).click()
  await field.fill('')
}

async function favourites(app: App): Promise<readonly string[]> {
  await app.page.getByRole('combobox', { name: 'Model', exact: true }).click()
  const options = app.page.getByRole('option').filter({ hasText: 'favourite' })
  const names = await options.allInnerTexts()
  return names.map((words) => /demo|Claude [\w .]+\d/.exec(words)?.[0] ?? words).toSorted()
}

describeInBrowser('the order of conversations', (scene) => {
  test('rows are moved by keys and by dragging, keep their place over a restart, and pinned ones have their own order', async () => {
    const host = await scene().host({ own: true })
    const app = await scene().window(host)
    const { page } = app
    await begin(app, scene())
    await expect.poll(() => titles(app)).toEqual(['Gamma', 'Beta', 'Alpha'])
    await app.row('Alpha').focus()
    await page.keyboard.press('ControlOrMeta+Shift+ArrowUp')
    await expect.poll(() => titles(app)).toEqual(['Gamma', 'Alpha', 'Beta'])
    // The moved row still has the focus.
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
    // A pinned row stays among the pinned ones.
    await app.row('Gamma').focus()
    await page.keyboard.press('ControlOrMeta+Shift+ArrowDown')

    await host.kill()
    const next = await scene().window(await scene().host({ dataFolder: host.dataFolder }))
    await expect.poll(() => titles(next)).toEqual(['Alpha', 'Gamma', 'Beta'])
    expect(next.complaints).toEqual([])
  })

  test('two tabs pin, order and choose favourites at once, and neither undoes what the other did', async () => {
    const host = await scene().host({ own: true })
    const app = await scene().window(host)
    await begin(app, scene())
    const other = await app.secondTab()
    await expect.poll(() => titles(other)).toEqual(['Gamma', 'Beta', 'Alpha'])
    const both = async (wanted: readonly string[]) => {
      for (const tab of [app, other]) await expect.poll(() => titles(tab)).toEqual(wanted)
    }

    // Both act before either is notified of the other.
    await Promise.all([press(app, 'Alpha', 'p'), press(other, 'Beta', 'p')])
    await expect.poll(async () => (await titles(app)).at(-1)).toBe('Gamma')
    await both(await titles(app))
    await Promise.all([press(app, 'Alpha', 'p'), press(other, 'Beta', 'p')])
    await both(['Gamma', 'Beta', 'Alpha'])
    await press(app, 'Alpha', 'ControlOrMeta+Shift+ArrowUp')
    await both(['Gamma', 'Alpha', 'Beta'])
    await press(other, 'Gamma', 'ControlOrMeta+Shift+ArrowDown')
    await both(['Alpha', 'Gamma', 'Beta'])

    await app.row('Alpha').click()
    await other.row('Beta').click()
    for (const each of [app, other])
      await each.page.getByRole('button', { name: /^Model: / }).click()
    await Promise.all([favour(app, 'demo'), favour(other, 'claude-opus-4-5')])
    for (const each of [app, other])
      await expect.poll(() => favourites(each)).toEqual(['Claude Opus 4.5', 'demo'])
    expect([...app.complaints, ...other.complaints]).toEqual([])
  })
})
