import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { focused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'

const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }

async function tabTo(app: App, name: string): Promise<void> {
  for (let step = 0; step < 20; step += 1) {
    if ((await focused(app)).trim() === name) return
    await app.page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached with Tab`)
}

describeInBrowser('R8 approvals', (scene) => {
  const made = (name: string): boolean => existsSync(join(scene().folder, name))

  test('Escape in the Reason box leaves the box and stops nothing; Mod+Enter there denies', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo no > made')]), message([text('Then not.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Make it')
    const reason = app.page.getByRole('textbox', { name: 'Reason' })
    await reason.fill('Use the build folder')
    await app.page.keyboard.press('Escape')
    expect(await focused(app)).toBe('Needs your approval')
    expect(await reason.inputValue()).toBe('Use the build folder')
    await app.expectStatus('Needs your approval: Run echo no > made')
    await app.message.fill('Half a thought')
    await reason.focus()
    await app.page.keyboard.press('ControlOrMeta+Enter')
    await app.answers.filter({ hasText: 'Then not.' }).waitFor()
    expect(JSON.stringify(model.requests[1]?.body)).toContain('Use the build folder')
    expect(await app.message.inputValue()).toBe('Half a thought')
    expect(made('made')).toBe(false)
    expect(model.complaints).toEqual([])
  })

  test('several calls are answered one by one with the keyboard, and run in order', async () => {
    const { model } = scene()
    const calls = [bash('echo 1 >> order'), bash('echo 2 >> order'), bash('cat order')]
    model.enqueue(message(calls), message([text('All three.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Go')
    await app.approval.waitFor()
    await tabTo(app, 'Allow once')
    await app.page.keyboard.press('Enter')
    await app.approval.filter({ hasText: 'Allowed once' }).waitFor()
    expect(await focused(app)).toBe('Needs your approval')
    expect(made('order')).toBe(false)
    await tabTo(app, 'Reason')
    await app.page.keyboard.type('not twice')
    const reason = app.page.getByRole('textbox', { name: 'Reason' })
    await app.page.getByRole('button', { name: 'Run cat order' }).press('Enter')
    await expect.poll(() => reason.inputValue()).toBe('')
    expect(await focused(app)).toBe('Needs your approval')
    await app.page.getByRole('button', { name: 'Run echo 2 >> order' }).press('Enter')
    await expect.poll(() => reason.inputValue()).toBe('not twice')
    await tabTo(app, 'Reason')
    await app.page.keyboard.press('Enter')
    await app.approval.filter({ hasText: 'Denied' }).waitFor()
    await tabTo(app, 'Allow once')
    await app.page.keyboard.press('Enter')
    await app.answers.filter({ hasText: 'All three.' }).waitFor()
    const results = JSON.stringify(model.requests[1]?.body)
    expect(results).toContain('not twice')
    expect(await app.tool('bash').filter({ hasText: 'Denied' }).count()).toBe(1)
    expect(model.complaints).toEqual([])
  })

  test('a command is edited before it runs; the model reads what ran instead', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo no > made')]), message([text('As you like.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Make it')
    await app.button('Edit…').click()
    const field = app.page.getByRole('textbox', { name: 'Command' })
    expect(await field.inputValue()).toBe('echo no > made')
    await app.page.keyboard.press('Escape')
    expect(await focused(app)).toBe('Needs your approval')
    await app.expectStatus('Needs your approval: Run echo no > made')
    await app.button('Edit…').click()
    await field.fill('echo yes > made-instead')
    await field.press('ControlOrMeta+Enter')
    await app.answers.filter({ hasText: 'As you like.' }).waitFor()
    await app.tool('bash').filter({ hasText: 'edited' }).waitFor()
    expect([made('made'), made('made-instead')]).toEqual([false, true])
    const sent = JSON.stringify(model.requests[1]?.body)
    expect(sent).toContain('The user changed this command before it ran')
    expect(sent).toContain('echo yes > made-instead')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('killed while it asks: the call is closed as not approved, and Continue works', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo no > made')]))
    const { app, host } = await scene().conversation({ ...ASK, own: true })
    await app.send('Make it')
    await app.approval.waitFor()
    await host.kill()
    const again = await scene().host({ ...ASK, dataFolder: host.dataFolder })
    const next = await scene().window(again)
    await next.conversations.first().click()
    await next.expectStatus('Idle')
    expect(await next.approval.count()).toBe(0)
    model.enqueue(message([text('I ask once more later.')]))
    await next.button('Continue').click()
    await next.answers.filter({ hasText: 'I ask once more later.' }).waitFor()
    expect(JSON.stringify(model.requests[1]?.body)).toContain('Not approved')
    expect(made('made')).toBe(false)
    expect(model.complaints).toEqual([])
  })

  test('all waiting calls can be allowed at once', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo 1 > one'), bash('echo 2 > two')]), message([text('Both.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Go')
    await app.button('Allow all 2 once').click()
    await app.answers.filter({ hasText: 'Both.' }).waitFor()
    expect([made('one'), made('two')]).toEqual([true, true])
  })
})
