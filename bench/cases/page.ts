import { flood } from '../../e2e/fake-model-server/replies.ts'
import type { Trial } from '../bench.ts'
import { type Figure, ms, percentile, withFloor, withGoal } from '../figures.ts'
import { Rig } from '../rig.ts'

const PARAGRAPH = 'One paragraph of an answer that is very long.\n\n'
const LIMIT_MS = 150_000

interface Watched {
  /** ms between consecutive frames until the end of the answer. */
  readonly frames: readonly number[]
  /** ms of each task that the browser calls long (50 ms and more), during which the page did not respond. */
  readonly longTasks: readonly number[]
  readonly nodes: number
}

/** One answer of 20,000 paragraphs, as fast as the socket takes them, in a real window. */
export async function measurePage(trial: Trial): Promise<readonly Figure[]> {
  const count = trial.isShort ? 300 : 20_000
  const rig = await Rig.start(trial)
  const { app, before } = await warmWindow(rig)
  rig.model.enqueue(flood(count, PARAGRAPH))
  await app.message.fill('Write')
  const { frames, longTasks, nodes } = await app.page.evaluate(sendAndWatch, LIMIT_MS)
  await rig.end()
  const what = `${count.toLocaleString('en')} paragraphs:`
  const [p95, worst] = [percentile(frames, 0.95), percentile(frames, 1)]
  const longest = Math.max(0, ...longTasks)
  return [
    withGoal(
      { what: `${what} worst frame`, value: worst, measured: `${ms(worst)} of ${frames.length}` },
      'none over 100 ms',
      worst <= 100,
    ),
    withFloor(
      { what: `${what} p95 of the frames`, value: p95, measured: ms(p95) },
      '16.7 ms, one frame of a screen',
    ),
    withFloor(
      {
        what: `${what} longest task of the page`,
        value: Math.max(50, longest),
        measured:
          longest === 0
            ? 'none of 50 ms or more'
            : `${ms(longest)}, ${longTasks.length} of 50 ms or more`,
      },
      '50 ms, the least that is called long',
    ),
    withFloor(
      { what: `${what} elements of the page`, value: nodes, measured: nodes.toLocaleString('en') },
      `${before.toLocaleString('en')} before them`,
    ),
  ]
}

async function warmWindow(rig: Rig): Promise<{
  readonly app: Awaited<ReturnType<Rig['openConversation']>>
  readonly before: number
}> {
  const app = await rig.openConversation()
  rig.model.enqueue(flood(10, 'warm '))
  await app.send('Warm up')
  await app.answers.last().waitFor()
  await app.expectStatus('Idle')
  return { app, before: await app.page.locator('*').count() }
}

/** Runs in the page: presses Send and records each frame until the end of the answer. */
async function sendAndWatch(limitMs: number): Promise<Watched> {
  const buttons = [...document.querySelectorAll('button')]
  const send = buttons.find((button) => button.textContent?.trim() === 'Send')
  if (send === undefined) throw new Error('no Send on the page')
  const longTasks: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  const status = document.querySelector('[role="status"][aria-label="Status"]')
  const isIdle = (): boolean => status?.textContent?.trim() === 'Idle'
  const frames: number[] = []
  const start = performance.now()
  send.click()
  let hasBegun = false
  for (let last = start; !hasBegun || !isIdle();) {
    hasBegun ||= !isIdle()
    const now = await new Promise<number>(requestAnimationFrame)
    frames.push(performance.now() - last)
    last = performance.now()
    if (now - start > limitMs) throw new Error('the answer did not end in time')
  }
  observer.disconnect()
  return { frames, longTasks, nodes: document.querySelectorAll('*').length }
}
