import { text } from '../../e2e/fake-model-server/parts.ts'
import { drip, message } from '../../e2e/fake-model-server/replies.ts'
import { freshFolder } from '../../e2e/support/host.ts'
import { paintedAfterKeys } from '../after-paint.ts'
import type { Trial } from '../bench.ts'
import { type Figure, ms, percentile, withGoal } from '../figures.ts'
import { Rig } from '../rig.ts'

const STREAMING = 6
/** About 100 words a second each, longer than the typing takes. */
const ANSWER = drip(message([text('word '.repeat(30_000), 30_000)]), 1_200, 100)
const GOAL_MS = 50

/**
 * Keys in the message field of a real window, from the press to the paint that shows it, while six conversations
 * stream, one of them visible.
 */
export async function measureTyping(trial: Trial): Promise<readonly Figure[]> {
  const keys = trial.isShort ? 20 : 200
  const rig = await Rig.start(trial)
  rig.model.respond(() => ANSWER)
  const app = await rig.openWindow()
  for (let count = 0; count < STREAMING; count++) {
    await app.button('New conversation').click()
    await app.startConversation(freshFolder('work'))
    await app.send('Talk at length')
    await app.answers.filter({ hasText: 'word word' }).waitFor()
  }
  const times = await paintedAfterKeys(app.message, keys)
  const shown = (await app.message.inputValue()).length
  await rig.end()
  if (times.length !== keys || shown !== keys) throw new Error('not every key was seen')
  const value = percentile(times, 0.95)
  const what = `a typed key while ${STREAMING} conversations stream, p95`
  const measured = `${ms(value)} (worst ${ms(percentile(times, 1))} of ${keys})`
  return [withGoal({ what, value, measured }, `under ${GOAL_MS} ms`, value < GOAL_MS)]
}
