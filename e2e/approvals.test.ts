import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { focused } from './focus.ts'
import { freshFolder } from './host.ts'
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

  test('a command runs only after Allow once, and the card goes', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo yes > made; echo made it')]), message([text('Made.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Make it')
    await app.expectStatus('Needs your approval: bash: echo yes > made; echo made it')
    await app.approval.filter({ hasText: 'echo yes > made' }).waitFor()
    expect(await app.approval.count()).toBe(1)
    expect(await focused(app)).toBe('Needs your approval')
    await app.conversations.filter({ hasText: 'Needs you' }).waitFor()
    expect(made('made')).toBe(false)
    await app.button('Allow once').click()
    await app.answers.filter({ hasText: 'Made.' }).waitFor()
    expect(made('made')).toBe(true)
    expect(await app.approval.count()).toBe(0)
    expect(await focused(app)).toBe('Message')
    expect(model.complaints).toEqual([])
  })

  test('Always allow here holds for the same command in the same folder, also in another conversation, and for nothing else', async () => {
    const { model, folder } = scene()
    model.enqueue(message([bash('echo a > a')]), message([text('First.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('One')
    await app.button('Always allow here').click()
    await app.answers.filter({ hasText: 'First.' }).waitFor()

    model.enqueue(message([bash('echo a > a'), bash('echo b > b')]))
    await app.button('New conversation').click()
    await app.startConversation(folder)
    await app.send('Two')
    await app.expectStatus('Needs your approval: bash: echo b > b')
    expect(await app.approval.getByText('echo a > a').count()).toBe(0)
    model.enqueue(message([text('Second.')]))
    await app.button('Allow once').click()
    await app.answers.filter({ hasText: 'Second.' }).waitFor()

    model.enqueue(message([bash('echo a > a')]))
    await app.button('New conversation').click()
    await app.startConversation(freshFolder('other'))
    await app.send('Three')
    await app.expectStatus('Needs your approval: bash: echo a > a')
    expect(model.complaints).toEqual([])
  })

  test('Deny reaches the model with its reason, and the call never runs', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo no > made')]), message([text('Then not.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Make it')
    await app.page.getByRole('textbox', { name: 'Reason' }).fill('Use the build folder')
    await app.button('Deny').click()
    await app.answers.filter({ hasText: 'Then not.' }).waitFor()
    await app.tool('bash').filter({ hasText: 'Denied' }).waitFor()
    expect(JSON.stringify(model.requests[1]?.body)).toContain('Use the build folder')
    expect(made('made')).toBe(false)
    expect(model.complaints).toEqual([])
  })

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
    await app.expectStatus('Needs your approval: bash: echo no > made')
    await app.message.fill('Half a thought')
    await reason.focus()
    await app.page.keyboard.press('ControlOrMeta+Enter')
    await app.answers.filter({ hasText: 'Then not.' }).waitFor()
    expect(JSON.stringify(model.requests[1]?.body)).toContain('Use the build folder')
    expect(await app.message.inputValue()).toBe('Half a thought')
    expect(made('made')).toBe(false)
    expect(model.complaints).toEqual([])
  })

  test('several calls are answered one by one, by keyboard alone, and run in their order', async () => {
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
    await app.page.getByRole('button', { name: 'bash: cat order' }).press('Enter')
    await expect.poll(() => reason.inputValue()).toBe('')
    expect(await focused(app)).toBe('Needs your approval')
    await app.page.getByRole('button', { name: 'bash: echo 2 >> order' }).press('Enter')
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

  test('all that waits can be allowed at once', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo 1 > one'), bash('echo 2 > two')]), message([text('Both.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Go')
    await app.button('Allow all 2 once').click()
    await app.answers.filter({ hasText: 'Both.' }).waitFor()
    expect([made('one'), made('two')]).toEqual([true, true])
  })

  test('Stop while a command waits for its answer: nothing runs, and the model hears of it', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo no > made')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Make it')
    await app.approval.waitFor()
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    expect(await app.approval.count()).toBe(0)
    await app.button('Continue').waitFor()
    expect(await app.button('Dismiss').count()).toBe(0)
    expect(await app.alert.count()).toBe(0)
    model.enqueue(message([text('As you like.')]))
    await app.send('Leave it')
    await app.answers.filter({ hasText: 'As you like.' }).waitFor()
    expect(JSON.stringify(model.requests[1]?.body)).toContain('Skipped due to cancellation')
    expect(made('made')).toBe(false)
    expect(model.complaints).toEqual([])
  })

  test('killed while it asks: closed as not approved, and Continue goes on', async () => {
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
})
