import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { focused } from './support/focus.ts'
import { freshFolder } from './support/host.ts'
import { processesWith } from './support/processes.ts'
import { describeInBrowserAlone } from './setup.ts'
import { NO_SANDBOX, expectNone, uniqueSleep } from './support/unique-sleep.ts'

describeInBrowserAlone('deleting a conversation', (scene) => {
  test('T74 with a running command is stopped, gone from every window, and gone permanently after its five seconds', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    const { app } = await scene().conversation({ own: true, environment: NO_SANDBOX })
    const other = await app.secondTab()
    model.enqueue(message([bash(`exec ${sleep}`)]))
    await app.send('Wait for it')
    await expect.poll(() => processesWith(sleep)).toHaveLength(1)
    await other.row('Wait for it').click()
    await app.row('Wait for it').press('Delete')
    await expectNone(sleep)
    for (const window of [app, other]) {
      await expect.poll(() => window.conversations.count()).toBe(0)
      await window.page.getByText('This conversation was deleted.').waitFor()
    }
    const undo = app.button('Undo')
    await undo.waitFor()
    await undo.waitFor({ state: 'detached' })
    await app.page.reload()
    await app.button('New conversation').waitFor()
    await expect.poll(() => app.conversations.count()).toBe(0)
    expect(model.complaints).toEqual([])
  })

  test('T74 is restored completely in every window by an undo with the keyboard, and continues', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    const other = await app.secondTab()
    model.enqueue(message([text('Good morning.')]), message([text('Good night.')]))
    await app.send('Say something')
    await app.answers.filter({ hasText: 'Good morning.' }).waitFor()
    await app.row('Say something').press('Delete')
    await expect.poll(() => other.conversations.count()).toBe(0)
    await app.page.keyboard.press('ControlOrMeta+z')
    for (const window of [app, other]) await window.row('Say something').waitFor()
    await app.answers.filter({ hasText: 'Good morning.' }).waitFor()
    await app.send('And now?')
    await app.answers.filter({ hasText: 'Good night.' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('T74 while somebody types in it in another window says so there, and what they type on presses nothing', async () => {
    scene().model.enqueue(message([text('Good morning.')]))
    const { app } = await scene().conversation({ own: true })
    const other = await app.secondTab()
    await app.send('Say something')
    await other.answers.filter({ hasText: 'Good morning.' }).waitFor()
    await other.message.focus()
    const typing = other.page.keyboard.type('a '.repeat(40), { delay: 20 })
    await expect.poll(() => other.message.inputValue()).toContain('a a a')
    await app.row('Say something').press('Delete')
    await typing
    await other.page.getByText('This conversation was deleted.').waitFor()
    await app.page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => other.message.inputValue()).toMatch(/^(a )+a?$/)
  })

  test('T74 is restored whole and at rest if the host is killed within the five seconds', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    const dataFolder = freshFolder('data')
    const { app, host } = await scene().conversation({ dataFolder, environment: NO_SANDBOX })
    model.enqueue(message([bash(`exec ${sleep}`)]), message([text('Gladly.')]))
    await app.send('Wait for it')
    await expect.poll(() => processesWith(sleep)).toHaveLength(1)
    await app.row('Wait for it').press('Delete')
    await expect.poll(() => app.conversations.count()).toBe(0)
    await host.kill()
    const again = await scene().window(await scene().host({ dataFolder, environment: NO_SANDBOX }))
    await again.row('Wait for it').click()
    await again.expectStatus('Idle')
    await expectNone(sleep)
    await again.send('Go on')
    await again.answers.filter({ hasText: 'Gladly.' }).waitFor()
  })

  test('T74 leaves what was being written in another window: the next key copies it and goes nowhere', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    const other = await app.secondTab()
    model.enqueue(message([text('Good morning.')]))
    await app.send('Say something')
    await app.answers.filter({ hasText: 'Good morning.' }).waitFor()
    await other.row('Say something').click()
    await other.message.fill('A long thought')
    await app.row('Say something').press('Delete')
    await expect.poll(() => focused(other)).toBe('Copy your unsent message')
    await other.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await other.page.keyboard.press('Space')
    await other.button('Copied').waitFor()
    expect(await other.page.evaluate(() => navigator.clipboard.readText())).toBe('A long thought')
    await other.page.getByText('This conversation was deleted.').waitFor()
    await app.page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => other.message.inputValue()).toBe('A long thought')
  })
})
