import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import { focused, isFocused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'

/** Queues these messages behind one that hangs. */
async function letWait(app: App, ...texts: readonly string[]): Promise<void> {
  await app.send('Begin')
  await app.expectStatus(/^Waiting/)
  for (const each of texts) {
    await app.sendWhileBusy(each, 'Send when idle')
    await app.waitingMessage(each).waitFor()
  }
}

async function linesOf(app: App): Promise<readonly string[]> {
  return app.waiting.locator('.line').allTextContents()
}

describeInBrowser('waiting messages', (scene) => {
  test('R13 an edited one returns to its place, and the earlier composer text is restored', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app } = await scene().conversation()
    await letWait(app, 'One', 'Two', 'Three')
    await app.page.getByText('Waiting messages 3', { exact: true }).waitFor()
    await app.message.fill('Half a thought')
    await app.waitingMessage('Two').getByRole('button', { name: 'Edit' }).click()
    await expect.poll(() => app.message.inputValue()).toBe('Two')
    await expect.poll(() => linesOf(app)).toEqual(['One', 'Three'])
    await app.message.fill('Two and a half')
    await app.message.press('Enter')
    await expect.poll(() => linesOf(app)).toEqual(['One', 'Two and a half', 'Three'])
    expect(await app.message.inputValue()).toBe('Half a thought')
    await app.waitingMessage('One').getByRole('button', { name: 'Edit' }).click()
    await app.message.fill('Something else')
    await app.button('Cancel').click()
    await expect.poll(() => linesOf(app)).toEqual(['One', 'Two and a half', 'Three'])
    expect(await app.message.inputValue()).toBe('Half a thought')
    expect(app.complaints).toEqual([])
  })

  test('one edited while another window writes comes to both drafts once, however often they are saved', async ({
    skip,
  }) => {
    scene().model.enqueue(SILENCE)
    const { app } = await scene().conversation()
    skip(app.page.context().browser() === null, 'Electron has one window')
    await letWait(app, 'Two')
    const other = await app.secondTab()
    await app.waitingMessage('Two').getByRole('button', { name: 'Edit' }).click()
    await expect.poll(() => other.message.inputValue()).toBe('Two')
    const added = ['One', 'Three', 'Four'].map((each) => `${each} from the other`)
    let edited = 'Two'
    for (const [index, text] of added.entries()) {
      await other.message.fill(`${await other.message.inputValue()}\n\n${text}`)
      const earlier = added.slice(0, index + 1).join('\n\n')
      edited += '!'
      await app.message.fill(edited)
      await expect.poll(() => other.message.inputValue()).toBe(`${earlier}\n\n${edited}`)
    }
    await app.message.press('Enter')
    await app.waitingMessage(edited).waitFor()
    for (const each of [app, other])
      await expect.poll(() => each.message.inputValue()).toBe(added.join('\n\n'))
    expect([app.complaints, other.complaints]).toEqual([[], []])
  })

  test('R13 a kill during an edit loses nothing: the text is in the draft', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app, host } = await scene().conversation({ own: true })
    await letWait(app, 'One', 'Two')
    await app.waitingMessage('Two').getByRole('button', { name: 'Edit' }).click()
    await expect.poll(() => linesOf(app)).toEqual(['One'])
    await host.kill()
    const again = await scene().host({ dataFolder: host.dataFolder })
    const next = await scene().window(again)
    await next.waitingMessage('One').waitFor()
    expect(await next.waiting.count()).toBe(1)
    expect(await next.message.inputValue()).toBe('Two')
  })

  test('they are moved by buttons, which keep the focus, and removed', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app } = await scene().conversation()
    await letWait(app, 'One', 'Two', 'Three')
    const down = app.waitingMessage('One').getByRole('button', { name: 'Move down' })
    await down.click()
    await expect.poll(() => linesOf(app)).toEqual(['Two', 'One', 'Three'])
    await expect.poll(() => isFocused(down)).toBe(true)
    await app.waitingMessage('Three').getByRole('button', { name: 'Move up' }).click()
    await expect.poll(() => linesOf(app)).toEqual(['Two', 'Three', 'One'])
    const three = app.waitingMessage('Three')
    await three.getByRole('button', { name: 'Move up' }).press('Enter')
    await expect.poll(() => linesOf(app)).toEqual(['Three', 'Two', 'One'])
    await expect.poll(() => focused(app)).toBe('Move down')
    await app.page.keyboard.press('Enter')
    await expect.poll(() => linesOf(app)).toEqual(['Two', 'Three', 'One'])
    await three.getByRole('button', { name: 'Move up' }).click()
    await app.waitingMessage('One').getByRole('button', { name: 'Edit' }).press('Enter')
    await expect.poll(() => linesOf(app)).toEqual(['Three', 'Two'])
    expect(await focused(app)).toBe('Message')
    await app.button('Cancel').click()
    await expect.poll(() => linesOf(app)).toEqual(['Three', 'Two', 'One'])
    await three.getByRole('button', { name: 'Move down' }).click()
    await expect.poll(() => linesOf(app)).toEqual(['Two', 'Three', 'One'])
    await three.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => linesOf(app)).toEqual(['Two', 'One'])
    await app.page.reload()
    await expect.poll(() => linesOf(app)).toEqual(['Two', 'One'])
    expect(app.complaints).toEqual([])
  })

  test('a long one opens; Send now asks, and Stop and send interrupts for it', async () => {
    const { model } = scene()
    model.enqueue(SILENCE, message([text('At once.')]), message([text('And the rest.')]))
    const { app } = await scene().conversation()
    await letWait(app, 'One', 'Two\nwith a second line')
    const two = app.waitingMessage('Two')
    expect(await two.getByText('with a second line').isVisible()).toBe(false)
    await two.locator('summary').click()
    await two.getByText('with a second line').waitFor()
    await two.getByRole('button', { name: 'Send now' }).click()
    await two.getByRole('alert').filter({ hasText: 'The agent is busy.' }).waitFor()
    await two.getByRole('button', { name: 'Stop and send' }).click()
    await app.answers.filter({ hasText: 'At once.' }).waitFor()
    await app.answers.filter({ hasText: 'And the rest.' }).waitFor()
    await app.expectStatus('Idle')
    const questions = await app.questions.allTextContents()
    expect(questions).toHaveLength(3)
    expect(questions[1]).toContain('with a second line')
    expect(questions[2]).toContain('One')
    expect(model.complaints).toEqual([])
  })

  test('R5 all of them wait after Stop, and say why, until they are sent', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app } = await scene().conversation()
    await letWait(app, 'One', 'Two')
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await app.page.getByText('Held since you stopped the agent.').waitFor()
    expect(await linesOf(app)).toEqual(['One', 'Two'])
    expect(model.requests).toHaveLength(1)
    model.enqueue(message([text('One is done.')]), message([text('Two is done.')]))
    await app.waitingMessage('One').getByRole('button', { name: 'Send now' }).click()
    await app.answers.filter({ hasText: 'One is done.' }).waitFor()
    await app.expectStatus('Idle')
    expect(await linesOf(app)).toEqual(['Two'])
    await app.page.getByText('They wait until you send them.').waitFor()
    expect(model.requests).toHaveLength(2)
    await app.waitingMessage('Two').getByRole('button', { name: 'Send when idle' }).click()
    await app.answers.filter({ hasText: 'Two is done.' }).waitFor()
    expect(await app.waiting.count()).toBe(0)
    const questions = await app.questions.allTextContents()
    expect(questions.map((each) => /One|Two|Begin/.exec(each)?.[0])).toEqual([
      'Begin',
      'One',
      'Two',
    ])
    expect(model.complaints).toEqual([])
  })

  test('a held one is released while the agent works, and is sent when the turn is complete', async () => {
    const { model } = scene()
    model.enqueue(
      SILENCE,
      message([bash('while [ ! -e go ]; do sleep 0.05; done')]),
      message([text('Gone on.')]),
      message([text('Two is done.')]),
    )
    const { app } = await scene().conversation()
    await letWait(app, 'One', 'Two')
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await app.send('Go on')
    await app.expectStatus(/^Running/)
    const two = app.waitingMessage('Two')
    await two.getByRole('button', { name: 'Send when idle' }).click()
    await two.getByText('when idle', { exact: true }).waitFor()
    expect(await two.getByRole('button', { name: 'Send when idle' }).count()).toBe(0)
    await app.page.getByText('Held messages wait until you send them.').waitFor()
    writeFileSync(join(scene().folder, 'go'), '')
    await app.answers.filter({ hasText: 'Two is done.' }).waitFor()
    await app.expectStatus('Idle')
    expect(await linesOf(app)).toEqual(['One'])
    expect(model.requests).toHaveLength(4)
    expect(model.complaints).toEqual([])
  })

  test('one more is seen at the end of a long list, and Esc while one is edited leaves it as it was and stops nothing', async () => {
    scene().model.enqueue(SILENCE)
    const { app } = await scene().conversation()
    const texts = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
    await letWait(app, ...texts)
    const isSeen = (words: string) => () =>
      app.waitingMessage(words).evaluate((row) => {
        const list = row.parentElement?.getBoundingClientRect()
        const { bottom, top } = row.getBoundingClientRect()
        return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1
      })
    await expect.poll(isSeen('Nine')).toBe(true)
    await app.waitingMessage('Three').getByRole('button', { name: 'Edit' }).click()
    await app.message.fill('Something else')
    await app.message.press('Escape')
    await expect.poll(() => linesOf(app)).toEqual(texts)
    expect(await app.message.inputValue()).toBe('')
    await app.expectStatus(/^Waiting/)
    await app.message.press('Escape')
    await app.expectStatus('Idle')
    expect(app.complaints).toEqual([])
  })

  test('R13 after a kill they are held, complete and in order, and none is sent by itself', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app, host } = await scene().conversation({ own: true })
    await letWait(app, 'One', 'Two')
    await host.kill()
    const again = await scene().host({ dataFolder: host.dataFolder })
    const next = await scene().window(again)
    await next.expectStatus('Idle')
    await next.page.getByText('Held since Phoenix was restarted.').waitFor()
    expect(await linesOf(next)).toEqual(['One', 'Two'])
    expect(await next.message.inputValue()).toBe('')
    expect(model.requests).toHaveLength(1)
  })
})
