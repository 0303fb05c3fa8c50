import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { focused } from './support/focus.ts'
import { freshFolder } from './support/host.ts'
import { describeInBrowser } from './setup.ts'

const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }

describeInBrowser('R8 approvals', (scene) => {
  const made = (name: string): boolean => existsSync(join(scene().folder, name))

  test('a command runs only after Allow once, and the card disappears', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo yes > made; echo made it')]), message([text('Made.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Make it')
    await app.expectStatus('Needs your approval: Run echo yes > made; echo made it')
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

  test('Always allow here applies to the same command in the same folder, also in another conversation, and to nothing else', async () => {
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
    await app.expectStatus('Needs your approval: Run echo b > b')
    expect(await app.approval.getByText('echo a > a').count()).toBe(0)
    model.enqueue(message([text('Second.')]))
    await app.button('Allow once').click()
    await app.answers.filter({ hasText: 'Second.' }).waitFor()

    model.enqueue(message([bash('echo a > a')]))
    await app.button('New conversation').click()
    await app.startConversation(freshFolder('other'))
    await app.send('Three')
    await app.expectStatus('Needs your approval: Run echo a > a')
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

  test('Stop while a command waits for approval: nothing runs, and the model gets a result that says so', async () => {
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
})
