import { App } from '../e2e/app.ts'
import { browserPath, HOW_TO_GET_A_BROWSER, startBrowser } from '../e2e/browser.ts'
import { startFakeModelServer } from '../e2e/fake-model-server/fake-model-server.ts'
import { flood } from '../e2e/fake-model-server/replies.ts'
import { freshFolder, Host } from '../e2e/host.ts'
import { type Figure, ms } from './figures.ts'
import { cpuSeconds, peakMegabytes } from './process-cost.ts'

const DELTAS = 20_000

/** 20,000 deltas as fast as the socket takes them, to the last of them on the screen of a real window. */
export async function measureDeltas(): Promise<readonly Figure[]> {
  if (browserPath === null) {
    return [{ what: '20,000 deltas', measured: HOW_TO_GET_A_BROWSER, goal: '', isMet: false }]
  }
  const model = await startFakeModelServer()
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const host = await Host.start({ environment })
  const browser = await startBrowser()
  const app = await App.open(browser, host.address)
  await app.startConversation(freshFolder('work'))
  await app.message.waitFor()
  model.enqueue(flood(10, 'warm '))
  await app.send('Warm up')
  await app.answers.last().waitFor()
  await app.expectStatus('Idle')

  model.enqueue(flood(DELTAS, 'word '))
  const cpu = cpuSeconds(host.pid)
  await app.message.fill('Flood')
  const seen = await app.page.evaluate(sendAndWatch, DELTAS)
  const used = cpuSeconds(host.pid) - cpu
  const peak = peakMegabytes(host.pid)
  await app.close()
  await browser.close()
  await host.stop()
  await model.close()
  return [
    {
      what: '20,000 deltas: to the last text on the screen',
      measured: `${(seen.lastText / 1000).toFixed(2)} s`,
      goal: 'under 2 s',
      isMet: seen.lastText < 2_000,
    },
    {
      what: '20,000 deltas: host CPU',
      measured: `${used.toFixed(2)} s`,
      goal: 'at most 0.4 s',
      isMet: used <= 0.4,
    },
    {
      what: '20,000 deltas: a click answered meanwhile, at worst',
      measured: ms(seen.worstClick),
      goal: 'within 100 ms',
      isMet: seen.worstClick <= 100,
    },
    {
      what: '20,000 deltas: peak memory of the host',
      measured: `${peak.toFixed(0)} MB`,
      goal: '(told)',
      isMet: true,
    },
  ]
}

/** In the page: presses Send, clicks without pause, and answers in ms when all words were there and the slowest click. */
async function sendAndWatch(words: number): Promise<{ lastText: number; worstClick: number }> {
  const buttons = [...document.querySelectorAll('button')]
  const send = buttons.find((button) => button.textContent?.trim() === 'Send')
  if (send === undefined) throw new Error('no Send on the page')
  const isComplete = (): boolean => {
    const last = [...document.querySelectorAll('article[aria-label="Agent"]')].at(-1)
    return (last?.textContent?.length ?? 0) >= words * 5 - 5
  }
  const start = performance.now()
  send.click()
  let worstClick = 0
  while (!isComplete()) {
    const clicked = performance.now()
    await new Promise<void>((resolve) => {
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => resolve(), { once: true })
      channel.port1.start()
      channel.port2.postMessage('click')
    })
    worstClick = Math.max(worstClick, performance.now() - clicked)
    if (performance.now() - start > 30_000) break
    await new Promise(requestAnimationFrame)
  }
  return { lastText: performance.now() - start, worstClick }
}
