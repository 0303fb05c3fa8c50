import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, call, text } from './fake-model-server/parts.ts'
import { message, refusal } from './fake-model-server/replies.ts'
import { focused } from './support/focus.ts'
import { violations } from './support/violations.ts'
import { describeInBrowser } from './setup.ts'

const ASK = { own: true, environment: { PHOENIX_PERMISSIONS: 'ask' } }
const QUESTION = { question: 'Which one?', options: [{ label: 'Red' }, { label: 'Blue' }] }

/** Presses until the condition holds: a key pressed just as a question appears is ignored. */
async function pressUntil(app: App, key: string, isSo: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await app.page.keyboard.press(key)
      return isSo()
    })
    .toBe(true)
}

describeInBrowser('the inbox', (scene) => {
  const lastBody = (): string => JSON.stringify(scene().model.requests.at(-1)?.body)

  test('holds everything waiting in all conversations, and is answered by keys without leaving it', async () => {
    const { model, folder } = scene()
    const { app } = await scene().conversation(ASK)
    const { page } = app
    const inbox = page.getByRole('dialog', { name: 'Inbox' })
    const items = inbox.getByRole('list', { name: 'What needs you' }).locator(':scope > li')
    const denied = refusal(401, { type: 'authentication_error', message: 'No.' })
    model.enqueue(denied)
    await app.send('Fails')
    await app.button('Retry').waitFor()
    await app.startConversation(folder)
    model.enqueue(message([call('ask_user', QUESTION)]))
    await app.send('Asks')
    await page.getByRole('alert', { name: 'The agent asks' }).waitFor()
    await app.startConversation(folder)
    model.enqueue(message([bash('echo 1 > made')]))
    await app.send('Commands')
    await app.approval.waitFor()
    await app.startConversation(folder)
    await app.message.fill('Half a thought')

    await page.keyboard.press('ControlOrMeta+j')
    await inbox.waitFor()
    expect(await items.allInnerTexts()).toEqual([
      expect.stringContaining('Commands'),
      expect.stringContaining('Asks'),
      expect.stringContaining('Fails'),
    ])
    await expect.poll(() => focused(app)).toBe('Needs your approval')
    await inbox.getByText('echo 1 > made').first().waitFor()
    expect(await violations(page)).toEqual([])
    model.enqueue(message([text('Made.')]))
    const approval = inbox.getByRole('alert', { name: 'Needs your approval' })
    await pressUntil(app, 'Enter', async () => (await approval.count()) === 0)
    await expect.poll(() => existsSync(join(folder, 'made'))).toBe(true)

    // Turns that finish meanwhile wait at the end.
    await items.filter({ hasText: 'Commands' }).filter({ hasText: 'Idle' }).waitFor()
    await expect.poll(() => focused(app)).toBe('The agent asks')
    model.enqueue(message([text('Blue, then.')]))
    await pressUntil(app, '2', async () => !(await inbox.innerText()).includes('Which one?'))
    await expect.poll(lastBody).toContain('The user chose: Blue')

    await items.filter({ hasText: 'Asks' }).filter({ hasText: 'Idle' }).waitFor()
    const fails = items.filter({ hasText: 'Fails' })
    await fails.getByRole('button', { name: 'Open conversation' }).waitFor()
    await page.keyboard.press('Enter')
    await inbox.waitFor({ state: 'detached' })
    await app.questions.filter({ hasText: 'Fails' }).waitFor()
    await app.button('Retry').waitFor()
    expect(app.complaints).toEqual([])
  })

  test('arrows lead from one item to the next, Escape asks for a reason and stops nothing, and Mod+J closes it', async () => {
    const { model, folder } = scene()
    const { app } = await scene().conversation(ASK)
    const { page } = app
    const inbox = page.getByRole('dialog', { name: 'Inbox' })
    for (const words of ['One', 'Two']) {
      if (words === 'Two') await app.startConversation(folder)
      model.enqueue(message([bash(`echo ${words} > ${words}`)]))
      await app.send(words)
      await app.approval.filter({ hasText: `echo ${words}` }).waitFor()
    }
    await page.keyboard.press('ControlOrMeta+j')
    await inbox.getByText('echo Two > Two').first().waitFor()
    await expect.poll(() => focused(app)).toBe('Needs your approval')
    await page.keyboard.press('ArrowDown')
    await inbox.getByText('echo One > One').first().waitFor()
    await expect.poll(() => focused(app)).toBe('Needs your approval')
    model.enqueue(message([text('Then not.')]))
    await page.keyboard.press('Escape')
    expect(await focused(app)).toBe('Reason')
    await page.keyboard.type('no need')
    await page.keyboard.press('Enter')
    await inbox.getByText('echo One > One').first().waitFor({ state: 'detached' })
    await expect.poll(lastBody).toContain('no need')
    await inbox.getByText('echo Two > Two').first().waitFor()
    await page.keyboard.press('ControlOrMeta+j')
    await inbox.waitFor({ state: 'detached' })
    await app.approval.filter({ hasText: 'echo Two > Two' }).waitFor()
    await app.expectStatus('Needs your approval: Run echo Two > Two')
    await app.button('Deny').click()
    expect(app.complaints).toEqual([])
  })

  test('answers a sub-agent too, in the item of the conversation that started it', async () => {
    const { model, folder } = scene()
    const { app } = await scene().conversation(ASK)
    const { page } = app
    const inbox = page.getByRole('dialog', { name: 'Inbox' })
    const tasks = [{ task: 'Count the files' }]
    model.enqueue(
      message([call('spawn_agents', { tasks })]),
      message([bash('echo child > child')]),
      message([call('submit_result', { result: 'Two.' })]),
      message([text('There are two.')]),
    )
    await app.send('Delegate')
    await app.approval.filter({ hasText: 'echo child > child' }).waitFor()
    await app.startConversation(folder)
    await app.message.waitFor()
    await page.keyboard.press('ControlOrMeta+j')
    await inbox.getByText('sub-agent: Count the files').waitFor()
    await expect.poll(() => focused(app)).toBe('Needs your approval')
    await pressUntil(app, 'Enter', async () => (await inbox.getByRole('alert').count()) === 0)
    await inbox.locator('li').filter({ hasText: 'Delegate' }).filter({ hasText: 'Idle' }).waitFor()
    expect(existsSync(join(folder, 'child'))).toBe(true)
    expect(app.complaints).toEqual([])
  })

  test('Enter that ends a reason allows nothing in the next conversation when its own question is gone', async ({
    skip,
  }) => {
    const { model, folder } = scene()
    const { app } = await scene().conversation(ASK)
    skip(app.page.context().browser() === null, 'Electron has one window')
    const { page } = app
    for (const words of ['One', 'Two']) {
      if (words === 'Two') await app.startConversation(folder)
      model.enqueue(message([bash(`touch ${words}`)]))
      await app.send(words)
      await app.approval.filter({ hasText: `touch ${words}` }).waitFor()
    }
    const other = await app.secondTab()
    await other.approval.filter({ hasText: 'touch Two' }).waitFor()
    await page.bringToFront()
    await page.keyboard.press('ControlOrMeta+j')
    const inbox = page.getByRole('dialog', { name: 'Inbox' })
    await inbox.getByText('touch Two').first().waitFor()
    await inbox.getByRole('textbox', { name: 'Reason' }).focus()
    await page.keyboard.type('Not with')
    model.enqueue(message([text('Done.')]))
    await other.button('Allow once').click()
    await inbox.getByText('touch One').first().waitFor()
    await expect.poll(() => focused(app)).toBe('Needs your approval')
    const now = (): Promise<number> => page.evaluate(() => performance.now())
    const since = await now()
    await expect.poll(now).toBeGreaterThan(since + 600)
    await page.keyboard.type('out me')
    await page.keyboard.press('Enter')
    await other.answers.filter({ hasText: 'Done.' }).waitFor()
    model.enqueue(message([text('Then not.')]))
    await inbox.getByRole('button', { name: 'Deny', exact: true }).click()
    await expect.poll(lastBody).toContain('did not allow this call')
    expect(existsSync(join(folder, 'One'))).toBe(false)
  })

  test('says that nothing is waiting', async () => {
    const { app } = await scene().conversation()
    await app.page.keyboard.press('ControlOrMeta+j')
    const inbox = app.page.getByRole('dialog', { name: 'Inbox' })
    await inbox.getByText(/^Nothing needs you. .* are listed here/).waitFor()
    await app.page.keyboard.press('Escape')
    await inbox.waitFor({ state: 'detached' })
  })
})
