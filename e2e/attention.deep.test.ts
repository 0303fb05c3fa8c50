import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { held, message, refusal } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'

const ASK = { own: true, environment: { PHOENIX_PERMISSIONS: 'ask' } }

/** Replaces the browser's notifications: records what is shown, and lets a test click on it. */
function standIn(): void {
  const shown: { title: string; body: string; silent: boolean; notice: EventTarget }[] = []
  class Notice extends EventTarget {
    static permission = 'default'
    static requestPermission(): Promise<string> {
      Notice.permission = 'granted'
      return Promise.resolve('granted')
    }
    constructor(title: string, { body, silent }: { body: string; silent: boolean }) {
      super()
      shown.push({ title, body, silent, notice: this })
    }
    isClosed = false
    close(): void {
      this.isClosed = true
    }
  }
  Object.assign(window, { Notification: Notice, shown })
}

async function shownIn(app: App): Promise<readonly string[]> {
  return app.page.evaluate(() =>
    (Reflect.get(window, 'shown') as { title: string; body: string; silent: boolean }[]).map(
      ({ title, body, silent }) => `${title}: ${body}${silent ? ', silent' : ''}`,
    ),
  )
}

/** The titles of the notifications that have not been withdrawn. */
async function standingIn(app: App): Promise<readonly string[]> {
  return app.page.evaluate(() =>
    (Reflect.get(window, 'shown') as { title: string; notice: { isClosed: boolean } }[])
      .filter(({ notice }) => !notice.isClosed)
      .map(({ title }) => title),
  )
}

async function allowNotifications(app: App): Promise<void> {
  await app.button('Settings').click()
  await app.button('Allow notifications').click()
  await app.button('Allow notifications').waitFor({ state: 'detached' })
  await app.page.keyboard.press('Escape')
}

