import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message, stallAfter } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('a conversation', (scene) => {
  test('output of a command appears while it runs', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo first line; sleep 1000')]))
    const { app } = await scene().conversation()
    await app.send('Run')
    await app.tool('bash').locator('.output').filter({ hasText: 'first line' }).waitFor()
    await app.expectStatus(/^Running echo first line.*, \d+ s$/)
    await app.button('Stop').click()
    await app.expectStatus('Idle')
  })

  test('two conversations at once, one of them hanging: the other answers', async () => {
    const { model, folder } = scene()
    model.respond((body) =>
      JSON.stringify(body).includes('hang, please') ? stallAfter(message([text('x')]), 1) : null,
    )
    const { app } = await scene().conversation()
    await app.send('hang, please')
    await app.expectStatus(/^Waiting|answering/)
    model.enqueue(message([text('Here I am.')]))
    await app.button('New conversation').click()
    await app.startConversation(folder)
    await app.send('quick one')
    await app.answers.filter({ hasText: 'Here I am.' }).waitFor()
    await app.expectStatus('Idle')
    const hanging = app.conversations.filter({ hasText: 'hang, please' })
    expect(await hanging.count()).toBe(1)
    expect(await app.conversations.filter({ hasText: 'quick one' }).count()).toBe(1)
    await hanging.click()
    await app.questions.filter({ hasText: 'hang, please' }).waitFor()
    expect(await app.answers.filter({ hasText: 'Here I am.' }).count()).toBe(0)
    await app.button('Stop').click()
    await app.expectStatus('Idle')
  })

  test('a draft survives a switch and a kill of the host', async () => {
    const { folder } = scene()
    const { app, host } = await scene().conversation({ own: true })
    await app.message.fill('Half a thought')
    await app.button('New conversation').click()
    await app.startConversation(folder)
    await expect.poll(() => app.message.inputValue()).toBe('')
    expect(await app.conversations.count()).toBe(0)
    await app.button('New conversation').click()
    await app.unsent('Half a thought').click()
    await expect.poll(() => app.message.inputValue()).toBe('Half a thought')
    await host.kill()
    const again = await scene().host({ dataFolder: host.dataFolder })
    const next = await scene().window(again)
    await next.unsent('Half a thought').click()
    await expect.poll(() => next.message.inputValue()).toBe('Half a thought')
  })

  test('a stopped answer stays as it was drawn after a switch, can be quoted, and goes with the next message', async () => {
    const { model, folder } = scene()
    const long = `Use **this**.\n\n${'More words. '.repeat(400)}\n\nIts **end**, and`
    const answer = message([text(long)])
    model.enqueue(stallAfter(answer, answer.steps.length - 3), message([text('Done.')]))
    const { app } = await scene().conversation()
    await app.send('How?')
    const end = app.answers.last().locator('strong', { hasText: 'end' })
    await end.waitFor()
    const drawn = await end.elementHandle()
    await app.button('Stop').click()
    const note = app.page.getByText('This answer is unfinished and not saved.')
    await note.waitFor()
    // The same element that was streamed: nothing moves under the reader.
    expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true)
    await app.page.getByText('Everything but the unfinished answer is saved.').waitFor()
    await app.button('New conversation').click()
    await app.startConversation(folder)
    await app.conversations.filter({ hasText: 'How?' }).click()
    await end.waitFor()
    await app.button('Quote in my message').click()
    expect(await app.message.inputValue()).toContain('> Use **this**.\n>\n> More words.')
    await app.message.press('Enter')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    expect(await note.count()).toBe(0)
    expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain('"role":"assistant"')
    expect(app.complaints).toEqual([])
  })
})
