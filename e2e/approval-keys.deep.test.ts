import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { focused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'

const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }

describeInBrowser('answering approvals', (scene) => {
  const made = (name: string): boolean => existsSync(join(scene().folder, name))

  test('keys printed on the buttons allow once, always and deny, and Escape never stops the turn', async () => {
    const { model } = scene()
    const commands = ['echo 1 >> order', 'echo 2 >> order', 'echo 3 >> order']
    model.enqueue(message(commands.map((each) => bash(each))), message([text('Done.')]))
    const { app } = await scene().conversation(ASK)
    const { page } = app
    await app.send('Go')
    await app.approval.filter({ hasText: 'echo 1' }).waitFor()
    expect(await focused(app)).toBe('Needs your approval')
    /** Presses until the card reacts: keys pressed just as a question appears are ignored. */
    const pressUntil = (key: string, words: string) =>
      expect
        .poll(async () => {
          await page.keyboard.press(key)
          return (await app.approval.allInnerTexts()).join('').includes(words)
        })
        .toBe(true)
    await pressUntil('Enter', 'Allowed once')
    expect(await focused(app)).toBe('Needs your approval')
    await pressUntil('Shift+Enter', 'Always allowed here')
    const reason = page.getByRole('textbox', { name: 'Reason' })
    expect(await reason.getAttribute('placeholder')).toBe('Reason to deny it')
    await page.keyboard.press('Escape')
    expect(await focused(app)).toBe('Reason')
    expect(await reason.getAttribute('placeholder')).toBe('Enter denies, Esc goes back')
    await page.keyboard.press('Escape')
    expect(await focused(app)).toBe('Needs your approval')
    await page.keyboard.press('Escape')
    await page.keyboard.type('not a third time')
    await page.keyboard.press('Enter')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    expect(readFileSync(join(scene().folder, 'order'), 'utf8')).toBe('1\n2\n')
    expect(JSON.stringify(model.requests[1]?.body)).toContain('not a third time')
    expect(app.complaints).toEqual([])
  })

  test('"Accept edits from now on" allows this edit and later ones, and commands still ask', async () => {
    const { model, folder } = scene()
    const edits = ['one', 'two'].map((name) =>
      call('write_file', { path: join(folder, name), content: name }),
    )
    model.enqueue(message([...edits, bash('echo 3 > three')]), message([text('Done.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Write')
    await app.button('Accept edits from now on').click()
    await app.approval.filter({ hasText: 'echo 3 > three' }).waitFor()
    await expect.poll(() => app.button('Accept edits from now on').count()).toBe(0)
    await expect.poll(() => app.permissions.inputValue()).toBe('acceptEdits')
    await app.button('Allow once').click()
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    expect([made('one'), made('two'), made('three')]).toEqual([true, true, true])
    expect(app.complaints).toEqual([])
  })

  test('after the third Allow once for the same command the rule is offered, and not before', async () => {
    const { model } = scene()
    const { app } = await scene().conversation(ASK)
    const offer = app.approval.getByText('You’ve allowed exactly this 3 times here.')
    for (const time of [1, 2, 3, 4]) {
      model.enqueue(message([bash('echo again')]), message([text(`Time ${time}.`)]))
      await app.send(`Go ${time}`)
      await app.approval.filter({ hasText: 'echo again' }).waitFor()
      expect(await offer.isVisible()).toBe(time === 4)
      await app.button(time === 4 ? 'Always allow here' : 'Allow once').click()
      await app.answers.filter({ hasText: `Time ${time}.` }).waitFor()
    }
    expect(app.complaints).toEqual([])
  })

  test('Enter that ends a reason allows nothing when another window has answered meanwhile', async ({
    skip,
  }) => {
    const { model } = scene()
    const calls = ['one', 'two'].map((each) => bash(`touch ${each}`))
    model.enqueue(message(calls), message([text('Done.')]))
    const { app } = await scene().conversation(ASK)
    skip(app.page.context().browser() === null, 'Electron has one window')
    await app.send('Go')
    const other = await app.secondTab()
    await app.approval.filter({ hasText: 'touch one' }).waitFor()
    await app.page.bringToFront()
    await app.page.getByRole('textbox', { name: 'Reason' }).focus()
    await app.page.keyboard.type('Not with')
    await other.button('Allow once').click()
    await app.approval.filter({ hasText: 'Allowed once' }).waitFor()
    await expect.poll(() => focused(app)).toBe('Needs your approval')
    const now = (): Promise<number> => app.page.evaluate(() => performance.now())
    const since = await now()
    await expect.poll(now).toBeGreaterThan(since + 600)
    await app.page.keyboard.type('out me')
    await app.page.keyboard.press('Enter')
    await app.expectStatus('Needs your approval: Run touch two')
    await app.button('Deny').click()
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    expect([made('one'), made('two')]).toEqual([true, false])
  })
})