describeInBrowserAlone('a person who looks elsewhere', (scene) => {
  test('sees finished, asking and failed conversations in the title, the icon and, once allowed, in notifications', async () => {
    const { model, folder } = scene()
    const { app } = await scene().conversation(ASK)
    const { page } = app
    await page.addInitScript(standIn)
    await page.reload()
    await app.message.waitFor()
    expect(await page.title()).toBe('New conversation – Phoenix')
    await allowNotifications(app)

    const first = held(message([text('One.')]))
    const second = held(message([bash('echo 1')]))
    const denied = refusal(401, { type: 'authentication_error', message: 'No.' })
    model.enqueue(first.reply)
    await app.send('The first')
    await app.expectStatus(/^Waiting/)
    await app.startConversation(folder)
    model.enqueue(second.reply)
    await app.send('The second')
    await app.expectStatus(/^Waiting/)
    await app.startConversation(folder)
    await app.message.waitFor()
    expect(await page.title()).toBe('New conversation – Phoenix')
    first.release()
    await expect.poll(() => page.title()).toBe('(1) New conversation – Phoenix')
    second.release()
    await expect.poll(() => page.title()).toBe('(2) New conversation – Phoenix')
    const icon = await page.locator('link[rel="icon"]').getAttribute('href')
    expect(decodeURIComponent(icon ?? '')).toContain('>2</text>')
    await expect
      .poll(() => shownIn(app))
      .toEqual(['The first: Done', 'The second: Needs your approval'])

    // A person looking at the conversation needs no notification.
    model.enqueue(denied)
    await app.send('The third')
    await app.button('Retry').waitFor()
    expect(await shownIn(app)).toHaveLength(2)
    await page.evaluate(() => {
      const [, asked] = Reflect.get(window, 'shown') as { notice: EventTarget }[]
      asked?.notice.dispatchEvent(new Event('click'))
    })
    await app.approval.waitFor()
    expect(await page.title()).toBe('(3) The second – Phoenix')

    await app.button('Settings').click()
    await page.getByRole('checkbox', { name: 'With a sound' }).uncheck()
    await page.getByRole('checkbox', { name: 'A turn is done' }).uncheck()
    await page.keyboard.press('Escape')
    const third = held(message([text('Two.')]))
    model.enqueue(third.reply)
    await app.button('Allow once').click()
    await app.expectStatus(/^Waiting/)
    await app.row('The first').click()
    await app.answers.filter({ hasText: 'One.' }).waitFor()
    third.release()
    await app.conversations
      .filter({ hasText: 'The second' })
      .filter({ hasText: 'Unread' })
      .waitFor()
    const failing = held(denied)
    model.enqueue(failing.reply)
    await app.send('Again')
    await app.expectStatus(/^Waiting/)
    await app.row('The third').click()
    failing.release()
    await expect.poll(() => shownIn(app)).toHaveLength(3)
    expect((await shownIn(app)).at(-1)).toBe('The first: Failed, silent')
    expect(app.complaints).toEqual([])
  })

  test('gets no notification from another window of what one shows before their eyes, and its click leads there', async () => {
    const { model, folder } = scene()
    const { app } = await scene().conversation({ own: true })
    const other = await app.secondTab()
    await other.page.addInitScript(standIn)
    await other.page.addInitScript(() => {
      Object.assign(Notification, { permission: 'granted' })
      document.hasFocus = () => false
    })
    await other.page.reload()
    await other.button('New conversation').click()
    const seen = held(message([text('Seen.')]))
    model.enqueue(seen.reply)
    await app.send('The first')
    await app.expectStatus(/^Waiting/)
    seen.release()
    await app.expectStatus('Idle')
    const unseen = held(message([text('Not seen.')]))
    model.enqueue(unseen.reply)
    await app.startConversation(folder)
    await app.send('The second')
    await app.expectStatus(/^Waiting/)
    await app.row('The first').click()
    await app.answers.filter({ hasText: 'Seen.' }).waitFor()
    unseen.release()
    await expect.poll(() => shownIn(other)).toEqual(['The second: Done'])
    await other.page.evaluate(() => {
      const [news] = Reflect.get(window, 'shown') as { notice: EventTarget }[]
      news?.notice.dispatchEvent(new Event('click'))
    })
    await other.answers.filter({ hasText: 'Not seen.' }).waitFor()
    for (const each of [app, other]) await expect.poll(() => each.page.title()).not.toContain('(')
  })

  test('is asked by a notification whether a conversation that has used up its budget continues', async () => {
    const { model, folder } = scene()
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    await page.addInitScript(standIn)
    await page.reload()
    await allowNotifications(app)
    await page.getByRole('button', { name: 'More about the context' }).click()
    await page.getByRole('button', { name: 'Set a budget' }).click()
    const budget = page.getByRole('dialog', { name: 'Budget of this conversation' })
    await budget.getByLabel('Budget in US dollars').fill('0.01')
    await page.keyboard.press('Enter')
    await budget.waitFor({ state: 'detached' })
    const spending = held(message([bash('echo 1')], { usage: { input_tokens: 8_000 } }))
    model.enqueue(spending.reply)
    await app.send('Spend it')
    await app.expectStatus(/^Waiting/)
    await app.startConversation(folder)
    await app.message.waitFor()
    spending.release()
    await app.row('Spend it').filter({ hasText: 'Limit reached' }).waitFor()
    await expect.poll(() => shownIn(app)).toEqual(['Spend it: Stopped at a limit: continue?'])
  })

  test('is no longer called by a notification to what was answered or deleted in another window', async () => {
    const { model, folder } = scene()
    const { app } = await scene().conversation(ASK)
    const { page } = app
    await page.addInitScript(standIn)
    await page.reload()
    await allowNotifications(app)
    for (const title of ['The first', 'The second']) {
      const asking = held(message([bash('echo 1')]))
      model.enqueue(asking.reply)
      await app.send(title)
      await app.expectStatus(/^Waiting/)
      await app.startConversation(folder)
      await app.message.waitFor()
      asking.release()
      await app.row(title).filter({ hasText: 'Needs you' }).waitFor()
    }
    await expect.poll(() => standingIn(app)).toEqual(['The first', 'The second'])
    const other = await app.secondTab()
    await other.row('The first').click()
    const working = held(message([text('One.')]))
    model.enqueue(working.reply)
    await other.button('Allow once').click()
    await expect.poll(() => standingIn(app)).toEqual(['The second'])
    await other.row('The second').press('Delete')
    await expect.poll(() => standingIn(app)).toEqual([])
    working.release()
    await other.answers.filter({ hasText: 'One.' }).waitFor()
  })
})
