import { bash, text } from '../../e2e/fake-model-server/parts.ts'
import { message } from '../../e2e/fake-model-server/replies.ts'
import { freshFolder } from '../../e2e/support/host.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Trial } from '../bench.ts'
import type { BenchClient } from '../client.ts'
import { type Figure, kilobytes, withGoal } from '../figures.ts'
import { Rig } from '../rig.ts'

const LONG_PROMPT = 'Mind the tests. '.repeat(6_250)
const MOST_BYTES = 2_048

/** The frames that a page receives in one round of the loop: a reply that calls one command, and its result. */
export async function measureFrames(trial: Trial): Promise<readonly Figure[]> {
  const rounds = trial.isShort ? 5 : 50
  const rig = await Rig.start(trial, { sandbox: 'off' })
  const client = await rig.connect()
  await client.request('app.open', {})
  const figures: Figure[] = []
  for (const [name, systemPrompt] of [
    ['the normal prompt', null],
    ['a prompt of 100 KB', LONG_PROMPT],
  ] as const) {
    const conversationId = await client.newConversation(freshFolder('work'))
    await client.request('conversation.configure', { conversationId, systemPrompt })
    const turn = (count: number): Promise<number> => bytesOfTurn(rig, client, conversationId, count)
    await turn(1)
    // The difference of two turns cancels the frames that each turn sends once.
    const value = ((await turn(2 * rounds)) - (await turn(rounds))) / rounds
    const what = `frames to a page per round, ${name}`
    const goal = `at most ${kilobytes(MOST_BYTES)}`
    figures.push(withGoal({ what, value, measured: kilobytes(value) }, goal, value <= MOST_BYTES))
  }
  client.close()
  await rig.end()
  return figures
}

/** Bytes of all frames that the client received in a turn with this many rounds. */
async function bytesOfTurn(
  { model }: Rig,
  client: BenchClient,
  conversationId: ConversationId,
  rounds: number,
): Promise<number> {
  let left = rounds
  model.respond(() => message([left-- > 0 ? bash(`true # ${left}`) : text('Done.')]))
  const before = client.allBytes
  const idle = client.untilIdle()
  await client.send(conversationId, 'Go on')
  await idle
  return client.allBytes - before
}
