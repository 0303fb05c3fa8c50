import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { placeOf } from './place-of.ts'
import { describeInBrowser } from './setup.ts'

const LONG = `${'A line of the answer.\n\n'.repeat(60)}The end of it.`

/** The number of the first question that begins in the visible part. */
async function shownFirst(app: App): Promise<number> {
  return app.page.getByRole('region', { name: 'Messages', exact: true }).evaluate((box) => {
    const { top } = box.getBoundingClientRect()
    const all = [...box.querySelectorAll('[data-message]')]
    const shown = all.find((article) => article.getBoundingClientRect().top >= top)
    return Number(/Question (\d+)/.exec(shown?.textContent ?? '')?.[1])
  })
}

describeInBrowser('places in conversations', (scene) => {
  test('the place in a conversation is kept when another is shown meanwhile and over a reload, and sending brings the message into view', async () => {
    const { model, folder } = scene()
    model.enqueue(message([text(LONG)]), message([text('Second answer.')]))
    const { app } = await scene().conversation({ own: true })
    await app.send('First question')
    await app.answers.filter({ hasText: 'The end of it.' }).waitFor()
    await app.expectStatus('Idle')
    await app.page.getByRole('region', { name: 'Messages', exact: true }).hover()
    await app.page.mouse.wheel(0, -500)
    await app.button('Jump to latest').waitFor()
    await expect.poll(async () => (await placeOf(app)).fromEnd).toBeGreaterThan(300)
    const before = await placeOf(app)
    await app.button('New conversation').click()
    await app.startConversation(folder)
    await app.message.waitFor()
    await app.conversations.filter({ hasText: 'First question' }).getByRole('link').click()
    await app.questions.filter({ hasText: 'First question' }).waitFor()
    await expect.poll(() => placeOf(app)).toEqual(before)
    await app.page.reload()
    await app.questions.filter({ hasText: 'First question' }).waitFor()
    await expect.poll(() => placeOf(app)).toEqual(before)
    await app.send('Second question')
    await app.answers.filter({ hasText: 'Second answer.' }).waitFor()
    await expect.poll(async () => (await placeOf(app)).fromEnd).toBeLessThan(32)
    expect(await app.button('Jump to latest').count()).toBe(0)
    expect(app.complaints).toEqual([])
  })

  test('an opened conversation shows its last messages first, then the others, and stays at its end', async () => {
    const { model, folder } = scene()
    const { app } = await scene().conversation({ own: true })
    for (let turn = 1; turn <= 10; turn += 1) {
      model.enqueue(message([text(`Answer ${turn}.`)]))
      await app.send(`Question ${turn}`)
      await app.answers.filter({ hasText: `Answer ${turn}.` }).waitFor()
      await app.expectStatus('Idle')
    }
    await app.startConversation(folder)
    await app.message.waitFor()
    await app.page.evaluate(recordFrames)
    await app.row('Question 1').click()
    await app.answers.filter({ hasText: 'Answer 1.' }).waitFor()
    await expect.poll(() => app.answers.count()).toBe(10)
    const frames = await app.page.evaluate(() => (window as unknown as Recorded).frames)
    const drawn = frames.filter(({ articles }) => articles > 0)
    expect(drawn[0]?.articles).toBeLessThan(20)
    expect(drawn[0]?.isFull).toBe(true)
    expect(drawn.map(({ fromEnd }) => fromEnd).filter((each) => each > 1)).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test("keys lead to the person's messages that are not drawn yet", async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    for (let turn = 1; turn <= 10; turn += 1) {
      model.enqueue(message([text(LONG)]))
      await app.send(`Question ${turn}`)
      await app.answers.nth(turn - 1).waitFor()
      await app.expectStatus('Idle')
    }
    // The page is never idle.
    await app.page.addInitScript(() => (window.requestIdleCallback = () => 0))
    await app.page.reload()
    await app.answers.last().waitFor()
    expect(await app.answers.count()).toBeLessThan(10)
    for (let question = 10; question >= 6; question -= 1) {
      await app.message.press('ControlOrMeta+ArrowUp')
      await expect.poll(() => shownFirst(app)).toBe(question)
    }
    expect(app.complaints).toEqual([])
  })

  test('a window that opens paints its list before it draws a conversation', async () => {
    scene().model.enqueue(message([text('Done.')]))
    const { app } = await scene().conversation({ own: true })
    await app.send('Question')
    await app.expectStatus('Idle')
    await app.page.addInitScript(recordFrames)
    await app.page.reload()
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    const frames = await app.page.evaluate(() => (window as unknown as Recorded).frames)
    expect(frames.find(({ rows }) => rows > 0)).toMatchObject({ articles: 0 })
    expect(app.complaints).toEqual([])
  })

  test("keys and buttons lead from one of the person's messages to the next, and earlier ones load while scrolling", async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    for (let turn = 1; turn <= 105; turn += 1) {
      model.enqueue(message([text(turn % 20 === 0 ? LONG : `Answer ${turn}.`)]))
      await app.send(`Question ${turn}.`)
      await app.answers.nth(turn - 1).waitFor()
      await app.expectStatus('Idle')
    }
    await app.page.reload()
    await app.answers.filter({ hasText: 'Answer 105.' }).waitFor()
    expect(await app.questions.filter({ hasText: 'Question 1.' }).count()).toBe(0)
    const previous = app.button('Your previous message')
    await app.message.press('ControlOrMeta+ArrowUp')
    await previous.waitFor()
    const first = await shownFirst(app)
    await previous.click()
    await expect.poll(() => shownFirst(app)).toBe(first - 1)
    await app.message.press('ControlOrMeta+ArrowDown')
    await expect.poll(() => shownFirst(app)).toBe(first)
    await app.message.fill('In a text the key is its own')
    await app.message.press('ControlOrMeta+ArrowUp')
    await app.message.fill('')
    expect(await shownFirst(app)).toBe(first)
    await app.page.getByRole('region', { name: 'Messages', exact: true }).hover()
    await app.page.mouse.wheel(0, -100_000)
    await app.questions.filter({ hasText: 'Question 1.' }).waitFor()
    expect(app.complaints).toEqual([])
  })

  test('Back and Forward move between conversations, and a reload stays in place', async () => {
    const { model, folder } = scene()
    model.enqueue(message([text('One.')]), message([text('Two.')]))
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    await app.send('First')
    await app.answers.filter({ hasText: 'One.' }).waitFor()
    await app.expectStatus('Idle')
    await app.button('New conversation').click()
    await app.startConversation(folder)
    await app.message.waitFor()
    await app.send('Second')
    await app.answers.filter({ hasText: 'Two.' }).waitFor()
    await app.expectStatus('Idle')
    await page.goBack()
    await app.answers.filter({ hasText: 'One.' }).waitFor()
    await page.reload()
    await app.answers.filter({ hasText: 'One.' }).waitFor()
    await page.goForward()
    await app.answers.filter({ hasText: 'Two.' }).waitFor()
    await page.keyboard.press('ControlOrMeta+[')
    await app.answers.filter({ hasText: 'One.' }).waitFor()
    await page.keyboard.press('ControlOrMeta+]')
    await app.answers.filter({ hasText: 'Two.' }).waitFor()
    expect(app.complaints).toEqual([])
  })

  test('the keys for Back never leave Phoenix for what the tab showed before', async () => {
    const { model } = scene()
    model.enqueue(message([text('One.')]))
    const { app } = await scene().conversation({ own: true })
    await app.send('First')
    await app.answers.filter({ hasText: 'One.' }).waitFor()
    await app.expectStatus('Idle')
    for (const _ of [1, 2, 3]) await app.page.keyboard.press('ControlOrMeta+[')
    await app.page.keyboard.press('ControlOrMeta+/')
    await app.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(app.complaints).toEqual([])
  })

  test('a person who leaves while a conversation is being created stays elsewhere', async () => {
    const { model, folder } = scene()
    model.enqueue(message([text('Here.')]))
    const { app } = await scene().conversation({ own: true })
    await app.send('The first one')
    await app.answers.filter({ hasText: 'Here.' }).waitFor()
    const held: (() => void)[] = []
    let isMade = false
    await app.page.routeWebSocket(/\/socket$/, (line) => {
      const host = line.connectToServer()
      line.onMessage((frame) => {
        if (String(frame).includes('conversation.create')) held.push(() => host.send(frame))
        else host.send(frame)
      })
      host.onMessage((frame) => {
        line.send(frame)
        isMade ||= String(frame).includes('"hasBegun":false')
      })
    })
    await app.page.reload()
    await app.button('New conversation').click()
    await app.startConversation(folder)
    await expect.poll(() => held.length).toBe(1)
    await app.conversations.filter({ hasText: 'The first one' }).click()
    const shown = app.answers.filter({ hasText: 'Here.' })
    await shown.waitFor()
    held[0]?.()
    await expect.poll(() => isMade).toBe(true)
    // A message sent after it is also answered after it.
    model.enqueue(message([text('Not gone.')]))
    await app.send('Where am I?')
    await app.answers.filter({ hasText: 'Not gone.' }).waitFor()
    expect(await shown.isVisible()).toBe(true)
  })
})

