import { setTimeout as delay } from 'node:timers/promises'
import { flood } from '../../e2e/fake-model-server/replies.ts'
import type { Trial } from '../bench.ts'
import { type Figure, megabytes, ms, withFloor, withGoal } from '../figures.ts'
import { cpuSeconds, peakMegabytes } from '../process-cost.ts'
import { Rig } from '../rig.ts'
import { STARTED_MS } from './start.ts'

/** 20,000 deltas as fast as the socket takes them, until the last one is on the screen of a real window. */
export async function measureDeltas(trial: Trial): Promise<readonly Figure[]> {
  const deltas = trial.isShort ? 2_000 : 20_000
  const rig = await Rig.start(trial)
  const { host, model } = rig
  const app = await rig.openConversation()
  model.enqueue(flood(10, 'warm '))
  await app.send('Warm up')
  await app.answers.last().waitFor()
  await app.expectStatus('Idle')
  if (!trial.isShort) await delay(STARTED_MS)

  model.enqueue(flood(deltas, 'word '))
  const [cpu, before] = [cpuSeconds(host.pid), peakMegabytes(host.pid)]
  await app.message.fill('Flood')
  const seen = await app.page.evaluate(sendAndWatch, deltas)
  const used = cpuSeconds(host.pid) - cpu
  const peak = peakMegabytes(host.pid)
  await rig.end()
  const what = `${deltas.toLocaleString('en')} deltas:`
  const { lastText, worstClick } = seen
  return [
    withGoal(
      {
        what: `${what} to the last text on the screen`,
        value: lastText,
        measured: `${(lastText / 1000).toFixed(2)} s`,
      },
      'under 2 s',
      lastText < 2_000,
    ),
    withGoal(
      { what: `${what} host CPU`, value: used, measured: `${used.toFixed(2)} s` },
      'at most 0.4 s',
      used <= 0.4,
    ),
    withGoal(
      {
        what: `${what} a click answered meanwhile, at worst`,
        value: worstClick,
        measured: ms(worstClick),
      },
      'within 100 ms',
      worstClick <= 100,
    ),
    withFloor(
      { what: `${what} peak memory of the host`, value: peak, measured: megabytes(peak) },
      `${megabytes(before)} before them`,
    ),
  ]
}

/**
 * Runs in the page: presses Send, clicks without pause, and returns in ms when all words had arrived and how long the
 * slowest click took.
 */
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
    if (performance.now() - start > 30_000) throw new Error('the last text did not come in 30 s')
    await new Promise(requestAnimationFrame)
  }
  return { lastText: performance.now() - start, worstClick }
}
