import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const LONG = Array.from({ length: 300 }, (_, n) => `line ${n}`).join('\n')

describeInBrowser('the message field', (scene) => {
  test('Up walks through earlier messages of the folder, across conversations; Down returns to the typed text', async () => {
    const { model } = scene()
    model.enqueue(...['One.', 'Two.', 'Three.'].map((said) => message([text(said)])))
    const { app } = await scene().conversation({ own: true })
    await app.send('First here')
    await app.answers.filter({ hasText: 'One.' }).waitFor()
    await app.expectStatus('Idle')
    await app.send('Second\nof two lines with @src/')
    await app.answers.filter({ hasText: 'Two.' }).waitFor()
    await app.expectStatus('Idle')
    await app.page.keyboard.press('ControlOrMeta+n')
    await app.button('Start conversation').click()
    await app.send('In another one')
    await app.answers.filter({ hasText: 'Three.' }).waitFor()
    await app.expectStatus('Idle')

    await app.message.fill('half a thought')
    const shows = async (expected: string): Promise<void> =>
      expect.poll(() => app.message.inputValue()).toBe(expected)
    await app.message.press('ArrowUp')
    await shows('In another one')
    await app.message.press('ArrowUp')
    await shows('Second\nof two lines with @src/')
    await app.message.press('ArrowUp')
    await shows('First here')
    await app.message.press('ArrowUp')
    await shows('First here')
    await app.message.press('ArrowDown')
    await shows('Second\nof two lines with @src/')
    await app.message.press('ArrowDown')
    await app.message.press('ArrowDown')
    await shows('half a thought')

    await app.message.press('ArrowUp')
    await shows('In another one')
    await app.page.reload()
    await shows('half a thought')
    expect(app.complaints).toEqual([])
  })

  test('a long paste becomes a file that the model reads, or text of the message on request', async () => {
    const { model } = scene()
    model.enqueue(message([text('Read.')]))
    const { app } = await scene().conversation()
    const cards = app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await app.message.fill('Look: ')
    await app.paste(LONG)
    await cards.filter({ hasText: 'Pasted text.txt' }).waitFor()
    expect(await app.message.inputValue()).toBe('Look: ')
    await app.button('Put it in the message').click()
    expect(await app.message.inputValue()).toBe(`Look: ${LONG}`)
    expect(await cards.count()).toBe(0)

    await app.message.fill('Look')
    await app.paste(LONG)
    await cards.filter({ hasText: 'Pasted text.txt' }).waitFor()
    await app.message.press('Enter')
    await app.answers.filter({ hasText: 'Read.' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('line 299')
    expect(app.complaints).toEqual([])
  })

  test('Send all sends the held messages: the first now, the others with it', async () => {
    const { model } = scene()
    model.enqueue(SILENCE, ...['One.', 'Two.', 'Three.'].map((said) => message([text(said)])))
    const { app } = await scene().conversation()
    await app.send('Begin')
    await app.expectStatus(/^Waiting/)
    for (const each of ['A', 'B', 'C']) {
      await app.sendWhileBusy(each, 'Send when idle')
      await app.waitingMessage(each).waitFor()
    }
    await app.button('Stop').click()
    await app.waitingMessage('C').filter({ hasText: 'held' }).waitFor()
    await app.button('Send all').click()
    await app.answers.filter({ hasText: 'Three.' }).waitFor()
    await app.expectStatus('Idle')
    expect(await app.waiting.count()).toBe(0)
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    expect(sent.indexOf('"A"')).toBeLessThan(sent.indexOf('"B"'))
    expect(sent.indexOf('"B"')).toBeLessThan(sent.indexOf('"C"'))
    expect(app.complaints).toEqual([])
  })
})