interface Frame {
  /** Rows of the list. */
  readonly rows: number
  readonly articles: number
  readonly fromEnd: number
  /** True if they fill the visible part. */
  readonly isFull: boolean
}

interface Recorded {
  readonly frames: readonly Frame[]
}

/**
 * Runs in the page: records for each frame how much of a conversation is drawn, and how far its end is from the visible
 * part.
 */
function recordFrames(): void {
  const frames: Frame[] = []
  Object.assign(window, { frames })
  let hasChangedSince = false
  const observer = new MutationObserver(() => (hasChangedSince = true))
  observer.observe(document, { childList: true, subtree: true })
  const look = (): void => {
    // What has changed since that frame is laid out, and scrolled, with the next.
    if (hasChangedSince) return
    const box = document.querySelector('[aria-label="Messages"]')
    const fromEnd = box === null ? 0 : box.scrollHeight - box.scrollTop - box.clientHeight
    const isFull = box !== null && box.scrollHeight > box.clientHeight
    const articles = box?.querySelectorAll('article').length ?? 0
    const rows = document.querySelectorAll('[aria-label="Conversations"] a').length
    frames.push({ rows, articles, fromEnd, isFull })
  }
  // A message is handled after the frame in which it was sent has been drawn.
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', look)
  port1.start()
  const next = (): void => {
    hasChangedSince = false
    port2.postMessage('drawn')
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}
