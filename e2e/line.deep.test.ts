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
import type { Reply, Step } from './fake-model-server/reply.ts'
import { rememberSockets } from './cut-line.ts'
import { describeInBrowser } from './setup.ts'

/** Runs in the page before its own code: cuts this many connections, each at some moment of its first 150 ms. */
function cutEachLine(times: number): void {
  const Original = window.WebSocket
  let [cuts, seed] = [0, 1]
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  class Cut extends Original {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      const cut = (): void => {
        if (cuts === times || this.readyState !== Original.OPEN) return
        this.close()
        cuts++
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
      // The stream goes on through a cut, but not past the word of the next one.
      const cuts = Array.from({ length: 40 }, () => Promise.withResolvers<void>())
      const slowly = reply.steps.flatMap((step, at): Step[] => {
        const until = at % 19 === 0 ? cuts[at / 19 - 2]?.promise : undefined
        const wait = { type: 'wait', ms: 15 } as const
        return until === undefined ? [step, wait] : [{ type: 'hold', until }, step, wait]
      })
      model.enqueue({ ...reply, steps: slowly })
      await app.send(`Count ${run}`)
      for (const [cut, { resolve }] of cuts.entries()) {
        await app.answers.filter({ hasText: `${run}${cut * 19} ` }).waitFor()
        await expect.poll(() => app.page.evaluate('hasLine()')).toBe(true)
        await app.page.evaluate('cutLine()')
        resolve()
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
})
