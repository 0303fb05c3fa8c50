import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/main/adapters/sqlite/open-database.ts'
import { createSqliteStore } from '../src/main/adapters/sqlite/store.ts'
import type { Message } from '../src/shared/messages/message.ts'
import { bash, text } from './fake-model-server/parts.ts'
import {
  message,
  refusal,
  page as htmlPage,
  cutAfterBytes,
  errorAfter,
} from './fake-model-server/replies.ts'
import type { Reply } from './fake-model-server/reply.ts'
import { focused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'

/** Runs in the page before its own code: remembers each socket so the test can cut it. */
function rememberSockets(): void {
  const sockets: WebSocket[] = []
  const Original = window.WebSocket
  class Remembered extends Original {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      sockets.push(this)
    }
  }
  Object.assign(window, { WebSocket: Remembered, cutLine: () => sockets.at(-1)?.close() })
}

/** Runs in the page before its own code: cuts this many connections, each at some moment of its first 150 ms. */
function cutEachLine(times: number): void {
  const Original = window.WebSocket
  let [cuts, seed] = [0, 1]
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  class Cut extends Original {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      const cut = (): void => {
        if (cuts < times && this.readyState === Original.OPEN) this.close()
        cuts = Math.min(cuts + 1, times)
      }
      this.addEventListener('open', () => setTimeout(cut, next() * 150))
    }
  }
  Object.assign(window, { WebSocket: Cut, cutsLeft: () => times - cuts })
}

/** The messages of the only conversation in the database, oldest first. */
function storedIn(dataFolder: string): readonly Message[] {
  const opened = openDatabase(join(dataFolder, 'phoenix.db'))
  if (!opened.ok) throw new Error(opened.error)
  const store = createSqliteStore(opened.value, { warn: () => undefined })
  const [only] = store.list()
  const messages = only === undefined ? [] : store.history(only.id)
  opened.value.close()
  return messages
}

