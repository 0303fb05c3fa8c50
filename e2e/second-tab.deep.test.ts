import { expect, test } from 'vitest'
import { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { held, message } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'
import { focused } from './support/focus.ts'
import { PLAIN_SHELL, Terminal } from './terminal/terminal.ts'

describeInBrowserAlone('a second tab of the browser', (scene) => {
  test('shows the same conversation, live, and a third in another browser says why it does not', async () => {
    const { model } = scene()
    const { release, reply } = held(message([text('Seen in both.')]))
    model.enqueue(reply)
    const { app } = await scene().conversation({ own: true })
    await app.send('Begin')
    await app.expectStatus(/^Waiting/)
    const address = app.page.url()
    const page = await app.page.context().newPage()
    await page.goto(address)
    const second = await App.in(page)
    await second.questions.filter({ hasText: 'Begin' }).waitFor()
    await second.expectStatus(/^Waiting/)
    release()
    await second.answers.filter({ hasText: 'Seen in both.' }).waitFor()
    await app.answers.filter({ hasText: 'Seen in both.' }).waitFor()
    await page.reload()
    await second.answers.filter({ hasText: 'Seen in both.' }).waitFor()

    const elsewhere = await app.page.context().browser()?.newContext()
    const stranger = await elsewhere?.newPage()
    await stranger?.goto(address)
    await stranger?.getByText('This window has no access to Phoenix.').waitFor()
    await elsewhere?.close()
    expect(second.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('what it adds to a text leaves the caret where the text is edited here', async () => {
    const { app } = await scene().conversation()
    await app.message.fill('two three')
    await app.message.press('Home')
    const second = await app.secondTab()
    await expect.poll(() => second.message.inputValue()).toBe('two three')
    await second.message.press('End')
    await second.page.keyboard.type(' four')
    await expect.poll(() => app.message.inputValue()).toBe('two three four')
    await app.page.keyboard.type('one ')
    await expect.poll(() => second.message.inputValue()).toBe('one two three four')
  })

  test('gives its access to the window of a host that was killed and started again, which goes on with its text', async () => {
    const { model } = scene()
    model.enqueue(message([text('Before.')]), message([text('After.')]))
    const { app, host } = await scene().conversation({ own: true })
    const { page } = app
    await app.send('Begin')
    await app.answers.filter({ hasText: 'Before.' }).waitFor()
    await app.expectStatus('Idle')
    await host.kill()
    await page.getByText('Can’t reach Phoenix').waitFor()
    await app.message.fill('Half a thought')
    const { port } = new URL(page.url())
    const again = await scene().host({ dataFolder: host.dataFolder, port })
    const ended = app.alert.filter({ hasText: 'This window’s access has ended.' })
    await app.button('Reconnect').click()
    await ended.waitFor()
    const address = /http:\S+/.exec(again.printed)?.[0] ?? ''
    const second = await page.context().newPage()
    await second.goto(address)
    await App.in(second)
    await ended.getByRole('button', { name: 'Try again' }).press('Enter')
    await ended.waitFor({ state: 'hidden' })
    await expect.poll(() => focused(app)).toBe('Message')
    expect(await app.message.inputValue()).toBe('Half a thought')
    await app.message.press('Enter')
    await app.answers.filter({ hasText: 'After.' }).waitFor()
    expect(await app.alert.count()).toBe(0)
  })

  test('a terminal that a killed host took with it is said to be gone', async () => {
    const { app, host } = await scene().conversation({ own: true, environment: PLAIN_SHELL })
    await Terminal.open(app)
    await host.kill()
    const { port } = new URL(app.page.url())
    const again = await scene().host({ dataFolder: host.dataFolder, port })
    const page = await app.page.context().newPage()
    await page.goto(/http:\S+/.exec(again.printed)?.[0] ?? '')
    await App.in(page)
    const gone = app.alert.filter({ hasText: 'The terminals of this conversation have ended' })
    const ended = app.button('Try again')
    await gone.or(ended).first().waitFor()
    if ((await ended.count()) > 0) await ended.click()
    await gone.waitFor()
    expect(await app.page.getByRole('region', { name: 'Terminal' }).count()).toBe(0)
  })
})
