import { App } from '../e2e/app.ts'
import { browserPath, HOW_TO_GET_A_BROWSER, startBrowser } from '../e2e/browser.ts'
import { startFakeModelServer } from '../e2e/fake-model-server/fake-model-server.ts'
import { text } from '../e2e/fake-model-server/parts.ts'
import { message, stallAfter } from '../e2e/fake-model-server/replies.ts'
import { freshFolder, Host } from '../e2e/host.ts'
import { type Figure, median, ms, percentile } from './figures.ts'

const TURNS = 31
const WARM_UP = 5
/** Of a reply these events come, the first words last; then it waits until it is stopped. */
const EVENTS = ['message_start', 'ping', 'content_block_start', 'content_block_delta']

/** From the first byte of a reply, as it leaves the fake server, to the frame of a real window that shows its first words. */
export async function measureFirstText(): Promise<readonly Figure[]> {
  const what = 'first byte of a reply to its first text on the screen'
  if (browserPath === null)
    return [{ what, measured: HOW_TO_GET_A_BROWSER, goal: '', isMet: false }]
  const model = await startFakeModelServer({ remember: 3 })
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const host = await Host.start({ environment })
  const browser = await startBrowser()
  const app = await App.open(browser, host.address)
  await app.startConversation(freshFolder('work'))
  await app.message.waitFor()
  let repliedAt = Number.NaN
  let turn = 0
  model.respond(() => {
    repliedAt = Date.now()
    return stallAfter(message([text(`Answer ${turn}.`)]), EVENTS.length)
  })
  const times: number[] = []
  for (; turn < WARM_UP + TURNS; turn++) {
    await app.message.fill('Say something')
    const shownAt = await app.page.evaluate(sendAndSee, `Answer ${turn}.`)
    if (turn >= WARM_UP) times.push(shownAt - repliedAt)
    await app.button('Stop').click()
    await app.expectStatus('Idle')
  }
  await app.close()
  await browser.close()
  await host.stop()
  await model.close()
  const value = percentile(times, 0.95)
  return [
    {
      what: `${what} (median, p95 of ${TURNS})`,
      measured: `${ms(median(times))}, ${ms(value)}`,
      goal: 'p95 under 100 ms',
      isMet: value < 100,
    },
  ]
}

/** In the page: presses Send, and answers when the frame with this text is drawn, in ms since 1970. */
async function sendAndSee(answer: string): Promise<number> {
  const buttons = [...document.querySelectorAll('button')]
  const send = buttons.find((button) => button.textContent?.trim() === 'Send')
  if (send === undefined) throw new Error('no Send on the page')
  const isShown = (): boolean =>
    [...document.querySelectorAll('article[aria-label="Agent"]')]
      .at(-1)
      ?.textContent?.includes(answer) ?? false
  const shown = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!isShown()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  send.click()
  await shown
  await new Promise(requestAnimationFrame)
  return Date.now()
}
