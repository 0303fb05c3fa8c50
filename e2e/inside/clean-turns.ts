import { textsOf } from '../../src/shared/messages/content.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import { Inside } from './inside.ts'
import { thisMoment, type Took, tookSince } from './line.ts'

const CYCLES = 200
const LANES = 4

/** Row 7: a tool is cancelled, the next message is sent at once, and its tool must not be affected. */
const inside = await Inside.start(process.env)
const waits: Took[] = []
const results: string[] = []
const expected: string[] = []

async function cycleOver(conversation: ConversationId): Promise<void> {
  while (expected.length < CYCLES) {
    const cycle = expected.push(`ok ${expected.length}`) - 1
    const running = inside.step(conversation, ({ state }) => state.type === 'toolExecuting')
    await inside.send(conversation, 'tool')
    await running
    const rested = inside.untilIdle(conversation).then(thisMoment)
    await inside.cancelAfter(conversation, Math.random() * 10)
    const restedAt = await rested
    const asked = inside
      .step(conversation, ({ state }) => state.type === 'llmRequesting')
      .then(() => waits.push(tookSince(restedAt)))
    const done = inside.untilIdle(conversation)
    const closed = inside.step(conversation, ({ messages }) =>
      messages.some(({ content }) => content.type === 'tool'),
    )
    await inside.send(conversation, `echo ${cycle}`)
    for (const { content } of (await closed).messages) {
      if (content.type !== 'tool') continue
      results.push(`${content.outcome} ${textsOf(content.content)[0]?.split('\n')[0] ?? ''}`)
    }
    await Promise.all([asked, done])
  }
}
await Promise.all(
  Array.from({ length: LANES }, async () => cycleOver(await inside.newConversation())),
)
await inside.handIn({ waits, results, expected })