describeInBrowser('the connection between window and host', (scene) => {
  test('T78 a window that is disconnected in mid-stream recovers completely: nothing missing, nothing twice', async () => {
    const { model } = scene()
    const words = Array.from({ length: 400 }, (_, n) => `word${n}`).join(' ')
    const reply = message([text(words, 200)])
    const slowly = reply.steps.flatMap((step) => [step, { type: 'wait', ms: 10 } as const])
    model.enqueue({ ...reply, steps: slowly })
    const { app } = await scene().conversation({ own: true })
    await app.page.addInitScript(rememberSockets)
    await app.page.reload()
    await app.send('Count')
    for (const mark of ['word50 ', 'word150 ', 'word250 ']) {
      await app.answers.filter({ hasText: mark }).waitFor()
      await app.page.evaluate('cutLine()')
    }
    await app.expectStatus('Idle')
    await expect.poll(async () => (await app.answers.last().innerText()).includes(words)).toBe(true)
    expect(await app.answers.count()).toBe(1)
    expect(await app.questions.count()).toBe(1)
  })

  test('row 15: after 200 cuts in mid-stream, 40 in each of five answers, the page shows what is stored: no gap, nothing twice', async () => {
    const { model } = scene()
    const { app, host } = await scene().conversation({ own: true })
    await app.page.addInitScript(rememberSockets)
    await app.page.reload()
    const answers: string[] = []
    for (const run of ['a', 'b', 'c', 'd', 'e']) {
      const words = Array.from({ length: 800 }, (_, n) => `${run}${n}`)
      answers.push(words.join(' '))
      const reply = message([text(words.join(' '), 800)])
      const slowly = reply.steps.flatMap((step) => [step, { type: 'wait', ms: 15 } as const])
      model.enqueue({ ...reply, steps: slowly })
      await app.send(`Count ${run}`)
      for (let cut = 0; cut < 40; cut++) {
        await app.answers.filter({ hasText: `${run}${cut * 19} ` }).waitFor()
        await app.page.evaluate('cutLine()')
      }
      await app.answers.filter({ hasText: `${run}799` }).waitFor()
      await app.expectStatus('Idle')
    }
    await host.stop()
    const stored = storedIn(host.dataFolder)
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
    const shown = await app.answers.allTextContents()
    const said = stored.flatMap(({ content }) => (content.type === 'agent' ? [content] : []))
    expect(said.map(({ blocks }) => blocks)).toEqual(
      answers.map((each) => [expect.objectContaining({ type: 'text', text: each })]),
    )
    expect(shown).toHaveLength(answers.length)
    shown.forEach((each, index) => expect(each).toContain(answers[index]))
    expect(await app.questions.count()).toBe(answers.length)
  }, 300_000)

  test('after 200 cuts at any moment, while messages are sent, commands run and answers come, the page shows what is stored', async () => {
    const { model } = scene()
    const { app, host } = await scene().conversation({ own: true })
    await app.page.addInitScript(cutEachLine, 200)
    await app.page.reload()
    const words = Array.from({ length: 150 }, (_, n) => `word${n}`).join(' ')
    const sent: string[] = []
    for (let turn = 0; (await app.page.evaluate('cutsLeft()')) !== 0; turn++) {
      const end = `${words} of turn ${turn}.`
      const reply = message([text(end, 150)])
      const slowly = reply.steps.flatMap((step) => [step, { type: 'wait', ms: 10 } as const])
      model.enqueue(message([text(`Turn ${turn}.`), bash('seq 3; sleep 0.5; echo end')]), {
        ...reply,
        steps: slowly,
      })
      sent.push(`Begin turn ${turn}`)
      await app.send(`Begin turn ${turn}`)
      await app.answers.filter({ hasText: end }).waitFor()
      await app.expectStatus('Idle')
    }
    expect(sent.length).toBeGreaterThan(5)
    // Everything is drawn during a search.
    await app.page.keyboard.press('ControlOrMeta+f')
    await expect.poll(() => app.page.locator('article:empty').count()).toBe(0)
    const shown = {
      questions: await app.questions.allTextContents(),
      answers: await app.answers.allTextContents(),
      calls: await app.tool('bash').count(),
      rows: await app.conversations.allInnerTexts(),
    }
    await host.stop()
    const stored = storedIn(host.dataFolder)
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
    expect(stored.map(({ content }) => content.type)).toEqual(
      sent.flatMap(() => ['user', 'agent', 'tool', 'agent']),
    )
    expect(shown.questions).toHaveLength(sent.length)
    expect(shown.answers).toHaveLength(sent.length)
    expect(shown.calls).toBe(sent.length)
    for (const [turn, words] of sent.entries()) {
      expect(shown.questions[turn]).toContain(words)
      expect(shown.answers[turn]?.match(/word0 /g)).toHaveLength(1)
      expect(shown.answers[turn]).toContain(`of turn ${turn}.`)
    }
    expect(shown.rows).toEqual([expect.stringMatching(/^Begin turn 0\nIdle/)])
  }, 300_000)

  test('R18 a rate limit shows when Retry will help; nothing is sent automatically, and Retry continues', async () => {
    const { model } = scene()
    const limited = { type: 'rate_limit_error', message: 'Slow down' }
    model.enqueue(refusal(429, limited, { retryAfter: '3600' }), message([text('Here again.')]))
    const { app } = await scene().conversation()
    await app.send('Hello')
    await app.alert.filter({ hasText: /Worth trying in (1 h 0 m|59 m)/ }).waitFor()
    expect(model.requests).toHaveLength(1)
    await app.button('Retry').click()
    await app.answers.filter({ hasText: 'Here again.' }).waitFor()
    expect(model.requests).toHaveLength(2)
  })

  const failures: readonly (readonly [string, Reply])[] = [
    [
      'an unknown error type',
      refusal(400, { type: 'strange_error', message: 'Traceback (most recent call last)' }),
    ],
    ['a 500 with a page', htmlPage('<html><body>Internal Server Error</body></html>', 500)],
    ['a cut in mid-answer', cutAfterBytes(message([text('Half an answer')]), 400)],
    [
      'an error event',
      errorAfter(
        message([text('Half an answer')]),
        3,
        'api_error',
        'Internal error\n  at f (a.js)',
      ),
    ],
    ['a body of no JSON', refusal(403, null, { body: '{"broken": ' })],
  ]
  test.each(failures)(
    'T50 the error is a sentence for people, never a dump: %s',
    async (_name, reply) => {
      const { model } = scene()
      model.respond(() => reply)
      const { app } = await scene().conversation()
      await app.send('Hello')
      await app.alert.first().waitFor()
      const said = (await app.alert.first().innerText()).trim()
      expect(said).toMatch(/[a-z]+ [a-z]+.*\./)
      expect(said).not.toMatch(/[{}<>]|\bat \w+ \(|Error:|undefined|null|\[object|_error\b/)
    },
  )

  test('a dialog that is open when the host ends says so, and its own buttons stay in view', async () => {
    const { app, host } = await scene().conversation({ own: true })
    const { page } = app
    const dialog = page.getByRole('dialog')
    const said = dialog.getByRole('alert').filter({ hasText: 'Your text is kept' })
    const below = (): Promise<number> =>
      dialog.evaluate((shown) => {
        const buttons = [...shown.querySelectorAll('footer button')]
        const end = Math.max(...buttons.map((each) => each.getBoundingClientRect().bottom))
        return Math.max(0, end - shown.getBoundingClientRect().bottom)
      })
    await app.chooseInMenu('Budget…')
    await dialog.waitFor()
    await host.kill()
    await said.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    for (const size of [
      { width: 1100, height: 760 },
      { width: 400, height: 400 },
    ]) {
      await page.setViewportSize(size)
      await page.keyboard.press('ControlOrMeta+,')
      await said.waitFor()
      expect([size.width, await below()]).toEqual([size.width, 0])
      expect(await focused(app)).not.toBe('Reconnect')
      expect(await dialog.getByText('Can’t reach Phoenix').count()).toBe(1)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
  })

  test('what fails for the lost connection is said once, by the line of the window, and is over with it', async () => {
    const { model } = scene()
    model.respond(() => message([text('Hi.')]))
    const { app, host } = await scene().conversation({ own: true })
    const { page } = app
    const said = page.getByText(/Can’t reach Phoenix/)
    await app.send('Hello')
    await app.answers.filter({ hasText: 'Hi.' }).waitFor()
    await app.expectStatus('Idle')
    await host.kill()
    await said.waitFor()
    for (const item of ['Compact', 'Unpin', 'Pin']) {
      await app.button('More').click()
      const found = page.getByRole('button', { name: item, exact: true })
      if ((await found.count()) > 0) await found.click()
      await page.keyboard.press('Escape')
    }
    await app.message.fill('/fork')
    await page.keyboard.press('Enter')
    await expect.poll(() => app.message.inputValue()).toBe('')
    await app.row('Hello').press('Delete')
    await expect.poll(() => said.count()).toBe(1)
    expect(await page.getByRole('status', { name: 'Notice' }).innerText()).toBe('')
    for (const [item, act] of [
      ['System prompt…', 'Save'],
      ['Budget…', 'Save'],
    ] as const) {
      await app.chooseInMenu(item)
      const dialog = page.getByRole('dialog')
      const field = dialog.locator('textarea, input[type=text]').first()
      await field.fill('5')
      const save = dialog.getByRole('button', { name: act, exact: true })
      await save.click()
      await expect.poll(() => save.isEnabled()).toBe(true)
      expect([item, await dialog.getByText(/Can’t reach Phoenix/).count()]).toEqual([item, 1])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
  })

  test('search, find and inspector leave it to the line of the window that the connection is lost, and go on when it is back', async () => {
    const { model } = scene()
    model.respond(() => message([text('About herons.')]))
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    await page.addInitScript(rememberSockets)
    await page.reload()
    await app.send('Hello')
    await app.answers.filter({ hasText: 'About herons.' }).waitFor()
    await app.expectStatus('Idle')
    const said = page.getByText(/Can’t reach Phoenix/).filter({ visible: true })
    const setOnline = (isOnline: boolean): Promise<void> => page.context().setOffline(!isOnline)
    const cut = async (): Promise<void> => {
      await setOnline(false)
      await page.evaluate('cutLine()')
      await said.first().waitFor()
    }
    await page.keyboard.press('ControlOrMeta+.')
    const panel = page.getByRole('complementary', { name: 'Inspector' })
    const slider = panel.getByRole('slider', { name: 'Event' })
    await slider.press('Home')
    await page.getByText(/^As it was after event 1 of/).waitFor()
    await page.keyboard.press('ControlOrMeta+F')
    const bar = page.getByRole('search', { name: 'Find in this conversation' })
    await cut()
    await slider.press('ArrowRight')
    await bar.getByRole('textbox').fill('heron')
    await panel.getByText(/^Event 2 of/).waitFor()
    expect(await said.count()).toBe(1)
    await setOnline(true)
    await page.getByText(/^As it was after event 2 of/).waitFor()
    await bar.getByText('1 of 1').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+Shift+F')
    const field = page.getByRole('combobox', { name: 'Search all conversations' })
    await field.waitFor()
    await cut()
    await field.fill('heron')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Retrying…').waitFor()
    expect(await dialog.getByText(/Can’t reach Phoenix/).count()).toBe(1)
    await setOnline(true)
    await dialog.getByRole('option').filter({ hasText: 'About herons.' }).waitFor()
    expect(await said.count()).toBe(0)
  })
})
