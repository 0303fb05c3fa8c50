import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { hiddenTexts } from './support/hidden-texts.ts'
import { describeInBrowser } from './setup.ts'

const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }
const HIDDEN = 'echo \u202Eharmless\u202C \u2066x\u2069 a\u200Bb\u{E0041} \u0007\u00A0end'

/** The horizontal position of each character of the element with this text, in text order. */
async function placesOf(app: App, words: string): Promise<readonly number[]> {
  return app.approval.getByText(words).evaluate((element) => {
    const places: number[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (let at = 0; at < (node.textContent?.length ?? 0); at += 1) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        places.push(range.getBoundingClientRect().left)
      }
    }
    return places
  })
}

describeInBrowser('what is shown is what runs', (scene) => {
  test('invisible characters are shown as escapes, on the card, in the status line and in the thread', async () => {
    scene().model.enqueue(message([bash(HIDDEN)]), message([text('Done.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Go')
    await app.approval.getByText('\\u{202E}').first().waitFor()
    for (const escape of ['\\u{200B}', '\\u{E0041}', '\\u{0007}', '\\u{00A0}', '\\u{2066}'])
      expect(await app.approval.textContent()).toContain(escape)
    await app.expectStatus(/\\u\{202E\}harmless/)
    expect(await hiddenTexts(app.page)).toEqual([])
    await app.button('Allow once').click()
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    await app.openCard(app.tool('bash'))
    expect(await hiddenTexts(app.page)).toEqual([])
  })

  test('right-to-left letters are shown in the order in which they run', async () => {
    scene().model.enqueue(message([bash('rm אבג && echo דהו')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Go')
    await app.approval.waitFor()
    const places = await placesOf(app, 'rm אבג')
    expect(places).toHaveLength('rm אבג && echo דהו'.length)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('a long command can be allowed only after its end was visible', async () => {
    scene().model.enqueue(
      message([bash(`echo${'\n'.repeat(200)}echo the end > made`)]),
      message([text('Done.')]),
    )
    const { app } = await scene().conversation(ASK)
    await app.send('Go')
    await app.approval.getByText('201 lines, 223 characters').waitFor()
    await app.button('Show more').waitFor()
    expect(await app.button('Allow once').isDisabled()).toBe(true)
    expect(await app.button('Always allow here').isDisabled()).toBe(true)
    expect(await app.button('Deny').isDisabled()).toBe(false)
    await app.page.getByRole('region', { name: 'Tool call' }).focus()
    await app.page.keyboard.press('End')
    await app.button('Allow once').click()
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
  })

  test('one button shows the rest of a command, however long it is', async () => {
    scene().model.enqueue(message([bash(`echo ${'long '.repeat(4_000)}the-end`)]))
    const { app } = await scene().conversation(ASK)
    await app.send('Go')
    await app.approval.getByText('1 line, 20,012 characters').waitFor()
    expect(await app.approval.textContent()).not.toContain('the-end')
    await app.page.waitForFunction(() => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(({ textContent }) => /^\s*Show (?:the rest|more)/.test(textContent))?.click()
      return buttons.some(
        (each) => each.textContent.trim().startsWith('Allow once') && !each.disabled,
      )
    })
    expect(await app.approval.textContent()).toContain('the-end')
  })

  test('several calls can be allowed at once only after each long one was seen', async () => {
    scene().model.enqueue(message([bash('echo a'), bash(`echo b${'\n'.repeat(100)}echo c`)]))
    const { app } = await scene().conversation(ASK)
    await app.send('Go')
    await app.approval.waitFor()
    const all = app.button('Allow all 2 once')
    await app.button('Show more').waitFor({ state: 'detached' })
    expect(await all.isDisabled()).toBe(true)
    await app.approval.getByRole('button', { name: /echo b/ }).click()
    await app.page.getByRole('region', { name: 'Tool call' }).focus()
    await app.page.keyboard.press('End')
    await expect.poll(() => all.isEnabled()).toBe(true)
  })
})
