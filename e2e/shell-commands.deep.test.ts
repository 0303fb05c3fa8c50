import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message, stallAfter } from './fake-model-server/replies.ts'
import { expectMatch } from './support/search-match.ts'
import { processesWith } from './support/processes.ts'
import { describeInBrowser } from './setup.ts'

let count = 0
/** A command that no other process on the machine runs. */
const uniqueSleep = (): string => `sleep 3000.${process.pid}${++count}`

describeInBrowser('a command of a person’s own', (scene) => {
  test('! runs it in the folder, and the agent does not see it until it is shown', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    await app.message.fill('!echo one; echo two >&2; exit 3')
    await app.page.getByText('Enter runs this command').waitFor()
    await app.message.press('Enter')
    const card = app.ownCommand('echo one')
    await card.filter({ hasText: 'exit 3 ·' }).waitFor()
    expect(await card.textContent()).toContain('one')
    await expect.poll(() => app.message.inputValue()).toBe('')
    await card.getByRole('button', { name: 'Show to the agent' }).click()
    const cards = app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await cards.filter({ hasText: 'echo one echo two 2 exit 3.txt' }).waitFor()
    model.enqueue(message([text('It ended with 3.')]))
    await app.send('What does this mean?')
    await app.answers.filter({ hasText: 'It ended with 3.' }).waitFor()
    const asked = JSON.stringify(model.requests.at(-1)?.body)
    expect(asked).toContain('$ echo one; echo two >&2; exit 3')
    expect(asked).toContain('one\\ntwo')
    model.enqueue(message([text('Hello.')]))
    await app.send(' !is no command')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('!is no command')
    expect(model.complaints).toEqual([])
  })

  test('it runs during a turn and over a reload; Esc ends it with everything it started, and says so', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    const { app } = await scene().conversation()
    model.enqueue(stallAfter(message([text('I think about it.')]), 3))
    await app.send('Think')
    await app.message.fill(`!echo begun; (setsid ${sleep} &); ${sleep}`)
    await app.message.press('Enter')
    await app.ownCommand('echo begun').filter({ hasText: 'begun' }).waitFor()
    await app.page.reload()
    const card = app.ownCommand('echo begun')
    await card.filter({ hasText: 'Running' }).waitFor()
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(1)
    await app.message.press('Escape')
    await card.filter({ hasText: 'Stopped by you' }).waitFor()
    await app.expectStatus('Idle')
    await expect.poll(() => processesWith(sleep)).toEqual([])
    expect(await card.textContent()).toContain('begun')
  })

  test('at rest the Stop button ends it, and so does its own', async () => {
    const { app } = await scene().conversation()
    for (const name of ['Stop', 'Stop command']) {
      const sleep = uniqueSleep()
      await app.message.fill(`!${sleep}`)
      await app.message.press('Enter')
      const card = app.ownCommand(sleep)
      await card.filter({ hasText: 'Running' }).waitFor()
      await app.button(name).click()
      await card.filter({ hasText: 'Stopped by you' }).waitFor()
      await expect.poll(() => processesWith(sleep)).toEqual([])
      await expect.poll(() => app.button('Stop').isDisabled()).toBe(true)
    }
  })

  test('after a kill none of its processes is left running, finished commands are there, and running ones show as interrupted', async () => {
    const sleep = uniqueSleep()
    const { app, host } = await scene().conversation({ own: true })
    scene().model.enqueue(message([text('Hello.')]))
    await app.send('Hello')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    for (const command of ['echo done', sleep]) {
      await app.message.fill(`!${command}`)
      await app.message.press('Enter')
      await app.ownCommand(command).waitFor()
      await expect.poll(() => app.message.inputValue()).toBe('')
    }
    await app.ownCommand('echo done').filter({ hasText: 'exit 0 ·' }).waitFor()
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
    await host.kill()
    const again = await scene().host({ dataFolder: host.dataFolder })
    const next = await scene().window(again)
    await next.conversations.first().click()
    await next.ownCommand('echo done').filter({ hasText: 'exit 0 ·' }).waitFor()
    await next.ownCommand(sleep).filter({ hasText: 'Phoenix quit while it was running' }).waitFor()
    expect(processesWith(sleep)).toEqual([])
  })

  test('search finds its output, its card opens with the match marked, and a fork includes it', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    model.enqueue(message([text('Hello.')]))
    await app.send('Hello')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    await app.message.fill('!printf "nar%s swims" whal')
    await app.message.press('Enter')
    const card = app.ownCommand('printf')
    await card.filter({ hasText: 'exit 0' }).waitFor()
    await card.locator('summary').click()
    await app.page.keyboard.press('ControlOrMeta+Shift+F')
    const field = app.page.getByRole('combobox', { name: 'Search all conversations' })
    const results = app.page.getByRole('listbox', { name: 'Results' }).getByRole('option')
    const output = results.filter({ hasText: 'Output' })
    // It is indexed after its end, by the search thread.
    const search = async (): Promise<number> => {
      const before = await output.count()
      await field.fill(before === 0 ? '' : 'narwhal swims')
      await field.fill('narwhal swims')
      return before
    }
    await expect.poll(search, { interval: 500 }).toBe(1)
    await output.click()
    await expectMatch(app.page, 'narwhal')
    expect(await card.getAttribute('open')).not.toBeNull()
    await app.page.keyboard.press('Escape')
    const answer = app.page.getByRole('article', { name: 'Agent' })
    await answer.getByRole('button', { name: 'More actions' }).press('Enter')
    await app.page.locator('button:focus', { hasText: 'Fork from here' }).press('Enter')
    await app.page.getByText('Forked from').waitFor()
    await app.ownCommand('printf').filter({ hasText: 'exit 0' }).waitFor()
  })
})
