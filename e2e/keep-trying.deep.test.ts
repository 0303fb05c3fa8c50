import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message, refusal } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

/** Requests a wait so long that only a click ends it. */
const OVERLOADED = refusal(529, { type: 'overloaded_error', message: 'busy' }, { retryAfter: '50' })

/** Chooses in the model dialog how long this conversation keeps trying. */
async function choose(app: App, label: string): Promise<void> {
  await app.button('Model: Claude Sonnet 5.5').click()
  const dialog = app.page.getByRole('dialog', { name: 'Model of this conversation' })
  await dialog.getByRole('combobox', { name: 'Keep trying' }).selectOption(label)
  await app.button('Save').click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Fails the three attempts that every turn has. */
async function failThrice(app: App, words = 'Are you there?'): Promise<void> {
  await app.send(words)
  for (const attempt of [2, 3]) {
    await app.expectStatus(new RegExp(`^Retry ${attempt} of 3 in \\d+ s: overloaded$`))
    await app.button('Try now').click()
  }
}

describeInBrowser('a model that keeps failing', (scene) => {
  test('a conversation that keeps trying shows each attempt and its countdown, until the answer comes', async () => {
    const { model } = scene()
    const failures = Array.from({ length: 5 }, () => OVERLOADED)
    model.enqueue(...failures, message([text('At last.')]))
    const { app } = await scene().conversation()
    await choose(app, 'For up to 1 hour')
    await failThrice(app)
    for (const attempt of [4, 5, 6]) {
      await app.expectStatus(new RegExp(`^Keeps trying, attempt ${attempt} in \\d+ s: overloaded$`))
      await app.button('Try now').click()
    }
    await app.answers.filter({ hasText: 'At last.' }).waitFor()
    await app.expectStatus('Idle')
    expect(model.requests).toHaveLength(6)
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('Stop ends it at once, and Continue continues it', async () => {
    const { model } = scene()
    model.enqueue(OVERLOADED, OVERLOADED, OVERLOADED)
    const { app } = await scene().conversation()
    await choose(app, 'For up to 15 minutes')
    await failThrice(app)
    await app.expectStatus(/^Keeps trying, attempt 4 in \d+ s: overloaded$/)
    await app.button('Stop trying').click()
    await app.expectStatus('Idle')
    expect(model.requests).toHaveLength(3)
    model.enqueue(message([text('Here I am.')]))
    await app.button('Continue').click()
    await app.answers.filter({ hasText: 'Here I am.' }).waitFor()
    expect(app.complaints).toEqual([])
  })

  test('Settings apply to all conversations: off by default, and a conversation can override them', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    await app.button('Settings').click()
    const settings = app.page.getByRole('dialog', { name: 'Settings' })
    const field = settings.getByRole('combobox', { name: 'Keep trying' })
    expect(await field.inputValue()).toBe('off')
    await field.selectOption('For up to 4 hours')
    await app.closeSettings()
    model.enqueue(OVERLOADED, OVERLOADED, OVERLOADED)
    await failThrice(app)
    await app.expectStatus(/^Keeps trying, attempt 4 in \d+ s: overloaded$/)
    await choose(app, 'No, stop after three attempts')
    model.enqueue(OVERLOADED)
    await app.button('Try now').click()
    await app.alert.filter({ hasText: 'Tried 4 times' }).waitFor()
    expect(model.requests).toHaveLength(4)
    expect(app.complaints).toEqual([])
  })

  test('Keep trying continues the conversation where it was clicked, also if the focus went to the other pane before a frozen host answered', async () => {
    const { folder, model } = scene()
    const { app, host } = await scene().conversation({ own: true })
    const { page } = app
    const paneOf = (side: string): Locator => page.getByRole('region', { name: `${side} pane` })
    model.respond(() => OVERLOADED)
    for (const words of ['First', 'Second']) {
      await app.startConversation(folder)
      await failThrice(app, words)
      await app.button('Keep trying for 1 hour').waitFor()
    }
    await app.row('First').press('b')
    const keepTrying = paneOf('Right').getByRole('button', { name: 'Keep trying for 1 hour' })
    await keepTrying.waitFor()
    await page.mouse.move(0, 0)
    process.kill(host.pid, 'SIGSTOP')
    try {
      await keepTrying.click()
      await paneOf('Left').getByRole('textbox', { name: 'Message' }).click()
    } finally {
      process.kill(host.pid, 'SIGCONT')
    }
    const statusIn = (side: string): Locator => paneOf(side).getByRole('status', { name: 'Status' })
    await statusIn('Right')
      .filter({ hasText: /^\s*Retry 2 of 3/ })
      .waitFor()
    expect(await statusIn('Left').innerText()).toContain('Stopped')
  })
})
