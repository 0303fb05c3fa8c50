import { stallAfter } from '../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../e2e/fake-model-server/reply.ts'
import type { Trial } from '../bench.ts'
import { type Figure, median, ms, percentile, withGoal } from '../figures.ts'
import { Rig } from '../rig.ts'

interface FirstSign {
  /** Name of the measurement, up to its first sign. */
  readonly what: string
  readonly prompt: string
  readonly reply: (turn: number) => Reply
  /** The number of its events to send; after them it waits until it is stopped. */
  readonly events: number
  /** The text that the screen shows by then. */
  readonly sign: (turn: number) => string
  readonly goal: { readonly words: string; readonly ms: number }
}

/**
 * From the first byte of a reply, as it leaves the fake server, to the frame of a real window that shows its first
 * sign.
 */
export async function measureFirstSign(
  trial: Trial,
  { events, goal, prompt, reply, sign, what }: FirstSign,
): Promise<readonly Figure[]> {
  const { turns, warmUp } = trial.isShort ? { turns: 3, warmUp: 1 } : { turns: 31, warmUp: 5 }
  const rig = await Rig.start(trial)
  const app = await rig.openConversation()
  let repliedAt = Number.NaN
  let turn = 0
  rig.model.respond(() => {
    repliedAt = Date.now()
    return stallAfter(reply(turn), events)
  })
  const times: number[] = []
  for (; turn < warmUp + turns; turn++) {
    await app.message.fill(prompt)
    const shownAt = await app.page.evaluate(sendAndSee, sign(turn))
    if (turn >= warmUp) times.push(shownAt - repliedAt)
    await app.button('Stop').click()
    await app.expectStatus('Idle')
  }
  await rig.end()
  const value = percentile(times, 0.95)
  return [
    withGoal(
      {
        what: `${what} (median, p95 of ${turns})`,
        value: median(times),
        measured: `${ms(median(times))}, ${ms(value)}`,
      },
      goal.words,
      value < goal.ms,
    ),
  ]
}

/** Runs in the page: presses Send, and returns the time of the frame with this text, in ms since 1970. */
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
