import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

/** Runs in the page: clicks all of them and returns their number. */
function pressAll(buttons: readonly (HTMLElement | SVGElement)[]): number {
  for (const button of buttons) if (button instanceof HTMLElement) button.click()
  return buttons.length
}

/** A command that prints its name and runs until a file appears. */
const until = (name: string): string => `echo ${name}; until [ -e ${name}.go ]; do sleep 0.05; done`

describeInBrowser('text typed and work started', (scene) => {
  test('Settings keep refused input after Esc, say that it is not saved, and can discard it', async () => {
    const app = await scene().window(await scene().host({ own: true }))
    const { page } = app
    const address = page.getByRole('textbox', { name: 'Base URL' })
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    const note = page.getByText('Your unsaved changes are still here')
    await app.button('Settings').click()
    await address.fill('nowhere')
    await page.keyboard.press('Escape')
    await dialog.getByText('must start with http').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await app.button('Settings').click()
    await note.waitFor()
    expect(await address.inputValue()).toBe('nowhere')
    await app.button('Discard').click()
    expect(await address.inputValue()).toBe('')
    expect(await note.count()).toBe(0)
    await address.fill('http://127.0.0.1:8')
    await app.closeSettings()
    await app.button('Settings').click()
    expect(await address.inputValue()).toBe('http://127.0.0.1:8')
    expect(await note.count()).toBe(0)
    expect(app.complaints).toEqual([])
  })

  test('the choices of a busy agent survive a change of permissions and of the title', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app } = await scene().conversation()
    await app.send('Begin')
    await app.expectStatus(/^Waiting/)
    await app.send('And this')
    await app.button('Send when idle').waitFor()
    await app.permissions.selectOption('Read only')
    await app.button('Rename').click()
    await app.page.keyboard.type('Named meanwhile')
    await app.page.keyboard.press('Enter')
    await app.conversations.filter({ hasText: 'Named meanwhile' }).waitFor()
    await app.message.focus()
    await app.button('Send when idle').click()
    await app.waitingMessage('And this').waitFor()
  })

  test("a command cut off in its card's line is shown in full in the open card", async () => {
    const { model } = scene()
    const command = `echo ${'long-word '.repeat(10)}end`
    model.enqueue(message([bash(command)]), message([text('Done.')]))
    const { app } = await scene().conversation()
    await app.page.setViewportSize({ width: 520, height: 600 })
    await app.send('Say it')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    const card = app.tool('bash')
    const input = card.locator('[data-part="input"]')
    await app.openCard(card)
    expect(await input.textContent()).toBe(command)
    expect(await input.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  })

  test('the card of a long call opens itself, and nothing that is in view closes by itself', async () => {
    const { folder, model } = scene()
    const done = (name: string): void => writeFileSync(join(folder, `${name}.go`), '')
    model.enqueue(message([bash('echo quick')]), message([bash(until('slow'))]))
    const { app } = await scene().conversation()
    const card = (name: string) => app.tool('bash').filter({ hasText: `echo ${name}` })
    const output = (name: string) => card(name).locator('.output').filter({ hasText: name })
    await app.send('Work')
    await output('slow').waitFor()
    const { y } = (await output('slow').boundingBox()) ?? { y: null }
    // The head says it once, and what was printed stays where it was.
    model.enqueue(message([bash(until('failing') + '; exit 3')]))
    done('slow')
    await card('slow').filter({ hasText: 'exit 0 ·' }).waitFor()
    await card('slow').getByRole('button', { name: 'Copy output' }).waitFor()
    expect((await output('slow').boundingBox())?.y).toBe(y)
    expect(await output('slow').locator('pre').textContent()).toBe('slow')
    await output('failing').waitFor()
    model.enqueue(message([bash(until('stopped'))]))
    done('failing')
    await output('stopped').waitFor()
    await app.button('Stop').click()
    await card('stopped').filter({ hasText: 'Cancelled' }).waitFor()
    // Until then a message would be refused.
    await app.expectStatus('Idle')
    model.enqueue(message([text('A long answer. '.repeat(2_000))]))
    await app.send('Go on')
    await app.expectStatus('Idle')
    await output('slow').waitFor({ state: 'detached' })
    for (const name of ['failing', 'stopped']) await output(name).waitFor({ state: 'attached' })
    expect(app.complaints).toEqual([])
  })

  test('a command keeps its colours, its whole output and what it had printed when it was stopped', async () => {
    const { model } = scene()
    const colour = String.raw`printf '\033[31mred %s\033[0m\n' one`
    model.enqueue(
      message([bash(`${colour}; seq -f 'line %.0f of many more' 20000; ${colour}`)]),
      message([text('Printed.')]),
      message([bash(`seq 2000; ${colour}; until [ -e go ]; do sleep 0.05; done`)]),
    )
    const { app } = await scene().conversation()
    await app.send('Print')
    await app.answers.filter({ hasText: 'Printed.' }).waitFor()
    const card = app.tool('bash').first()
    await app.openCard(card)
    await card.locator('.ansi-red', { hasText: 'red one' }).waitFor()
    await card.getByRole('button', { name: /^Show [\d,]+ more lines$/ }).click()
    const earlier = card.getByRole('button', { name: /^Show earlier output/ })
    await expect.poll(() => earlier.evaluateAll(pressAll)).toBe(0)
    const printed = card.locator('.output pre')
    await expect.poll(() => printed.textContent()).toMatch(/^red one\nline 1 of many more\n/)
    const lines = ((await printed.textContent()) ?? '').split('\n')
    expect(lines.filter((line) => line.startsWith('line '))).toHaveLength(20_000)
    expect(await card.locator('.ansi-red').count()).toBe(2)
    expect(lines.at(-1)).toBe('red one')
    expect(await card.locator('summary').textContent()).toContain('exit 0 · ')

    await app.send('Print again')
    const second = app.tool('bash').nth(1)
    await second.locator('.ansi-red').waitFor()
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await app.page.reload()
    await second.locator('summary').click()
    await second.locator('.ansi-red').waitFor()
    await second.getByRole('button', { name: /^Show [\d,]+ more lines$/ }).click()
    await expect.poll(() => second.locator('.output pre').textContent()).toMatch(/\n1\n2\n3\n/)
  })
})
